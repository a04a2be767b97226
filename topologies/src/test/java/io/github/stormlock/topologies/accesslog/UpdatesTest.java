package io.github.stormlock.topologies.accesslog;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.topologies.accesslog.input.LineTuple;
import io.github.stormlock.topologies.accesslog.parse.AccessLogParser;
import io.github.stormlock.topologies.accesslog.parse.LogLine;
import io.github.stormlock.topologies.lines.Line;
import io.github.stormlock.topologies.testing.FakeChanges;
import io.github.stormlock.topologies.testing.FakeHashes;
import io.github.stormlock.topologies.testing.FakeTuple;
import io.github.stormlock.topologies.testing.SeededLog;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.apache.storm.tuple.Tuple;
import org.junit.jupiter.api.Test;

/** Runs the parser and the bolts' updates over a whole log, one after the other, without Storm and without Redis. */
class UpdatesTest {

    private static final List<SharedHashBolt> ON_HITS =
            List.of(new SiteHits(HoldFile.NONE), new HitCounts(), new VisitorSessions());
    private static final List<SharedHashBolt> ON_ERRORS = List.of(new ErrorCounts());
    private static final List<SharedHashBolt> ON_MALFORMED = List.of(new SiteMalformed(), new MalformedLines());

    @Test
    void makeTheTotalsOfTheLog() {
        long seed = new Random().nextLong();
        SeededLog log = SeededLog.of(seed, 3_000);
        FakeHashes hashes = run(log.lines());

        assertThat(withoutSessions(hashes)).as("seed %d", seed).isEqualTo(log.entries());
        assertThat(sessions(hashes)).as("seed %d", seed).isEqualTo(log.sessions());
    }

    @Test
    void makeTheSameEntriesInWhateverOrderTheLinesCome() {
        long seed = new Random().nextLong();
        List<String> lines = SeededLog.of(seed, 500).lines();
        Map<String, Map<String, String>> inOrder = entries(run(lines));
        Collections.shuffle(lines, new Random(seed));

        Map<String, Map<String, String>> shuffled = entries(run(lines));
        inOrder.remove(AccessLogEntries.MALFORMED);
        shuffled.remove(AccessLogEntries.MALFORMED);
        assertThat(shuffled).as("seed %d", seed).isEqualTo(inOrder);
    }

    @Test
    void keepTheFirstFewMalformedLines() {
        FakeHashes hashes = run(Collections.nCopies(50, "no log line at all\0"));

        assertThat(hashes.get(AccessLogEntries.MALFORMED))
                .hasSize(FirstFew.MOST)
                .containsKeys("log@1:0000000000000000", "log@1:0000000000000009")
                .allSatisfy((line, shown) -> assertThat(shown).contains("no log line at all\\u0000"));
    }

    private static FakeHashes run(List<String> lines) {
        FakeHashes hashes = new FakeHashes();
        for (int i = 0; i < lines.size(); i++) {
            apply(hashes, new Line(i, lines.get(i), false));
        }
        return hashes;
    }

    private static void apply(FakeHashes hashes, Line line) {
        Tuple tuple = FakeTuple.of(LineTuple.FIELDS, LineTuple.of("log@1", line.offset(), 0, line));
        LogLine parsed = AccessLogParser.parse(line.text());
        if (parsed instanceof LogLine.Hit hit) {
            Tuple hitTuple = FakeTuple.of(HitTuple.FIELDS, HitTuple.of(tuple, hit));
            ON_HITS.forEach(bolt -> apply(hashes, bolt, hitTuple));
            if (hit.isError()) {
                ON_ERRORS.forEach(bolt -> apply(hashes, bolt, hitTuple));
            }
        } else if (parsed instanceof LogLine.Malformed malformed) {
            Tuple malformedTuple =
                    FakeTuple.of(MalformedTuple.FIELDS, MalformedTuple.of(tuple, malformed.reason(), line.text()));
            ON_MALFORMED.forEach(bolt -> apply(hashes, bolt, malformedTuple));
        }
    }

    private static void apply(FakeHashes hashes, SharedHashBolt bolt, Tuple tuple) {
        bolt.changes(tuple, new FakeChanges(hashes, bolt.fields(tuple)));
    }

    private static Map<String, Map<String, String>> entries(FakeHashes hashes) {
        Map<String, Map<String, String>> entries = new TreeMap<>();
        hashes.keys().forEach(key -> entries.put(key, new TreeMap<>(hashes.get(key))));
        return entries;
    }

    private static Map<String, Map<String, String>> withoutSessions(FakeHashes hashes) {
        Map<String, Map<String, String>> entries = entries(hashes);
        entries.remove(AccessLogEntries.MALFORMED);
        entries.values().forEach(fields -> fields.keySet()
                .removeIf(field -> field.startsWith("session") || field.equals("longest")));
        return entries;
    }

    private static long sessions(FakeHashes hashes) {
        return hashes.keys().stream()
                .filter(key -> key.startsWith(AccessLogEntries.VISITOR))
                .mapToLong(key -> Long.parseLong(hashes.get(key).get("sessions")))
                .sum();
    }
}
