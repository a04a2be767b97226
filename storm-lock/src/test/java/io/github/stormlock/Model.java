package io.github.stormlock;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.internal.acquire.AcquireRequest;
import io.github.stormlock.internal.acquire.LockRuntime;
import io.github.stormlock.internal.draft.EntryTarget;
import io.github.stormlock.internal.draft.GuardSettings;
import io.github.stormlock.internal.figures.SafeLockEvents;
import io.github.stormlock.internal.figures.SlowWaits;
import io.github.stormlock.internal.lifecycle.Ticker;
import io.github.stormlock.internal.protocol.EventMarks;
import io.github.stormlock.internal.protocol.LockKeys;
import io.github.stormlock.internal.update.GuardedUpdate;
import io.github.stormlock.internal.update.PendingUpdate;
import io.github.stormlock.internal.update.UpdateRuntime;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.LockEvents;
import io.github.stormlock.lock.fixture.Letters;
import io.github.stormlock.lock.fixture.Samples;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.jetbrains.lincheck.Lincheck;
import org.jetbrains.lincheck.LincheckAssertionError;

/**
 * The library over a server in memory, for threads whose interleavings Lincheck explores. Time passes only when a test
 * says so. A park ends by a wake-up, by an interrupt or for no reason, and not by itself. Since it may end for no
 * reason, a missing wake-up is not found here, but by tests with real threads. There is one model for the whole JVM,
 * because making a runtime is not what is tested.
 */
public final class Model {
    public static final LockKeys KEYS = LockKeys.of("log", true);
    public static final SafeLockEvents NOBODY = SafeLockEvents.around(LockEvents.NONE, new SlowWaits());
    public static final ModelServer SERVER = new ModelServer(() -> 1);
    public static final Ticker TICKER = new Ticker() {
        @Override
        public long nanos() {
            return now;
        }

        @Override
        public void park(Object blocker, long nanos) {
            LockSupport.park(blocker);
        }
    };
    static final FactoryRuntime RUNTIME = Runtimes.over(SERVER, "model", TICKER);

    public static final UpdateRuntime UPDATES = RUNTIME.updates();
    public static final LockRuntime LOCKS = RUNTIME.locks();

    private static final GuardSettings<StringBuilder> PLAN = GuardSettings.of(
            new Letters(), LockSettings.DEFAULT, EventMarks.of("", LockSettings.DEFAULT), Duration.ZERO);
    private static volatile long now;

    static {
        // The watchdog's task is begun and ended beforehand, so that no thread of its own plays a part in a model.
        new GuardedUpdate(RUNTIME.updates(), update('w'), (all, letGo) -> {}).run(Duration.ofSeconds(1));
        RUNTIME.locks().watchdog().close();
    }

    private Model() {}

    /**
     * Runs a scenario once as it is, and then many times. After the first run no class is loaded and no log begun in
     * the middle.
     */
    public static void explore(int interleavings, Runnable scenario) {
        Runnable fresh = () -> {
            reset();
            scenario.run();
        };
        warmUp(fresh);
        try {
            Lincheck.runConcurrentTest(Samples.of(interleavings), fresh);
        } catch (LincheckAssertionError e) {
            if (!String.valueOf(e.getMessage()).contains("hung")) {
                throw e;
            }
            // Lincheck instruments classes as it meets them. On a busy machine the 30 s that it grants to one run may
            // be too short for that, but it keeps what it made of them. A scenario that hangs will hang again.
            Lincheck.runConcurrentTest(Samples.of(interleavings), fresh);
        }
    }

    /** Runs a scenario once, for 5 s at most: it may hang, and Lincheck is to report that. */
    private static void warmUp(Runnable scenario) {
        Thread thread = new Thread(scenario, "warm-up");
        thread.setDaemon(true);
        thread.setUncaughtExceptionHandler((ended, failure) -> {});
        thread.start();
        try {
            thread.join(5_000);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    public static void reset() {
        now = 0;
        SERVER.reset();
    }

    /** Returns an update on behalf of the calling thread. */
    public static PendingUpdate<StringBuilder> update(char letter) {
        return PendingUpdate.of(
                new EntryTarget<>(KEYS, PLAN), EventId.none(), view -> view.append(letter), false, NOBODY);
    }

    /** Returns what such an update wants to acquire. */
    public static AcquireRequest wanted(char letter) {
        PendingUpdate<StringBuilder> update = update(letter);
        return update.wanted(update.targets());
    }

    /** Lets time pass, and ends a park of the thread. */
    public static void passTime(long until, Thread parked) {
        now = until;
        LockSupport.unpark(parked);
    }

    public static Thread start(Runnable task) {
        Thread thread = new Thread(task);
        thread.start();
        return thread;
    }

    public static void join(Thread... threads) {
        try {
            for (Thread thread : threads) {
                thread.join();
            }
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    /** Demands without AssertJ, whose own work would be explored too. */
    public static void demand(boolean holds, String what) {
        if (!holds) {
            throw new AssertionError(what);
        }
    }
}
