package io.github.stormlock.internal.kind;

import io.github.stormlock.internal.acquire.AcquireRequest;
import io.github.stormlock.internal.acquire.HeldLease;
import io.github.stormlock.internal.acquire.LockRuntime;
import io.github.stormlock.internal.lifecycle.Users;
import io.github.stormlock.internal.protocol.Bytes;
import io.github.stormlock.internal.protocol.LockCalls;
import io.github.stormlock.internal.protocol.LockKeys;
import io.github.stormlock.internal.protocol.LockKind;
import io.github.stormlock.internal.text.Printable;
import io.github.stormlock.internal.usercode.UserCode;
import io.github.stormlock.lock.LeaseLostException;
import io.github.stormlock.lock.LockInterruptedException;
import io.github.stormlock.redis.ScriptCall;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** The lease as its user sees it. */
public final class UserLease implements OwnLease {
    /** How long the last fence of a lock is kept. */
    public static final long FENCE_KEPT_MILLIS = 3_600_000;

    private static final long NOT_ASKED = 0;

    private final LockRuntime locks;
    private final Users users;
    private final HeldLease held;
    private final ReentrantLock updating = new ReentrantLock();
    private long fence = NOT_ASKED;

    UserLease(LockRuntime locks, Users users, HeldLease held) {
        this.locks = locks;
        this.users = users;
        this.held = held;
    }

    /**
     * Requires that this is the lease of the lock of these entries.
     *
     * @param entries the keys of the entries that are to be changed under it
     * @throws IllegalArgumentException if it is of another lock, or of a lock of another factory
     */
    public void requireLockOf(LockRuntime others, List<String> entries) {
        String lock = Printable.name(held.wanted().name());
        if (!held.wanted().kind().has(LockKind.Trait.GUARDS)) {
            throw new UnsupportedOperationException("under a " + held.wanted().kind() + " nothing is changed: " + lock
                    + "; take the mutex, the write lock or the fair lock of the entry");
        } else if (others != locks) {
            throw new IllegalArgumentException("the lease of lock " + lock + " is of another RedisLockFactory than the"
                    + " guard; take both from one factory");
        } else if (!entries.equals(List.of(held.wanted().name()))) {
            String wanted = entries.stream().map(Printable::name).collect(Collectors.joining(", "));
            throw new IllegalArgumentException("the lease is of lock " + lock + ", and the guard of " + wanted
                    + "; under a lease only the entry is changed whose lock it is");
        }
    }

    /**
     * Runs an update under the lease. The next one waits until it is done: two at a time would read the same.
     *
     * @throws LockInterruptedException if the thread is interrupted while it waits
     * @throws IllegalStateException if the calling thread is inside an update: two such updates could wait for each other
     */
    public void use(Consumer<HeldLease> update) {
        UserCode.refuse("the leased update", held.wanted().name());
        try {
            updating.lockInterruptibly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LockInterruptedException(held.wanted().name());
        }
        try {
            update.accept(held);
        } finally {
            updating.unlock();
        }
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
        AcquireRequest wanted = held.wanted();
        LockKeys keys = wanted.targets().first();
        if (!wanted.kind().has(LockKind.Trait.FENCED)) {
            throw new UnsupportedOperationException("a " + wanted.kind() + " has no fence: " + wanted.name());
        }
        // A second copy answers a number that is higher still.
        ScriptCall call = LockCalls.fence(wanted.kind(), keys, held.token(), FENCE_KEPT_MILLIS);
        Object reply = SentTwice.answer(locks.port(), keys.entry(), call, this::left);
        if (reply == null) {
            throw new LeaseLostException(keys.entry(), "its token was gone when its fence was asked for");
        }
        return Bytes.number(reply);
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
        giveBack();
    }

    @Override
    public boolean giveBack() {
        boolean stood = held.isHeld();
        // The end of the factory's last user ends every lease. Until the release is answered, this counts as a user,
        // so that its connection stands.
        if (!users.tryGoOn()) {
            return false;
        }
        try {
            return locks.release(held, /* wanted= */ false) && stood;
        } finally {
            users.letGo();
        }
    }

    @Override
    public void requireStanding() {
        if (users.haveEnded()) {
            throw users.closed();
        } else if (!held.isHeld()) {
            throw new LeaseLostException(held.wanted().name(), "it had ended when its owner locked it again");
        }
    }

    @Override
    public String toString() {
        return "lease " + held.token() + " of " + held.wanted().kind() + " "
                + held.wanted().name();
    }
}
