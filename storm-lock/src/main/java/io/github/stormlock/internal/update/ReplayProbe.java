package io.github.stormlock.internal.update;

import io.github.stormlock.internal.protocol.AttemptReply;
import io.github.stormlock.internal.protocol.Holder;
import io.github.stormlock.internal.protocol.LockErrors;
import io.github.stormlock.lock.LockCount;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.OutcomeUnknownException;

/**
 * Settles an update that threw under the lock. An update that finds its own work done may well throw; then it is a
 * replay and no failure. Used by one thread, once.
 *
 * @param lead its leader, which has nobody else in its group
 */
record ReplayProbe(UpdateRuntime runtime, LeaderState lead) {

    /**
     * Throws what was thrown, unless the event was applied before. Then the update is settled, or fails by what keeps the
     * server from showing the entry: what a replay throws says nothing of the entry.
     */
    void settle(Throwable thrown) {
        AttemptReply reply = LockErrors.isFatal(thrown) || !lead.own().hasEventId() ? null : ask(thrown);
        if (reply == null || isNew(reply)) {
            throw LockErrors.<RuntimeException>sneak(thrown);
        }
        // The marks are looked at before the token: it may be gone, and others may have written since.
        lead.live().forget();
        try {
            new GroupSettling(runtime, lead).notWritten(reply);
        } catch (LockException e) {
            e.addSuppressed(thrown);
            throw e;
        }
    }

    /** Returns true if the event was looked for and not found. After a refusal, or while its slot moves, nobody knows. */
    private static boolean isNew(AttemptReply reply) {
        return reply instanceof AttemptReply.Missed
                || (reply instanceof AttemptReply.Busy busy && !busy.holder().equals(Holder.MIGRATING))
                || (reply instanceof AttemptReply.TooLarge large && large.seen().isEmpty());
    }

    private AttemptReply ask(Throwable thrown) {
        // An interrupt must not hide what the update threw.
        boolean interrupted = Thread.interrupted();
        try {
            return new Question(runtime, lead, lead.live().lease().token()).ask();
        } catch (LockException e) {
            if (e instanceof OutcomeUnknownException) {
                lead.own().events().tell(LockCount.UNKNOWN);
            }
            e.addSuppressed(thrown);
            throw e;
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
