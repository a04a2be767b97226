package io.github.stormlock.torture;

import io.github.stormlock.torture.check.Evidence;
import io.github.stormlock.torture.client.ClientWorkload;
import io.github.stormlock.torture.client.path.kind.HoldPath;
import io.github.stormlock.torture.fault.Lanes;
import io.github.stormlock.torture.fault.LockFaults;
import io.github.stormlock.torture.fault.Schedule;
import io.github.stormlock.torture.history.Moments;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.RunKeys;
import io.github.stormlock.torture.run.ClientMix;
import io.github.stormlock.torture.run.ClockWatch;
import io.github.stormlock.torture.run.Fault;
import io.github.stormlock.torture.run.Fleet;
import io.github.stormlock.torture.run.Ledger;
import io.github.stormlock.torture.run.RunReport;
import io.github.stormlock.torture.run.ServerSetup;
import io.github.stormlock.torture.run.Trial;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;

/**
 * One run of the locks of one kind against faults that are drawn from a seed. The last client is never struck itself, so that
 * there are waits that only faults of the servers disturb.
 */
final class LockTorture {
    /** Waits are long, so that a lock that goes to nobody can be told from one that is slow. */
    private static final ClientConfig.Timing TIMING = new ClientConfig.Timing(1_000, 6_000, 500);

    private final ServerSetup setup;
    private final PrintStream out;
    private final Path folder;
    private final ClientConfig.Kind kind;

    LockTorture(ServerSetup setup, PrintStream out, Path folder, ClientConfig.Kind kind) {
        this.setup = setup;
        this.out = out;
        this.folder = folder;
        this.kind = kind;
    }

    /**
     * Runs the schedule, and returns the report.
     *
     * @param chosen the faults to use, at least one
     */
    RunReport run(long seed, int seconds, Collection<String> chosen) throws IOException, InterruptedException {
        long millis = seconds * 1_000L;
        Schedule schedule = Schedule.draw(
                seed,
                millis,
                Torture.CLIENTS,
                chosen.stream().filter(fault -> !LockFaults.isOfAClient(fault)).toList(),
                chosen.stream().filter(LockFaults::isOfAClient).toList());
        schedule.print(out);
        RunKeys keys = new RunKeys(kind.tested() == ClientConfig.Kind.MULTI ? 4 : 2, 0, 0, 0);
        List<String> names = kind.tested() == ClientConfig.Kind.MULTI
                ? HoldPath.names(keys)
                : IntStream.range(0, keys.hashes()).mapToObj(RunKeys::hash).toList();
        ClientMix mix = new ClientMix(ClientConfig.MemoryUse.ALL, kind);
        Map<String, Fault> faults = LockFaults.of(setup, kind);
        Ledger ledger = new Ledger();
        try (ClockWatch clock = new ClockWatch(setup);
                Fleet fleet = new Fleet(setup, ClientWorkload.STORM_LOCK, TIMING, keys, folder, mix, seed)) {
            fleet.start(Torture.CLIENTS, Torture.SPARED, 0);
            fleet.clients().forEach(client -> client.order("work"));
            long begun = System.nanoTime();
            new Lanes(setup, fleet, ledger, faults).run(schedule, millis);
            out.println("the last fault was over after " + Moments.seconds(System.nanoTime() - begun));
            Trial trial = new Trial(setup, fleet, ledger);
            if (!kind.isCareless()) {
                trial.endWork(names, LockTorture::isUnwanted);
                out.println("all clients had ended after " + Moments.seconds(System.nanoTime() - begun));
            }
            Evidence evidence = trial.evidence(List.of(), Map.of());
            return RunReport.ofLocks(seed, seconds, kind, chosen, ledger, clock.parted(), evidence);
        }
    }

    /** Returns false for keys that stay for a while, with an expiry: a latch, and the time since when a master has its data. */
    private static boolean isUnwanted(String left) {
        return !(left.startsWith("lock-latch:") || left.startsWith("lock-quorum:")) || left.endsWith("no expiry");
    }
}
