package io.github.stormlock.lock.internal.mutex;

import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LeaseLostException;
import io.github.stormlock.lock.internal.acquire.HeldLease;
import io.github.stormlock.lock.internal.acquire.LockErrors;
import io.github.stormlock.lock.internal.acquire.LockRuntime;
import io.github.stormlock.lock.internal.acquire.Users;
import io.github.stormlock.lock.internal.protocol.Bytes;
import io.github.stormlock.lock.internal.protocol.LockCalls;
import io.github.stormlock.lock.internal.protocol.LockKeys;
import io.github.stormlock.redis.RedisAnswerLostException;
import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.RedisRefusedException;
import io.github.stormlock.redis.ScriptCall;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The lease as its user sees it. */
final class MutexLease implements Lease {
    private static final long FENCE_KEPT_MILLIS = 3_600_000;
    private static final long NOT_ASKED = 0;

    private final LockRuntime locks;
    private final Users users;
    private final HeldLease held;
    private long fence = NOT_ASKED;

    MutexLease(LockRuntime locks, Users users, HeldLease held) {
        this.locks = locks;
        this.users = users;
        this.held = held;
        held.belongsTo(this);
    }

    @Override
    public String token() {
        return held.token();
    }

    @Override
    public synchronized long fence() {
        if (fence == NOT_ASKED) {
            fence = ask();
        }
        return fence;
    }

    private long ask() {
        LockKeys keys = held.wanted().targets().first();
        ScriptCall call = LockCalls.fence(held.wanted().kind(), keys, held.token(), FENCE_KEPT_MILLIS);
        try {
            Object reply = answer(call);
            if (reply == null) {
                throw new LeaseLostException(keys.entry(), "its token was gone when its fence was asked for");
            }
            return Bytes.number(reply);
        } catch (RedisRefusedException e) {
            throw LockErrors.refusedLock(keys.entry(), e);
        } catch (RedisException e) {
            throw LockErrors.unavailable(keys.entry(), e);
        }
    }

    /**
     * Asks for a fence, and a second time if the answer is lost. The second copy answers a number that is higher
     * still.
     */
    private @Nullable Object answer(ScriptCall call) {
        try {
            return locks.port().run(call, left());
        } catch (RedisAnswerLostException e) {
            return locks.port().run(call, left());
        }
    }

    private long left() {
        if (!held.isHeld()) {
            throw new LeaseLostException(held.wanted().name(), "it had ended when its fence was asked for");
        }
        return held.remainingNanos();
    }

    @Override
    public Duration remaining() {
        return held.isHeld() ? Duration.ofNanos(Math.max(0, held.remainingNanos())) : Duration.ZERO;
    }

    @Override
    public boolean isHeld() {
        return held.isHeld();
    }

    @Override
    public void onLost(Runnable action) {
        held.onLost(action, locks.watchdog().notifier());
    }

    @Override
    public void close() {
        boolean unused = giveBack();
    }

    /**
     * Gives the lock back as {@link #close} does. Returns false if the lease is known to have ended before this call.
     */
    boolean giveBack() {
        boolean stood = held.isHeld();
        // The end of the factory's last user ends every lease. Until the release is answered, this counts as a user,
        // so that its connection stands.
        if (!users.tryRetain()) {
            return false;
        }
        try {
            return locks.release(held, /* wanted= */ false) && stood;
        } finally {
            users.letGo();
        }
    }

    /**
     * Requires that the lease stands.
     *
     * @throws LeaseLostException if the lease has ended
     * @throws IllegalStateException if the factory is closed
     */
    void requireStanding() {
        if (users.haveEnded()) {
            throw Users.closed();
        } else if (!held.isHeld()) {
            throw new LeaseLostException(held.wanted().name(), "it had ended when its owner locked it again");
        }
    }

    @Override
    public String toString() {
        return "lease " + held.token() + " of lock " + held.wanted().name();
    }
}
