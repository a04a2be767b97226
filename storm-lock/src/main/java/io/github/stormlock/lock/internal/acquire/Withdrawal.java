package io.github.stormlock.lock.internal.acquire;

import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.ScriptCall;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Removes a note, and passes on whatever an acquisition was granted or given so far and nobody holds as a lease.
 *
 * @param background takes it if it is not answered
 */
public record Withdrawal(Acquiring wanted, ScriptCall call, Consumer<Withdrawal> background) {

    /**
     * Never throws.
     *
     * @param answer to it, or the {@link RedisException} in its place
     */
    public void answered(@Nullable Object answer) {
        if (answer instanceof RedisException e) {
            Troubles.log("a waiter of lock {} is withdrawn in the background: {}", wanted.keys(), e);
            background.accept(this);
        } else {
            Troubles.watchHandover(answer, wanted.events());
        }
    }
}
