package io.github.stormlock.internal.acquire;

import io.github.stormlock.Model;
import io.github.stormlock.ModelServer;
import io.github.stormlock.internal.protocol.Callers;
import io.github.stormlock.internal.protocol.Claimant;
import io.github.stormlock.internal.protocol.LockKind;
import io.github.stormlock.internal.protocol.Targets;
import io.github.stormlock.internal.protocol.Tokens;
import java.util.List;
import java.util.concurrent.Delayed;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** A renewal under way meets what a holder does meanwhile, in every order. */
@Tag("lincheck")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class WatchdogLincheckTest {
    private static final long LEASE_MILLIS = 3_000;
    private static final long DUE_NANOS = 1_500_000_000L;
    private static final long ENDLESS = Long.MAX_VALUE / 2;
    private static final HandScheduler SCHEDULER = new HandScheduler();
    private static final Tokens TOKENS = new Tokens(true);

    /**
     * Has one task, which runs when told to. There is one for all runs, because making a thread pool is not what is
     * explored.
     */
    private static final class HandScheduler extends ScheduledThreadPoolExecutor {
        private volatile int live;
        private volatile Runnable task;
        private volatile long shortestNanos;
        private volatile long lastNanos;

        private HandScheduler() {
            super(0);
        }

        private void reset() {
            live = 0;
            shortestNanos = Long.MAX_VALUE;
        }

        @Override
        public ScheduledFuture<?> scheduleWithFixedDelay(Runnable next, long first, long period, TimeUnit unit) {
            task = next;
            shortestNanos = Math.min(shortestNanos, period);
            lastNanos = period;
            live++;
            return new Task(this);
        }
    }

    private static final class Task implements ScheduledFuture<Void> {
        private final HandScheduler scheduler;
        private volatile boolean cancelled;

        private Task(HandScheduler scheduler) {
            this.scheduler = scheduler;
        }

        @Override
        public boolean cancel(boolean mayInterruptIfRunning) {
            if (!cancelled) {
                cancelled = true;
                scheduler.live--;
            }
            return true;
        }

        @Override
        public boolean isCancelled() {
            return cancelled;
        }

        @Override
        public boolean isDone() {
            return false;
        }

        @Override
        public Void get() {
            throw new UnsupportedOperationException();
        }

        @Override
        public Void get(long timeout, TimeUnit unit) {
            throw new UnsupportedOperationException();
        }

        @Override
        public long getDelay(TimeUnit unit) {
            return 0;
        }

        @Override
        public int compareTo(Delayed other) {
            return 0;
        }
    }

    /** A lease that is due, the watchdog that watches it, and the server where it stands. */
    private static final class Scene {
        private final ModelServer server = new ModelServer(() -> 1);
        private final AtomicInteger told = new AtomicInteger();

        private final Watchdog watchdog = new Watchdog(
                server::runAll,
                server::runAll,
                new Signals(server, "channel", Model.TICKER)::ping,
                SCHEDULER,
                Runnable::run,
                Runnable::run,
                Model.TICKER);
        private final HeldLease lease = lease(TOKENS.next(Claimant.ofMutex(Callers.NOBODY)), LEASE_MILLIS);

        private Scene() {
            SCHEDULER.reset();
            server.holds(lease.token());
            watchdog.watch(lease);
            Model.passTime(DUE_NANOS, Thread.currentThread());
        }

        private HeldLease lease(Tokens.Acquisition of, long millis) {
            AcquireRequest wanted = new AcquireRequest(
                    LockKind.MUTEX,
                    Claimant.ofMutex(0),
                    Targets.lock(Model.KEYS),
                    millis,
                    true,
                    Model.NOBODY,
                    0,
                    index -> {});
            AcquireResult.Grant grant = new AcquireResult.Grant(of, of.token(), Model.TICKER.nanos(), List.of());
            return new HeldLease(wanted, grant, ENDLESS, Model.TICKER, 0);
        }
    }

    /**
     * The token that a renewal names is given back while the renewal is on its way. Its refusal then says nothing about
     * the lease.
     */
    @Test
    void renewalMeetsWhatGivesTheLeaseBack() {
        Model.explore(300, () -> {
            Scene scene = new Scene();
            scene.lease.ends();
            Thread renewing = Model.start(SCHEDULER.task);
            scene.server.holds("the next holder's");
            boolean givenBack = scene.lease.giveBack();
            Model.join(renewing);
            Model.demand(givenBack, "a lease that was given back was taken for lost");
        });
    }

    /** The lease ends once: it is given back, or it is lost and that is told. */
    @Test
    void refusedRenewalMeetsTheRelease() {
        Model.explore(300, () -> {
            Scene scene = new Scene();
            scene.lease.onLost(scene.told::incrementAndGet, Runnable::run);
            scene.server.holds("stranger");
            Thread renewing = Model.start(SCHEDULER.task);
            scene.watchdog.forget(scene.lease);
            boolean givenBack = scene.lease.giveBack();
            Model.join(renewing);
            Model.demand(givenBack != scene.lease.isLost(), "given back: " + givenBack);
            Model.demand(scene.told.get() == (givenBack ? 0 : 1), "told: " + scene.told.get());
        });
    }

    @Test
    void lossMeetsANewListener() {
        Model.explore(50, () -> {
            Scene scene = new Scene();
            scene.server.holds("stranger");
            Thread renewing = Model.start(SCHEDULER.task);
            scene.lease.onLost(scene.told::incrementAndGet, Runnable::run);
            Model.join(renewing);
            Model.demand(scene.lease.isLost(), "not lost");
            Model.demand(scene.told.get() == 1, "told: " + scene.told.get());
        });
    }

    /** The watchdog looks less often once the short leases are gone, but often enough for a lease that comes meanwhile. */
    @Test
    void newLeaseMeetsTheLookThatSlowsDown() {
        Model.explore(300, () -> {
            Scene scene = new Scene();
            HeldLease brief = scene.lease(TOKENS.next(Claimant.ofMutex(Callers.NOBODY)), 200);
            scene.watchdog.watch(brief);
            scene.watchdog.forget(brief);
            Thread looking = Model.start(SCHEDULER.task);
            scene.watchdog.watch(scene.lease(TOKENS.next(Claimant.ofMutex(Callers.NOBODY)), 1_000));
            Model.join(looking);
            Model.demand(SCHEDULER.live == 1, "tasks: " + SCHEDULER.live);
            Model.demand(SCHEDULER.lastNanos <= 100_000_000L, "every " + SCHEDULER.lastNanos);
        });
    }

    /** There is one task, which runs as often as the shortest lease needs. After the close there is none. */
    @Test
    void newLeasesMeetEachOtherAndTheClose() {
        Model.explore(50, () -> {
            Scene scene = new Scene();
            Thread other = Model.start(
                    () -> scene.watchdog.watch(scene.lease(TOKENS.next(Claimant.ofMutex(Callers.NOBODY)), 1_000)));
            scene.watchdog.watch(scene.lease(TOKENS.next(Claimant.ofMutex(Callers.NOBODY)), 2_000));
            Model.join(other);
            Model.demand(SCHEDULER.live == 1, "tasks: " + SCHEDULER.live);
            Model.demand(SCHEDULER.shortestNanos == 100_000_000L, "every " + SCHEDULER.shortestNanos);
            scene.watchdog.close();
            Model.demand(SCHEDULER.live == 0, "tasks: " + SCHEDULER.live);
        });
    }
}
