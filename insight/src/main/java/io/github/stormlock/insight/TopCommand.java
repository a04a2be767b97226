package io.github.stormlock.insight;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.stormlock.insight.TextTable.Column;
import io.github.stormlock.insight.read.Rates;
import io.github.stormlock.insight.read.Rates.OfEntry;
import io.github.stormlock.insight.read.Rates.OfTopology;
import io.github.stormlock.insight.read.Shown;
import io.github.stormlock.insight.read.WorkerDirectory;
import io.github.stormlock.insight.read.WorldReader;
import io.github.stormlock.insight.redis.CannotAskException;
import io.github.stormlock.insight.redis.RedisServers;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Shows what workers do each second, and which entries are hot. */
@Command(
        name = "top",
        description = "Shows what workers do each second, and their hot entries. Ctrl-C ends it.",
        mixinStandardHelpOptions = true)
final class TopCommand implements Callable<Integer> {
    private static final String CLEAR = "\u001b[H\u001b[2J";
    private static final int BAR = 10;
    /** The looks in which an entry counts as hot. The table stands still enough to be read. */
    private static final int LOOKS = 5;

    private static final long A_SECOND = 1_000;

    private final Invocation invocation;

    @Option(names = "--once", description = "print one look and end")
    private boolean once;

    @Option(
            names = "--sort",
            paramLabel = "BY",
            description = "updates, waits, queue, misses or entry (default: ${DEFAULT-VALUE})")
    private Order sort = Order.updates;

    @Option(names = "--filter", paramLabel = "TEXT", description = "only entries with this in their keys")
    private @Nullable String filter;

    @Option(names = "--limit", paramLabel = "N", description = "the most entries (default: ${DEFAULT-VALUE})")
    private int limit = 20;

    /** The orders of entries, named as the option is written. */
    enum Order {
        updates,
        waits,
        queue,
        misses,
        entry
    }

    TopCommand(Invocation invocation) {
        this.invocation = invocation;
    }

    @Override
    public Integer call() throws InterruptedException {
        try (RedisServers servers = invocation.servers()) {
            WorldReader reader = new WorldReader(servers, invocation.keyPrefix());
            boolean watched = reader.watch();
            WorkerDirectory before = reader.workers();
            Deque<WorkerDirectory> looks = new ArrayDeque<>();
            while (true) {
                try {
                    WorkerDirectory after = later(reader, before, watched);
                    looks.addLast(after);
                    if (looks.size() > LOOKS) {
                        looks.removeFirst();
                    }
                    show(Rates.between(before, List.copyOf(looks)), watched);
                    if (once) {
                        return Invocation.DONE;
                    }
                    before = after;
                    watched = reader.watch();
                } catch (CannotAskException e) {
                    troubled(e);
                }
            }
        }
    }

    /** A server that does not answer ends one look, but not one that goes on: the next try finds its way anew. */
    private void troubled(CannotAskException e) {
        if (once) {
            throw e;
        }
        invocation.err().println("locks: " + e.getMessage());
    }

    /** Returns what workers tell once all of them have reported again, after two of their intervals at the latest. */
    private static WorkerDirectory later(WorldReader reader, WorkerDirectory before, boolean watched)
            throws InterruptedException {
        long longest = before.workers().stream()
                .mapToLong(worker -> worker.every())
                .max()
                .orElse(A_SECOND);
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(Math.min(2 * longest, 20_000));
        while (true) {
            TimeUnit.MILLISECONDS.sleep(watched ? A_SECOND : Math.min(longest, 2 * A_SECOND));
            WorkerDirectory after = reader.workers();
            if (Rates.allReported(before, after) || System.nanoTime() > end) {
                return after;
            }
        }
    }

    private void show(Rates rates, boolean watched) {
        if (invocation.json()) {
            invocation.out().println(JsonOutput.text(json(rates)));
            return;
        }
        List<String> lines = lines(rates);
        if (!watched) {
            lines.add(" workers report each five seconds: the right to write lock-info:{workers}:watch is missing");
        }
        invocation.out().print((once ? "" : CLEAR) + String.join("\n", lines) + "\n");
        invocation.out().flush();
    }

    private List<String> lines(Rates rates) {
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
                Column.right("misses/s", 10),
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
                    + " one group in 16 is counted, sixteen times; one that waits or misses always");
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
                perUpdate(topology) == 0 ? "-" : two(perUpdate(topology)),
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

    private static double perUpdate(OfTopology topology) {
        return topology.updates() == 0 ? 0 : topology.perSecond().getOrDefault("roundTrips", 0.0) / topology.updates();
    }

    /** Returns how many of the attempts that met no lock met what they were computed on. */
    private static String hits(OfTopology topology) {
        double attempts = topology.perSecond().getOrDefault("attempts", 0.0)
                - topology.perSecond().getOrDefault("busy", 0.0);
        double missed = topology.perSecond().getOrDefault("missed", 0.0);
        return attempts <= 0 ? "-" : String.format(Locale.ROOT, "%.1f %%", 100 * Math.max(0, 1 - missed / attempts));
    }

    private List<OfEntry> entries(Rates rates) {
        Comparator<OfEntry> order =
                switch (sort) {
                    case updates -> Comparator.comparing(OfEntry::updates).reversed();
                    case waits -> Comparator.comparing(OfEntry::waits).reversed();
                    case queue -> Comparator.comparing(OfEntry::queue).reversed();
                    case misses -> Comparator.comparing(OfEntry::misses).reversed();
                    case entry -> Comparator.comparing(OfEntry::entry);
                };
        return rates.hot().stream()
                .filter(entry -> filter == null || entry.entry().contains(filter))
                .sorted(order)
                .limit(limit)
                .toList();
    }

    private static String time(Optional<Long> micros) {
        return micros.map(each -> micros(each)).orElse("-");
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

    private ObjectNode json(Rates rates) {
        ObjectNode answer = JsonOutput.answer();
        ArrayNode topologies = answer.putArray("topologies");
        for (OfTopology topology : rates.topologies()) {
            ObjectNode node = topologies.addObject();
            node.put("name", topology.name())
                    .put("workers", topology.workers())
                    .put("perGroup", topology.perGroup())
                    .put("roundTripsPerUpdate", perUpdate(topology))
                    .put("contended", topology.contended())
                    .put("poolActive", topology.poolActive())
                    .put("poolAll", topology.poolAll())
                    .put("poolWaiting", topology.poolWaiting());
            topology.p50().ifPresent(micros -> node.put("waitP50Micros", micros));
            topology.p99().ifPresent(micros -> node.put("waitP99Micros", micros));
            ObjectNode sums = node.putObject("perSecond");
            topology.perSecond().forEach(sums::put);
        }
        ArrayNode hot = answer.putArray("hot");
        for (OfEntry entry : entries(rates)) {
            hot.addObject()
                    .put("entry", entry.entry())
                    .put("updatesPerSecond", entry.updates())
                    .put("perGroup", entry.perGroup())
                    .put("waitsPerSecond", entry.waits())
                    .put("waitMicros", entry.waitMicros())
                    .put("busyMicros", entry.busyMicros())
                    .put("missesPerSecond", entry.misses())
                    .put("longestQueue", entry.queue())
                    .put("share", entry.share());
        }
        return answer;
    }
}
