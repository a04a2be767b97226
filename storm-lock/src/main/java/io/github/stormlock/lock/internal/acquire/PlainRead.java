package io.github.stormlock.lock.internal.acquire;

import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.internal.protocol.Bytes;
import io.github.stormlock.lock.internal.protocol.LockCalls;
import io.github.stormlock.lock.internal.protocol.LockKeys;
import io.github.stormlock.lock.internal.protocol.ReadReply;
import io.github.stormlock.lock.internal.protocol.ReadSpec;
import io.github.stormlock.redis.RedisAnswerLostException;
import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.RedisPort;
import io.github.stormlock.redis.RedisRefusedException;
import io.github.stormlock.redis.ScriptCall;
import org.jspecify.annotations.Nullable;

/** Reads entries without their locks. */
public final class PlainRead {
    private PlainRead() {}

    /**
     * Reads an entry in one round trip, as it stands when the server reads it.
     *
     * @throws LockException if Redis cannot be asked, or refuses, or if the entry is of another type or too large
     */
    public static ReadReply.Found of(RedisPort port, LockKeys keys, ReadSpec read) {
        try {
            ReadReply reply = ReadReply.of(Bytes.list(answer(port, LockCalls.read(keys, read))));
            if (reply instanceof ReadReply.Found found) {
                return found;
            }
            throw LockErrors.notRead(keys, read, reply);
        } catch (RedisRefusedException e) {
            throw LockErrors.refused(keys, e);
        } catch (RedisException e) {
            throw LockErrors.unavailable(keys, e);
        }
    }

    /** Asks a second time if the answer is lost, as where the server has closed the connection: a read changes nothing. */
    private static @Nullable Object answer(RedisPort port, ScriptCall call) {
        try {
            return port.run(call, Long.MAX_VALUE);
        } catch (RedisAnswerLostException e) {
            if (Thread.currentThread().isInterrupted()) {
                throw e;
            }
            return port.run(call, Long.MAX_VALUE);
        }
    }
}
