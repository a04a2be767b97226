package io.github.stormlock.torture;

import java.io.PrintStream;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;

/**
 * Where the harness catches a client: a thread that comes to the step that is armed says so and stays there until it is told
 * to go on, or is killed. Thread-safe.
 */
final class Steps {
    static final String BEFORE = "before";
    static final String ACQUIRED = "acquired";
    static final String COMPUTED = "computed";
    static final String WRITTEN = "written";
    static final String COMMITTED = "committed";
    static final String ACKED = "acked";
    static final String HOLDING = "holding";
    static final String TAKING = "taking";
    static final String RELEASING = "releasing";

    private final PrintStream out;
    private final AtomicReference<@Nullable String> armed = new AtomicReference<>();
    private volatile CountDownLatch stay = new CountDownLatch(0);

    Steps(PrintStream out) {
        this.out = out;
    }

    void arm(String step) {
        stay = new CountDownLatch(1);
        armed.set(step);
    }

    void resume() {
        armed.set(null);
        stay.countDown();
    }

    /** The step is named by a constant: it is compared as an object, since every update passes here. */
    void at(String step) {
        String wanted = armed.get();
        if (wanted == null || !wanted.equals(step) || !armed.compareAndSet(wanted, null)) {
            return;
        }
        out.println(Client.MARK + "at " + step);
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
