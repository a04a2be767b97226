package io.github.stormlock.internal.kind;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.internal.acquire.LockRuntime;
import io.github.stormlock.internal.figures.SafeLockEvents;
import io.github.stormlock.internal.lifecycle.Users;
import io.github.stormlock.redis.ScriptCall;
import org.jspecify.annotations.Nullable;

/**
 * The parts of a factory, or of a view of it, that all its locks share.
 *
 * @param users those of the connection; an acquisition under way is one
 * @param holds the locks that each thread owns
 * @param events the listener of the locks
 */
public record Shared(LockRuntime locks, Users users, Holds holds, LockSettings settings, SafeLockEvents events) {

    /** Asks Redis about a lock. If the answer is lost it asks once more, so only for calls whose second copy does no harm. */
    @Nullable
    Object ask(String name, ScriptCall call) {
        users.retain();
        try {
            locks.checkServer(Long.MAX_VALUE);
            return SentTwice.answer(locks.port(), name, call, () -> Long.MAX_VALUE);
        } finally {
            users.letGo();
        }
    }
}
