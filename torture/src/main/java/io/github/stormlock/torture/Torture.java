package io.github.stormlock.torture;

import io.github.stormlock.test.RedisServer;
import io.github.stormlock.torture.check.Evidence;
import io.github.stormlock.torture.client.path.kind.HoldPath;
import io.github.stormlock.torture.fault.Lanes;
import io.github.stormlock.torture.fault.LockFaults;
import io.github.stormlock.torture.fault.Schedule;
import io.github.stormlock.torture.fault.TortureServers;
import io.github.stormlock.torture.history.Moments;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.RunKeys;
import io.github.stormlock.torture.run.ClientMix;
import io.github.stormlock.torture.run.ClockWatch;
import io.github.stormlock.torture.run.Fleet;
import io.github.stormlock.torture.run.HarnessException;
import io.github.stormlock.torture.run.Ledger;
import io.github.stormlock.torture.run.LockWatch;
import io.github.stormlock.torture.run.RunReport;
import io.github.stormlock.torture.run.ServerSetup;
import io.github.stormlock.torture.run.Trial;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/** One run of this library, or of one kind of locks, against faults that are drawn from a seed. */
record Torture(ServerSetup setup, PrintStream out, Path folder, ClientMix mix) {
    private static final ClientConfig.Timing TIMING = new ClientConfig.Timing(1_000, 3_000, 500);
    /** Waits for locks are long, so that a lock that goes to nobody can be told from one that is slow. */
    private static final ClientConfig.Timing LOCK_TIMING = new ClientConfig.Timing(1_000, 6_000, 500);

    static final int CLIENTS = 3;
    static final int SPARED = 1;
    private static final int HASHES = 200;
    private static final int MUTEXES = 8;
    // So few keys that the warm-up uses each of them: the first figures and the last count the same keys.
    private static final RunKeys FEW = new RunKeys(60, 60, MUTEXES, CLIENTS + SPARED);
    /** One hash, for tutorials' locks. */
    private static final RunKeys ONE = new RunKeys(1, 0, 0, 0);

    private static final int WARM_UP_MILLIS = 30_000;
    private static final int LISTS_PER_SECOND = 4;

    /**
     * Draws a schedule, runs it, and returns the report.
     *
     * @param chosen the faults to use, at least one
     * @param figures {@code true} to print what everything uses, before the faults and after them; the first client is then
     *     never killed
     */
    RunReport run(long seed, int seconds, Collection<String> chosen, boolean figures)
            throws IOException, InterruptedException {
        long millis = seconds * 1_000L;
        Schedule drawn = Schedule.draw(
                seed,
                millis,
                CLIENTS,
                chosen.stream()
                        .distinct()
                        .filter(fault -> !LockFaults.isOfAClient(fault))
                        .toList(),
                chosen.stream().filter(LockFaults::isOfAClient).toList());
        Schedule schedule = figures ? drawn.sparing(0) : drawn;
        schedule.print(out);
        RunReport.Task task = new RunReport.Task(seed, seconds, chosen, new Ledger());
        return mix.kind().isOfLocks() ? ofLocks(task, schedule) : ofUpdates(task, schedule, figures);
    }

    private RunReport ofUpdates(RunReport.Task task, Schedule schedule, boolean figures)
            throws IOException, InterruptedException {
        RunKeys keys = keys(task.seconds(), figures);
        try (RedisServer quiet = TortureServers.start();
                LockWatch watch = new LockWatch(setup, keys.owned());
                Fleet fleet = fleet(TIMING, keys, task.seed(), quiet.port())) {
            if (figures) {
                warmUp(fleet);
                out.println("first:\n" + Usage.of(setup, fleet));
            }
            Trial trial = strike(
                    task, schedule, fleet, keys.entries(), any -> !mix.kind().isCareless());
            if (figures) {
                out.println("last:\n" + Usage.of(setup, fleet));
            }
            Evidence evidence = trial.evidence(keys.entries(), watch.end());
            if (evidence.history().updates() == 0) {
                throw new HarnessException("no update was made: there is nothing to judge", null);
            }
            return RunReport.ofUpdates(task, evidence);
        }
    }

    private RunKeys keys(int seconds, boolean figures) {
        if (mix.kind().isOfTutorials()) {
            return ONE;
        }
        return figures ? FEW : new RunKeys(HASHES, Math.max(40, LISTS_PER_SECOND * seconds), MUTEXES, CLIENTS + SPARED);
    }

    private void warmUp(Fleet fleet) throws InterruptedException {
        fleet.clients().forEach(client -> client.order("work"));
        Thread.sleep(WARM_UP_MILLIS);
        new Trial(setup, fleet, new Ledger()).endWork(fleet.keys().entries(), any -> true);
    }

    /**
     * Runs clients that take locks of one kind. The last client is never struck itself, so that there are waits that only
     * faults of the servers disturb.
     */
    private RunReport ofLocks(RunReport.Task task, Schedule schedule) throws IOException, InterruptedException {
        ClientConfig.Kind kind = mix.kind();
        boolean multi = kind.tested() == ClientConfig.Kind.MULTI;
        RunKeys keys = new RunKeys(multi ? 4 : 2, 0, 0, 0);
        List<String> names = multi
                ? HoldPath.names(keys)
                : IntStream.range(0, keys.hashes()).mapToObj(RunKeys::hash).toList();
        try (ClockWatch clock = new ClockWatch(setup);
                Fleet fleet = fleet(LOCK_TIMING, keys, task.seed(), 0)) {
            Trial trial = strike(task, schedule, fleet, names, Torture::isUnwanted);
            Evidence evidence = trial.evidence(List.of(), Map.of());
            return RunReport.ofLocks(task, kind, clock.parted(), evidence);
        }
    }

    private Fleet fleet(ClientConfig.Timing timing, RunKeys keys, long seed, int quietPort)
            throws IOException, InterruptedException {
        Fleet fleet = new Fleet(setup, timing, keys, folder, mix, seed);
        fleet.start(CLIENTS, SPARED, quietPort);
        return fleet;
    }

    /**
     * Lets the faults strike while the clients work, which then end their work. Of controls only those do that may block an
     * entry.
     */
    private Trial strike(
            RunReport.Task task, Schedule schedule, Fleet fleet, List<String> entries, Predicate<String> unwanted)
            throws InterruptedException {
        fleet.clients().forEach(client -> client.order("work"));
        long begun = System.nanoTime();
        new Lanes(setup, fleet, task.ledger(), LockFaults.of(setup, mix.kind())).run(schedule, task.seconds() * 1_000L);
        out.println("the last fault was over after " + Moments.seconds(System.nanoTime() - begun));
        Trial trial = new Trial(setup, fleet, task.ledger());
        if (!mix.kind().isCareless() || mix.kind().isOfTutorials()) {
            trial.endWork(entries, unwanted);
            out.println("all clients had ended after " + Moments.seconds(System.nanoTime() - begun));
        }
        return trial;
    }

    /** Returns false for keys that stay for a while, with an expiry: a latch, and the time since when a master has its data. */
    private static boolean isUnwanted(String left) {
        return !(left.startsWith("lock-latch:") || left.startsWith("lock-quorum:")) || left.endsWith("no expiry");
    }
}
