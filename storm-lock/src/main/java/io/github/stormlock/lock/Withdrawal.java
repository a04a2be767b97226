package io.github.stormlock.lock;

import io.github.stormlock.lock.Tokens.Acquisition;
import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.ScriptCall;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Removes a note, and passes on whatever an acquisition was granted or given so far and nobody holds as a lease. */
record Withdrawal(Acquiring wanted, ScriptCall call) {

    /** @param note of the waiter; empty for none */
    static Withdrawal of(Acquiring wanted, Acquisition acquisition, String note) {
        return new Withdrawal(
                wanted,
                new ScriptCall(
                        wanted.kind().withdraw(),
                        List.of(wanted.keys().lockKey(), wanted.keys().waitingKey()),
                        List.of(Bytes.of(acquisition.token()), Bytes.of(note))));
    }

    /**
     * Never throws.
     *
     * @param answer to it, or the {@link RedisException} in its place
     */
    void answered(@Nullable Object answer) {
        if (answer instanceof RedisException e) {
            // The note ends with the wait, a gift after 50 ms, an unanswered grant with its lease.
            Troubles.log("a waiter of lock {} could not be withdrawn: {}", wanted.keys(), e);
        } else {
            Troubles.watchHandover(answer, wanted.events());
        }
    }
}
