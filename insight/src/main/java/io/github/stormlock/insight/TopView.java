package io.github.stormlock.insight;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.stormlock.insight.TextTable.Column;
import io.github.stormlock.insight.read.Rates;
import io.github.stormlock.insight.read.Rates.OfEntry;
import io.github.stormlock.insight.read.Rates.OfTopology;
import io.github.stormlock.insight.read.Shown;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * What {@code locks top} shows of a look, and how: in which order, and which entries.
 *
 * @param order the order of the entries
 * @param filter a part of the keys of the entries that are shown; empty for all
 * @param limit the most entries
 * @param once true if there is one look only
 */
record TopView(Order order, String filter, int limit, boolean once) {
    private static final int BAR = 10;

    /** The orders of entries, named as the option is written. */
    enum Order {
        updates,
        waits,
        queue,
        conflicts,
        entry
    }

    /** Returns the lines of a look. */
    List<String> lines(Rates rates) {
        List<String> lines = new ArrayList<>();
        rates.topologies().forEach(topology -> lines.add(line(topology)));
        if (rates.topologies().isEmpty()) {
            lines.add(" no worker reports");
        }
        TextTable table = new TextTable(
                Column.left("entry", 48),
                Column.right("updates/s", 12),
                Column.right("group", 8),
                Column.right("waits/s", 10),
                Column.right("wait p. update", 14),
                Column.right("work p. group", 14),
                Column.right("conflicts/s", 11),
                Column.right("longest queue", 13),
                Column.left("share", BAR));
        entries(rates)
                .forEach(entry -> table.add(
                        entry.entry(),
                        number(entry.updates()),
                        one(entry.perGroup()),
                        number(entry.waits()),
                        micros(entry.waitMicros()),
                        micros(entry.busyMicros()),
                        number(entry.misses()),
                        number((double) entry.queue()),
                        bar(entry.share())));
        if (!table.isEmpty()) {
            lines.addAll(table.lines());
            lines.add((once ? "" : " entries over the last five looks;")
                    + " figures of entries are estimates: of many groups a worker counts a sample");
        }
        return lines;
    }

    private static String line(OfTopology topology) {
        return String.format(
                Locale.ROOT,
                " %s  %s  %s updates/s  group %s  %s round trips p. update  hits %s  contended %.1f %%"
                        + "  wait p50 %s  p99 %s  refused %s/s"
                        + "  replays %s/s  timed out %s/s  pool %d/%d%s",
                topology.name().isEmpty() ? "(no topology)" : Shown.text(topology.name(), 40),
                Shown.count(topology.workers(), "worker"),
                number(topology.updates()),
                one(topology.perGroup()),
                topology.roundTripsPerUpdate() == 0 ? "-" : two(topology.roundTripsPerUpdate()),
                hits(topology),
                100 * topology.contended(),
                time(topology.p50()),
                time(topology.p99()),
                number(topology.perSecond().getOrDefault("refused", 0.0)),
                number(topology.perSecond().getOrDefault("replays", 0.0)),
                number(topology.perSecond().getOrDefault("timedOut", 0.0)),
                topology.poolActive(),
                topology.poolAll(),
                topology.poolWaiting() == 0 ? "" : ", " + topology.poolWaiting() + " threads wait for a connection");
    }

    /** Returns how many of the attempts that met no lock met what they were computed on. */
    private static String hits(OfTopology topology) {
        double attempts = topology.perSecond().getOrDefault("attempts", 0.0)
                - topology.perSecond().getOrDefault("busy", 0.0);
        double missed = topology.perSecond().getOrDefault("missed", 0.0);
        return attempts <= 0 ? "-" : String.format(Locale.ROOT, "%.1f %%", 100 * Math.max(0, 1 - missed / attempts));
    }

    private List<OfEntry> entries(Rates rates) {
        Comparator<OfEntry> comparator =
                switch (order) {
                    case updates -> Comparator.comparing(OfEntry::updates).reversed();
                    case waits -> Comparator.comparing(OfEntry::waits).reversed();
                    case queue -> Comparator.comparing(OfEntry::queue).reversed();
                    case conflicts -> Comparator.comparing(OfEntry::misses).reversed();
                    case entry -> Comparator.comparing(OfEntry::entry);
                };
        return rates.hot().stream()
                .filter(entry -> entry.entry().contains(filter))
                .sorted(comparator)
                .limit(limit)
                .toList();
    }

    private static String time(@Nullable Long micros) {
        return micros == null ? "-" : micros((double) micros);
    }

    private static String micros(double micros) {
        return micros < 100_000
                ? String.format(Locale.ROOT, "%.1f ms", micros / 1_000)
                : Shown.millis((long) micros / 1_000);
    }

    private static String number(double number) {
        return String.format(Locale.ROOT, "%,d", Math.round(number));
    }

    private static String two(double number) {
        return String.format(Locale.ROOT, "%.2f", number);
    }

    private static String one(double number) {
        return String.format(Locale.ROOT, "%.1f", number);
    }

    /** Returns a bar whose length is the part of the whole, in eighths of a character. */
    private static String bar(double part) {
        int eighths = (int) Math.round(part * BAR * 8);
        String rest = " ▏▎▍▌▋▊▉".substring(eighths % 8, eighths % 8 + 1).strip();
        return "█".repeat(eighths / 8) + rest;
    }

    /** Returns a look for programs. */
    ObjectNode json(Rates rates) {
        ObjectNode answer = JsonOutput.answer();
        answer.set("topologies", JsonOutput.tree(rates.topologies()));
        answer.set("hot", JsonOutput.tree(entries(rates)));
        return answer;
    }
}
