package io.github.stormlock.lock;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.RedisPort;
import io.github.stormlock.redis.ScriptCall;
import java.util.List;

/** Gives locks back. */
final class Releases {
    private Releases() {}

    /** As {@link #send(RedisPort, HeldLease, boolean)}, where nobody of this JVM is known to want the lock. */
    @CanIgnoreReturnValue
    static boolean send(RedisPort port, HeldLease lease) {
        return send(port, lease, List.of(Bytes.of(lease.token())));
    }

    /**
     * Never throws: a lock that cannot be given back is free when its lease ends.
     *
     * @param wanted whether others of this JVM want the lock; strangers come first if it was held for long
     * @return whether the token was found to be gone
     */
    @CanIgnoreReturnValue
    static boolean send(RedisPort port, HeldLease lease, boolean wanted) {
        return send(
                port,
                lease,
                List.of(Bytes.of(lease.token()), Bytes.of(lease.heldNanos() / 1_000_000), Bytes.of(wanted ? "1" : "")));
    }

    private static boolean send(RedisPort port, HeldLease lease, List<byte[]> args) {
        // Interrupted or not, the lock is given back: an interrupt must not keep the release from getting a connection.
        boolean interrupted = Thread.interrupted();
        try {
            Object reply = port.run(
                    new ScriptCall(
                            lease.wanted().kind().release(),
                            List.of(lease.keys().lockKey(), lease.keys().waitingKey()),
                            args),
                    Long.MAX_VALUE);
            Troubles.watchHandover(reply, lease.wanted().events());
            return Bytes.number(Bytes.list(reply).get(0)) == 0;
        } catch (RedisException e) {
            Troubles.log("lock {} could not be given back and is free when its lease ends: {}", lease.keys(), e);
            return false;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
