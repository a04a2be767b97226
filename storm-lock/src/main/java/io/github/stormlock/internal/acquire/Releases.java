package io.github.stormlock.internal.acquire;

import io.github.stormlock.internal.acquire.Signals.Promise;
import io.github.stormlock.internal.acquire.Unanswered.Owed;
import io.github.stormlock.internal.lifecycle.Ticker;
import io.github.stormlock.internal.protocol.Bytes;
import io.github.stormlock.internal.protocol.Handover;
import io.github.stormlock.internal.protocol.LockCalls;
import io.github.stormlock.internal.protocol.LockErrors;
import io.github.stormlock.redis.RedisAnswerLostException;
import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.RedisPort;
import io.github.stormlock.redis.ScriptCall;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Gives locks back: at once if Redis answers, otherwise in the background. Thread-safe. */
record Releases(RedisPort port, Consumer<Owed> background, Ticker ticker) {
    /** The longest time that a caller waits for the answer to a release. After that it goes on in the background. */
    static final long BUDGET_NANOS = 1_000_000_000L;

    /**
     * Returns a release under the token that the lease has now. The lease has ended here, so it is never renewed
     * again. But a renewal may be on its way, so the release is of use for a full lease from now on.
     *
     * @param wanted true if others of this JVM want the lock
     */
    static Owed of(HeldLease lease, boolean wanted, long now) {
        return of(lease, lease.token(), lease.usedNanos() / 1_000_000, wanted, now);
    }

    private static Owed of(HeldLease lease, String token, long usedMillis, boolean wanted, long now) {
        AcquireRequest request = lease.wanted();
        ScriptCall call = LockCalls.release(request.kind(), request.targets().keys(), token, usedMillis, wanted);
        return new Owed(call, request.name(), now + lease.leaseNanos(), request.events());
    }

    /**
     * Sends a release. Never throws: a lock that cannot be given back is free when its lease ends.
     *
     * @param wanted true if others of this JVM want the lock; clients elsewhere come first if it was held for long
     * @param next the waiter of this JVM that is to have the lock next, or {@code null}
     * @return true if the token was found to be gone
     */
    boolean send(HeldLease lease, boolean wanted, @Nullable Promise next) {
        long now = ticker.nanos();
        Owed release = of(lease, wanted, now);
        // The lock is given back even by an interrupted thread: the interrupt must not keep the release from getting
        // a connection.
        boolean interrupted = Thread.interrupted();
        try {
            return next == null ? isGone(release, now + BUDGET_NANOS) : isGoneTo(next, lease, release, now);
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
            return tellsGone(answer(release.call(), release, BUDGET_NANOS));
        } catch (RedisAnswerLostException e) {
            return isGoneNow(release, deadline, e);
        }
    }

    /** Sends a release a second time, since nobody knows whether the first copy came to Redis. */
    private boolean isGoneNow(Owed release, long deadline, RedisAnswerLostException lost) {
        long left = deadline - ticker.nanos();
        if (left <= 0) {
            throw lost;
        }
        // On another connection. If the token is gone now, the first copy has done that, as far as can be told.
        answer(release.call(), release, left);
        return false;
    }

    /**
     * Sends a release that lets a waiter of this JVM have the lock. A second copy names no waiter: by then this one makes
     * tries of its own, and may have gone.
     */
    private boolean isGoneTo(Promise next, HeldLease lease, Owed release, long now) {
        AcquireRequest request = lease.wanted();
        ScriptCall call = LockCalls.releaseTo(
                request.kind(),
                request.targets().keys(),
                lease.token(),
                lease.usedNanos() / 1_000_000,
                next.successor());
        Object reply;
        try {
            reply = answer(call, release, BUDGET_NANOS);
        } catch (RedisException e) {
            next.doubt();
            if (e instanceof RedisAnswerLostException lost) {
                return isGoneNow(release, now + BUDGET_NANOS, lost);
            }
            throw e;
        }
        if (Handover.ofRelease(reply) != Handover.PASSED_WITHIN) {
            next.withdraw(Handover.ofRelease(reply) == Handover.LEFT_FREE);
        } else if (!next.keep(now, lease.usedSinceNanos())) {
            // The waiter has gone meanwhile, and nobody else knows of its lease.
            background.accept(of(lease, next.successor().token(), 0, false, now));
        }
        return tellsGone(reply);
    }

    private @Nullable Object answer(ScriptCall call, Owed release, long budgetNanos) {
        Object reply = port.run(call, budgetNanos);
        release.events().watchHandover(reply);
        return reply;
    }

    private static boolean tellsGone(@Nullable Object reply) {
        return Bytes.number(Bytes.list(reply).get(0)) == 0;
    }
}
