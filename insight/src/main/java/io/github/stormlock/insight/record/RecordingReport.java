package io.github.stormlock.insight.record;

import io.github.stormlock.insight.page.state.Level;
import io.github.stormlock.insight.page.state.PageState;
import io.github.stormlock.insight.read.Shown;
import io.github.stormlock.insight.report.ReportFact;
import io.github.stormlock.insight.report.ReportSection;
import io.github.stormlock.insight.report.RunReport;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Makes a report of a recording: what the page would have shown, over all its time. */
public final class RecordingReport {
    private final List<Look> looks = new ArrayList<>();
    private final EntryFigures entries = new EntryFigures();
    private final WorkerFigures workers = new WorkerFigures();
    private final TroubleTimes troubles = new TroubleTimes();
    private long end;
    private long silent;

    private RecordingReport() {}

    /**
     * {@return the report}
     *
     * @param recording a file that {@code locks record} wrote; the last line may be cut
     * @throws IOException if it cannot be read
     * @throws IllegalArgumentException if it is no recording, or has no state
     */
    public static RunReport of(Path recording) throws IOException {
        RecordingReport report = new RecordingReport();
        RecordingReader reader = new RecordingReader();
        RecordingHeader header = reader.read(recording, report::add);
        if (report.looks.isEmpty() && report.silent == 0) {
            throw new IllegalArgumentException(recording + " has no state: it was ended before the first");
        }
        return report.made(header, reader.leftOut());
    }

    private void add(RecordedState line) {
        long before = end;
        end = Math.max(end, line.at());
        troubles.add(line);
        PageState state = line.state();
        if (state == null) {
            silent++;
            return;
        }
        looks.add(Look.of(line.at(), state));
        state.hot().forEach(entries::add);
        state.locks().forEach(row -> entries.add(row, line.at(), before));
        state.workers().forEach(worker -> workers.add(worker, line.at()));
    }

    private RunReport made(RecordingHeader header, long leftOut) {
        List<TroubleTimes.Seen> seen = troubles.all();
        long failed = looks.stream().mapToLong(Look::failed).sum();
        Level level = !seen.isEmpty() ? Level.WRONG : failed > 0 ? Level.LOOK : Level.OK;
        String verdict = seen.isEmpty() && failed == 0
                ? "no trouble was seen"
                : Shown.count(seen.size(), "trouble") + ", " + Shown.count(failed, "update")
                        + " refused, lost, unknown or timed out";
        List<ReportFact> facts = new ArrayList<>();
        facts.add(new ReportFact("recorded from", header.at()));
        facts.add(new ReportFact("for", Shown.millis(end)));
        facts.add(new ReportFact("Redis", header.redis()));
        facts.add(new ReportFact("locks", header.version()));
        facts.add(new ReportFact(
                "looks",
                looks.size()
                        + (silent == 0 ? "" : ", and " + silent + " without an answer")
                        + (leftOut == 0 ? "" : "; " + Shown.count(leftOut, "line") + " cut or damaged, and left out")));
        if (header.hidden()) {
            facts.add(new ReportFact("entries", "shown as digests"));
        }
        return new RunReport("Locks of " + header.redis(), level, verdict, facts, sections(seen));
    }

    private List<ReportSection> sections(List<TroubleTimes.Seen> seen) {
        RecordingCharts charts = new RecordingCharts(looks, end, seen);
        RecordingTables tables = new RecordingTables(looks, entries, workers);
        return List.of(
                tables.totals(),
                charts.throughput(),
                charts.waits(),
                charts.held(),
                charts.counts(),
                tables.hot(),
                tables.heldLongest(),
                tables.waitedLongest(),
                tables.workers(),
                RecordingTables.troubles(seen));
    }
}
