package io.github.stormlock.internal.acquire;

import io.github.stormlock.internal.protocol.LockErrors;
import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.ScriptCall;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A call that removes a note and passes on what an acquisition was granted or given, where nobody holds that as a
 * lease.
 *
 * @param background takes this if it is not answered
 */
public record Withdrawal(AcquireRequest wanted, ScriptCall call, Consumer<Withdrawal> background) {

    /**
     * Takes the answer. Without an answer, the withdrawal goes on in the background. Never throws.
     *
     * @param answer the script's answer, or the {@link RedisException} in its place
     */
    public void answered(@Nullable Object answer) {
        if (answer instanceof RedisException e) {
            LockErrors.log("a waiter of lock {} is withdrawn in the background: {}", wanted.name(), e);
            later();
        } else {
            wanted.events().watchHandover(answer);
        }
    }

    /** Has it sent in the background. Never throws, does not block. */
    public void later() {
        background.accept(this);
    }
}
