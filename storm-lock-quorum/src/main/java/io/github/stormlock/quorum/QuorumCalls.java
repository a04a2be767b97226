package io.github.stormlock.quorum;

import io.github.stormlock.internal.protocol.Bytes;
import io.github.stormlock.internal.protocol.LockCalls;
import io.github.stormlock.internal.protocol.LockKeys;
import io.github.stormlock.internal.protocol.LockKind;
import io.github.stormlock.redis.Script;
import io.github.stormlock.redis.ScriptCall;
import java.util.List;

/**
 * Makes the calls that one server of a quorum gets. The lock is a string under the key of the mutex of that name, as
 * every client of a red lock keeps it.
 */
final class QuorumCalls {
    private static final Script MUTEX = Script.of(LockKind.class, "token", "mutex");
    private static final Script TAKE = MUTEX.then(QuorumCalls.class, "qtake");
    private static final Script FENCE = MUTEX.then(QuorumCalls.class, "qfence");
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
    static ScriptCall take(LockKeys keys, String token, long leaseMillis, long longestMillis) {
        return new ScriptCall(
                TAKE,
                List.of(keys.lockKey(), SINCE, keys.fenceKey()),
                List.of(Bytes.of(token), Bytes.of(leaseMillis), Bytes.of(longestMillis)));
    }

    /** Returns a call that asks whether the server votes, and takes nothing. {@link QuorumVote#of} reads its answer. */
    static ScriptCall ask(long longestMillis) {
        return take(NO_LOCK, NO_TOKEN, longestMillis, longestMillis);
    }

    /** Returns a call that gives the lock back, for the holder of the token only. */
    static ScriptCall giveBack(LockKeys keys, String token) {
        return LockCalls.release(LockKind.MUTEX, List.of(keys), token, /* heldMillis= */ 0, /* wanted= */ false);
    }

    /**
     * Returns true if the answer to {@link #giveBack} says that the token stood until then.
     *
     * @param answer the answer of one server, which is no error
     */
    static boolean stood(Object answer) {
        return Bytes.number(Bytes.list(answer).get(0)) == 1;
    }

    /** Returns a call that raises the fence, and answers the number that is kept; nothing if the token is gone. */
    static ScriptCall fence(LockKeys keys, String token, long number, long keptMillis) {
        return new ScriptCall(
                FENCE,
                List.of(keys.lockKey(), keys.fenceKey()),
                List.of(Bytes.of(token), Bytes.of(number), Bytes.of(keptMillis)));
    }
}
