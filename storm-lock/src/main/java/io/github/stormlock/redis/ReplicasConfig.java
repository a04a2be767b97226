package io.github.stormlock.redis;

import io.github.stormlock.redis.internal.connect.Checks;
import java.time.Duration;

/**
 * The number of replicas that must have a commit before it counts as done. Immutable and thread-safe.
 *
 * <p>It narrows what a fail-over may lose. It does not close the gap: a replica that confirmed need not be the one that
 * is promoted.
 *
 * @param least the number of replicas: 0, which waits for none, to 16
 * @param maxWait the longest wait for them: 1 to 2,147,483,647 ms
 */
public record ReplicasConfig(int least, Duration maxWait) {

    /** No wait for replicas. */
    public static final ReplicasConfig NONE = new ReplicasConfig(0, Duration.ofSeconds(1));

    private static final int MOST = 16;

    /**
     * Checks both.
     *
     * @throws IllegalArgumentException if one is out of its range, naming it, value, unit and range
     */
    public ReplicasConfig {
        Checks.range("replicas.least", least, 0, MOST, "replicas");
        Checks.timeout("replicas.wait", maxWait);
    }

    /** {@return true if a commit waits for replicas at all} */
    public boolean isOn() {
        return least > 0;
    }

    /** {@return the longest wait in milliseconds, as Redis takes it} */
    public int millis() {
        return (int) maxWait.toMillis();
    }
}
