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

/** Gives locks back: at once where Redis answers, otherwise in the background. Thread-safe. */
final class Releases {
    /** A caller waits this long for the answer to a release; the background does the rest. */
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
     * A release under the token that the lease has now, for a lease that has ended here and so is never renewed again. It is
     * of use for a full lease from now on, since a renewal may be on its way.
     *
     * @param wanted whether others of this JVM want the lock
     */
    static Owed of(HeldLease lease, boolean wanted, long now) {
        ScriptCall call = LockCalls.release(
                lease.wanted().kind(), lease.keys(), lease.token(), lease.heldNanos() / 1_000_000, wanted);
        return new Owed(
                call, lease.keys(), now + lease.leaseNanos(), lease.wanted().events());
    }

    /**
     * Never throws: a lock that cannot be given back is free when its lease ends.
     *
     * @param wanted whether others of this JVM want the lock; strangers come first if it was held for long
     * @return whether the token was found to be gone
     */
    @CanIgnoreReturnValue
    boolean send(HeldLease lease, boolean wanted) {
        long now = ticker.nanos();
        Owed release = of(lease, wanted, now);
        // Interrupted or not, the lock is given back: an interrupt must not keep the release from getting a connection.
        boolean interrupted = Thread.interrupted();
        try {
            return isGone(release, now + BUDGET_NANOS);
        } catch (RedisException e) {
            Troubles.log("lock {} is given back in the background: {}", lease.keys(), e);
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
            // On another connection. That the token is gone now is the first copy's work, as far as can be told.
            long unused = answer(release, left);
            return false;
        }
    }

    private long answer(Owed release, long budgetNanos) {
        Object reply = port.run(release.call(), budgetNanos);
        Troubles.watchHandover(reply, release.events());
        return Bytes.number(Bytes.list(reply).get(0));
    }
}
