package io.github.stormlock.internal.kind;

import io.github.stormlock.internal.protocol.LockErrors;
import io.github.stormlock.redis.RedisAnswerLostException;
import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.RedisPort;
import io.github.stormlock.redis.ScriptCall;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** Sends calls whose second copy does no harm: once more if the answer is lost. */
final class SentTwice {
    private SentTwice() {}

    /**
     * Sends a call about a lock.
     *
     * @param lock the name of the lock, for messages
     * @param budgetNanos asked before each copy, for how long it may take
     * @throws io.github.stormlock.lock.LockException if Redis refuses or does not answer
     */
    static @Nullable Object answer(RedisPort port, String lock, ScriptCall call, LongSupplier budgetNanos) {
        try {
            try {
                return port.run(call, budgetNanos.getAsLong());
            } catch (RedisAnswerLostException e) {
                return port.run(call, budgetNanos.getAsLong());
            }
        } catch (RedisException e) {
            throw LockErrors.ofLock(lock, e);
        }
    }
}
