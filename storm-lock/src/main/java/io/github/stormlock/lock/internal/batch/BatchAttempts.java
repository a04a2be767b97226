package io.github.stormlock.lock.internal.batch;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.stormlock.lock.internal.update.AttemptExchange;
import io.github.stormlock.lock.internal.update.GroupAttempt;
import io.github.stormlock.lock.internal.update.UpdateRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Attempts the parts of a batch: one pipeline for all of them, and further pipelines for those that missed and for
 * second copies of those whose answers were lost. Each part is settled, and its entry let go, as soon as its own
 * outcome is known. Used by one thread, once.
 */
final class BatchAttempts {
    private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final UpdateRuntime runtime;
    private boolean isCut;

    BatchAttempts(UpdateRuntime runtime) {
        this.runtime = runtime;
    }

    /**
     * Attempts the parts until each is settled, let go, or left to the lock.
     *
     * @return false if parts were left since the others took long
     */
    @CheckReturnValue
    boolean run(List<BatchPart> parts) {
        List<BatchPart> open = new ArrayList<>(parts);
        List<GroupAttempt> attempts = begin(open);
        if (attempts.isEmpty()) {
            return true;
        }
        try (AttemptExchange exchange = new AttemptExchange(runtime)) {
            while (!attempts.isEmpty()) {
                exchange.advance(attempts);
                long pause = 0;
                for (BatchPart part : open) {
                    pause = Math.max(pause, part.settleAttempt());
                }
                exchange.pause(pause);
                attempts = begin(open);
            }
        }
        return !isCut;
    }

    /**
     * Returns the attempts of all parts that have one. The other parts leave the list. What is computed is sent once that
     * has taken long, since the first ones would wait for the last. Parts that are left come in the next round.
     */
    private List<GroupAttempt> begin(List<BatchPart> open) {
        List<GroupAttempt> attempts = new ArrayList<>(open.size());
        long begun = runtime.ticker().nanos();
        open.removeIf(part -> {
            if (!attempts.isEmpty() && part.isUnsent() && runtime.ticker().nanos() - begun > LONGEST_NANOS) {
                part.end();
                isCut = true;
                return true;
            }
            GroupAttempt attempt = part.attempt();
            return attempt == null || !attempts.add(attempt);
        });
        return attempts;
    }
}
