package io.github.stormlock.quorum;

import io.github.stormlock.redis.RedisAnswerLostException;
import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.ScriptCall;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * A lock on its way back at one server. It is sent behind all that went there before, so that it cannot overtake the try
 * that took the lock, however late the server comes to that. It is sent again until the server has answered, or it is of
 * no use any more: a second copy finds nothing to do.
 */
final class GiveBack {
    private static final long PAUSE_MILLIS = 100;

    private final Master master;
    private final ScriptCall call;
    private final ScheduledExecutorService later;
    private final BooleanSupplier isOfUse;
    private final Consumer<Object> told;
    private final CompletableFuture<Void> first = new CompletableFuture<>();
    private boolean forgiven;

    /**
     * Creates it; sends nothing yet.
     *
     * @param told takes the answer, and the exception in its place each time that it is sent
     */
    GiveBack(
            Master master,
            ScriptCall call,
            ScheduledExecutorService later,
            BooleanSupplier isOfUse,
            Consumer<Object> told) {
        this.master = master;
        this.call = call;
        this.later = later;
        this.isOfUse = isOfUse;
        this.told = told;
    }

    /** Returns what ends when the server has answered or failed for the first time. */
    CompletableFuture<Void> first() {
        return first;
    }

    void send() {
        var unused = master.send(call).thenAccept(this::answered);
    }

    private void answered(@Nullable Object answer) {
        if (answer instanceof RedisAnswerLostException && !forgiven) {
            // A connection that the server has closed tells that by the first call only.
            forgiven = true;
            send();
            return;
        }
        if (answer != null) {
            told.accept(answer);
        }
        first.complete(null);
        if (answer instanceof RedisException && isOfUse.getAsBoolean()) {
            sendLater();
        }
    }

    private void sendLater() {
        try {
            var unused = later.schedule(this::send, PAUSE_MILLIS, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            // The quorum is closed. The lock is free when its lease ends.
        }
    }
}
