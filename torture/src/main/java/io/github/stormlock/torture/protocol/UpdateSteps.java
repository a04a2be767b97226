package io.github.stormlock.torture.protocol;

import io.github.stormlock.test.internal.process.ChildJvm;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * The steps at which the harness can catch a client. A thread that comes to the armed step reports so and stays there until
 * it is told to go on, or is killed. Thread-safe.
 */
public final class UpdateSteps {
    public static final String BEFORE = "before";
    public static final String ACQUIRED = "acquired";
    public static final String COMPUTED = "computed";
    public static final String COMMITTED = "committed";
    public static final String ACKED = "acked";
    public static final String LARGE = "large";
    public static final String HOLDING = "holding";

    private final AtomicReference<@Nullable String> armed = new AtomicReference<>();
    private volatile CountDownLatch stay = new CountDownLatch(0);

    public void arm(String step) {
        stay = new CountDownLatch(1);
        armed.set(step);
    }

    public void resume() {
        armed.set(null);
        stay.countDown();
    }

    /** Stays here if this step is armed. Every update passes here, so nothing else is done while no step is armed. */
    public void at(String step) {
        String wanted = armed.get();
        if (wanted == null || !wanted.equals(step) || !armed.compareAndSet(wanted, null)) {
            return;
        }
        ChildJvm.say("at " + step);
        boolean interrupted = false;
        while (true) {
            try {
                stay.await();
                break;
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
