package io.github.stormlock.lock.internal.acquire;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.github.stormlock.lock.internal.acquire.Unanswered.Owed;
import io.github.stormlock.lock.internal.protocol.Bytes;
import io.github.stormlock.lock.internal.protocol.LockCalls;
import io.github.stormlock.redis.RedisAnswerLostException;
import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.RedisPort;
import io.github.stormlock.redis.ScriptCall;
import java.util.function.Consumer;

/** Gives locks back: at once if Redis answers, otherwise in the background. Thread-safe. */
final class Releases {
    /** The longest time that a caller waits for the answer to a release. After that it goes on in the background. */
    static final long BUDGET_NANOS = 1_000_000_000L;

    private final RedisPort port;
    private final Consumer<Owed> background;
    private final Ticker ticker;

    Releases(RedisPort port, Consumer<Owed> background, Ticker ticker) {
        this.port = port;
        this.background = background;
        this.ticker = ticker;
    }

    /**
     * Returns a release under the token that the lease has now. The lease has ended here, so it is never renewed
     * again. But a renewal may be on its way, so the release is of use for a full lease from now on.
     *
     * @param wanted true if others of this JVM want the lock
     */
    static Owed of(HeldLease lease, boolean wanted, long now) {
        ScriptCall call = LockCalls.release(
                lease.wanted().kind(),
                lease.wanted().targets().keys(),
                lease.token(),
                lease.heldNanos() / 1_000_000,
                wanted);
        return new Owed(
                call,
                lease.wanted().name(),
                now + lease.leaseNanos(),
                lease.wanted().events());
    }

    /**
     * Sends a release. Never throws: a lock that cannot be given back is free when its lease ends.
     *
     * @param wanted true if others of this JVM want the lock; clients elsewhere come first if it was held for long
     * @return true if the token was found to be gone
     */
    @CanIgnoreReturnValue
    boolean send(HeldLease lease, boolean wanted) {
        long now = ticker.nanos();
        Owed release = of(lease, wanted, now);
        // The lock is given back even by an interrupted thread: the interrupt must not keep the release from getting
        // a connection.
        boolean interrupted = Thread.interrupted();
        try {
            return isGone(release, now + BUDGET_NANOS);
        } catch (RedisException e) {
            LockErrors.log(
                    "lock {} is given back in the background: {}",
                    lease.wanted().name(),
                    e);
            background.accept(release);
            return false;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private boolean isGone(Owed release, long deadline) {
        try {
            return answer(release, BUDGET_NANOS) == 0;
        } catch (RedisAnswerLostException e) {
            long left = deadline - ticker.nanos();
            if (left <= 0) {
                throw e;
            }
            // On another connection. If the token is gone now, the first copy has done that, as far as can be told.
            long unused = answer(release, left);
            return false;
        }
    }

    private long answer(Owed release, long budgetNanos) {
        Object reply = port.run(release.call(), budgetNanos);
        LockErrors.watchHandover(reply, release.events());
        return Bytes.number(Bytes.list(reply).get(0));
    }
}
