package io.github.stormlock.lock.internal.protocol;

import io.github.stormlock.redis.Script;
import io.github.stormlock.redis.ScriptCall;
import java.util.List;

/**
 * Makes the calls that one server of a quorum gets. The lock is a string under the key of the mutex of that name, as
 * every client of a red lock keeps it.
 */
public final class QuorumCalls {
    private static final Script TAKE = Script.of(LockKind.class, "token", "mutex", "qtake");
    private static final Script FENCE = Script.of(LockKind.class, "token", "mutex", "qfence");
    private static final byte[] SINCE = Bytes.of(LockKeys.QUORUM + "born");
    private static final LockKeys NO_LOCK = LockKeys.of("quorum", /* cluster= */ false);
    private static final String NO_TOKEN = "";

    private QuorumCalls() {}

    /**
     * Returns a call that takes a lock. {@link QuorumVote#of} reads its answer.
     *
     * @param token a token that was never sent before
     * @param longestMillis the longest lease that any client of this quorum takes
     */
    public static ScriptCall take(LockKeys keys, String token, long leaseMillis, long longestMillis) {
        return new ScriptCall(
                TAKE,
                List.of(keys.lockKey(), SINCE, keys.fenceKey()),
                List.of(Bytes.of(token), Bytes.of(leaseMillis), Bytes.of(longestMillis)));
    }

    /** Returns a call that asks whether the server votes, and takes nothing. {@link QuorumVote#of} reads its answer. */
    public static ScriptCall ask(long longestMillis) {
        return take(NO_LOCK, NO_TOKEN, longestMillis, longestMillis);
    }

    /** Returns a call that gives the lock back, for the holder of the token only. */
    public static ScriptCall giveBack(LockKeys keys, String token) {
        return LockCalls.release(LockKind.MUTEX, List.of(keys), token, /* heldMillis= */ 0, /* wanted= */ false);
    }

    /**
     * Returns true if the answer to {@link #giveBack} says that the token stood until then.
     *
     * @param answer the answer of one server, which is no error
     */
    public static boolean stood(Object answer) {
        return Bytes.number(Bytes.list(answer).get(0)) == 1;
    }

    /** Returns a call that raises the fence, and answers the number that is kept; nothing if the token is gone. */
    public static ScriptCall fence(LockKeys keys, String token, long number, long keptMillis) {
        return new ScriptCall(
                FENCE,
                List.of(keys.lockKey(), keys.fenceKey()),
                List.of(Bytes.of(token), Bytes.of(number), Bytes.of(keptMillis)));
    }
}
