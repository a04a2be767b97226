package io.github.stormlock.quorum;

import io.github.stormlock.redis.ScriptCall;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * A script on its way over a lane.
 *
 * @param answer takes the answer, or the exception in its place
 */
record LaneCall(ScriptCall call, CompletableFuture<@Nullable Object> answer) {

    LaneCall(ScriptCall call) {
        this(call, new CompletableFuture<>());
    }

    /** Returns true if somebody still wants it to be sent. */
    boolean isWanted() {
        return !answer.isDone();
    }

    /** Gives the answer; a call that was cancelled meanwhile takes none. */
    void settle(@Nullable Object value) {
        answer.complete(value);
    }
}
