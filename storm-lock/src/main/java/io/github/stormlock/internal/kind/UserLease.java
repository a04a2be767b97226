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
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/** A lease of the locks of one Redis. */
public final class UserLease extends OwnLease {
    private final LockRuntime locks;
    private final ReentrantLock updating = new ReentrantLock();

    UserLease(LockRuntime locks, Users users, HeldLease held) {
        super(users, held, locks.watchdog().notifier());
        this.locks = locks;
    }

    /**
     * Requires that this is the lease of the lock of these entries.
     *
     * @param entries the keys of the entries that are to be changed under it
     * @throws IllegalArgumentException if it is of another lock, or of a lock of another factory
     */
    public void requireLockOf(LockRuntime others, List<String> entries) {
        String lock = Printable.name(name());
        if (!held().wanted().kind().has(LockKind.Trait.GUARDS)) {
            throw new UnsupportedOperationException("under a " + held().wanted().kind() + " nothing is changed: " + lock
                    + "; take the mutex, the write lock or the fair lock of the entry");
        } else if (others != locks) {
            throw new IllegalArgumentException("the lease of lock " + lock + " is of another RedisLockFactory than the"
                    + " guard; take both from one factory");
        } else if (!entries.equals(List.of(name()))) {
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
        UserCode.refuse("the leased update", name());
        try {
            updating.lockInterruptibly();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new LockInterruptedException(name());
        }
        try {
            update.accept(held());
        } finally {
            updating.unlock();
        }
    }

    @Override
    protected long askForFence() {
        AcquireRequest wanted = held().wanted();
        LockKeys keys = wanted.targets().first();
        if (!wanted.kind().has(LockKind.Trait.FENCED)) {
            throw new UnsupportedOperationException("a " + wanted.kind() + " has no fence: " + wanted.name());
        }
        // A second copy answers a number that is higher still.
        ScriptCall call = LockCalls.fence(wanted.kind(), keys, token(), FENCE_KEPT_MILLIS);
        Object reply = SentTwice.answer(locks.port(), keys.entry(), call, this::left);
        if (reply == null) {
            throw new LeaseLostException(keys.entry(), "its token was gone when its fence was asked for");
        }
        return Bytes.number(reply);
    }

    private long left() {
        requireHeld("it had ended when its fence was asked for");
        return held().remainingNanos();
    }

    @Override
    protected boolean release() {
        return locks.release(held(), /* wanted= */ false);
    }

    @Override
    public String toString() {
        return "lease " + token() + " of " + held().wanted().kind() + " " + name();
    }
}
