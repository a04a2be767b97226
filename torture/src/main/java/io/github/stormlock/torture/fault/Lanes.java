package io.github.stormlock.torture.fault;

import io.github.stormlock.torture.check.Strike;
import io.github.stormlock.torture.history.Span;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.run.Fault;
import io.github.stormlock.torture.run.FaultContext;
import io.github.stormlock.torture.run.Fleet;
import io.github.stormlock.torture.run.HarnessException;
import io.github.stormlock.torture.run.Ledger;
import io.github.stormlock.torture.run.ServerSetup;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Lets the faults of a schedule strike. Those of one lane strike one after another, the lanes side by side.
 *
 * @param faults the faults by name, of which a schedule may use any
 */
public record Lanes(ServerSetup setup, Fleet fleet, Ledger ledger, Map<String, Fault> faults) {
    /**
     * Runs the schedule, and returns when the time is over and the last fault has ended.
     *
     * @throws HarnessException if a fault could not be made
     */
    public void run(Schedule schedule, long millis) throws InterruptedException {
        long begun = System.nanoTime();
        ExecutorService threads = Executors.newCachedThreadPool();
        List<Future<Boolean>> lanes = new ArrayList<>();
        for (int lane = Planned.SERVERS; lane < fleet.size(); lane++) {
            int own = lane;
            Callable<Boolean> strikes = () -> {
                strike(schedule.faults().stream().filter(p -> p.lane() == own).toList(), begun, millis);
                return true;
            };
            lanes.add(threads.submit(strikes));
        }
        sleepUntil(begun + millis * 1_000_000);
        try {
            for (Future<Boolean> lane : lanes) {
                lane.get();
            }
        } catch (ExecutionException e) {
            throw new HarnessException("a fault could not be made: " + e.getCause(), e.getCause());
        } finally {
            threads.shutdownNow();
        }
    }

    private void strike(List<Planned> planned, long begun, long millis) throws Exception {
        for (Planned next : planned) {
            sleepUntil(begun + next.millis() * 1_000_000);
            if (System.nanoTime() - begun > millis * 1_000_000) {
                return;
            }
            Fault fault = faults.get(next.fault());
            if (fault == null) {
                throw new HarnessException("there is no fault " + next.fault(), null);
            }
            long from = System.nanoTime();
            try {
                fault.strike(new FaultContext(setup, fleet, ledger, new Random(next.seed()), Math.max(0, next.lane())));
            } catch (Exception e) {
                throw new HarnessException(next.fault() + " of lane " + next.lane() + ": " + e, e);
            }
            String struck = next.lane() == Planned.SERVERS ? Strike.EVERYBODY : ClientConfig.name(next.lane());
            ledger.struck(new Strike(next.fault(), struck, new Span(from, System.nanoTime())));
        }
    }

    private static void sleepUntil(long nanos) throws InterruptedException {
        long left = (nanos - System.nanoTime()) / 1_000_000;
        if (left > 0) {
            Thread.sleep(left);
        }
    }
}
