package io.github.stormlock.internal.kind;

import io.github.stormlock.internal.acquire.AcquireRequest;
import io.github.stormlock.internal.acquire.AcquireResult;
import io.github.stormlock.internal.acquire.HeldLease;
import io.github.stormlock.internal.acquire.LockRuntime;
import io.github.stormlock.internal.protocol.Bytes;
import io.github.stormlock.internal.protocol.LockCalls;
import io.github.stormlock.internal.protocol.LockKind;
import io.github.stormlock.internal.protocol.Tokens.Acquisition;
import io.github.stormlock.internal.text.Printable;
import io.github.stormlock.lock.LeaseLostException;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.redis.ScriptCall;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes a reader of a writer, in one script. Between sending it and its answer, nobody here knows which of the two tokens
 * stands. So a renewal that finds the writer's token gone meanwhile means nothing. If no answer comes at all, both are
 * given back.
 *
 * @param reading the read lock
 */
record Downgrade(Acquiring reading) {

    /**
     * Ends a writer's lease, and returns the reader's.
     *
     * @param owner the thread whose death ends the reader's lease, or {@code null}
     * @throws LeaseLostException if the writer's lease has ended
     * @throws IllegalArgumentException if it is no writer's, or of another lock
     */
    UserLease run(UserLease writer, @Nullable Thread owner) {
        LockRuntime locks = reading.shared().locks();
        requireWriter(writer);
        HeldLease[] reader = new HeldLease[1];
        reading.shared().users().retain();
        // An unlock ends in a downgrade, so an interrupt must not keep it from being done.
        boolean interrupted = Thread.interrupted();
        try {
            writer.use(held -> reader[0] = run(locks, held, owner));
        } finally {
            reading.shared().users().letGo();
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
        if (reading.shared().users().haveEnded()) {
            throw reading.shared().users().closed();
        }
        return reading.lease(reader[0]);
    }

    private void requireWriter(UserLease lease) {
        AcquireRequest wanted = lease.held().wanted();
        boolean ofThisFactory = lease.isOf(reading.shared().locks());
        if (!ofThisFactory
                || !wanted.kind().has(LockKind.Trait.GUARDS)
                || !wanted.name().equals(reading.name())) {
            throw new IllegalArgumentException("a lease of the " + wanted.kind() + " " + Printable.name(wanted.name())
                    + (ofThisFactory ? "" : " of another RedisLockFactory") + " cannot become one of the "
                    + LockKind.READ + " " + Printable.name(reading.name())
                    + "; pass a lease of write() of the same lock");
        }
    }

    private HeldLease run(LockRuntime locks, HeldLease writer, @Nullable Thread owner) {
        AcquireRequest wanted = reading.request(/* interruptible= */ true, /* owned= */ false);
        Acquisition acquisition = locks.newAcquisition(wanted);
        String token = acquisition.token();
        ScriptCall call = LockCalls.downgrade(wanted.targets().first(), writer.token(), token, wanted.leaseMillis());
        long sent = locks.ticker().nanos();
        writer.ends();
        Object reply;
        try {
            reply = SentTwice.answer(locks.port(), reading.name(), call, () -> left(writer));
        } catch (LockException e) {
            writer.goesOn();
            locks.release(writer, /* wanted= */ false);
            locks.withdraw(wanted, acquisition);
            throw e;
        }
        // The writer's lease ends before its token counts again: a renewal that found the token gone would lose it.
        if (reply == null || Bytes.number(reply) == 0) {
            locks.lose(writer);
            throw lost();
        }
        locks.finish(writer);
        return reading.hold(wanted, new AcquireResult.Grant(acquisition, token, sent, List.of()), owner);
    }

    private long left(HeldLease writer) {
        if (!writer.isHeld()) {
            throw lost();
        }
        return writer.remainingNanos();
    }

    private LeaseLostException lost() {
        return new LeaseLostException(reading.name(), "the writer's lease had ended when it was to become a reader's");
    }
}
