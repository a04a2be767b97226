package io.github.stormlock.lock.internal.batch;

import io.github.stormlock.lock.internal.update.AttemptExchange;
import io.github.stormlock.lock.internal.update.GroupAttempt;
import io.github.stormlock.lock.internal.update.UpdateRuntime;
import java.util.ArrayList;
import java.util.List;

/**
 * Attempts the parts of a batch: one pipeline for all of them, and further ones for those that missed, beside second copies of
 * those whose answers were lost. Each part is settled, and its entry let go, as soon as its own outcome is known. Used by one
 * thread, once.
 */
final class BatchAttempts<V> {
    private final UpdateRuntime runtime;

    BatchAttempts(UpdateRuntime runtime) {
        this.runtime = runtime;
    }

    /** Returns when each part is settled, let go, or left to the lock. */
    void run(List<BatchPart<V>> parts) {
        List<BatchPart<V>> open = new ArrayList<>(parts);
        List<GroupAttempt<V>> attempts = begin(open);
        if (attempts.isEmpty()) {
            return;
        }
        try (AttemptExchange exchange = new AttemptExchange(runtime)) {
            while (!attempts.isEmpty()) {
                exchange.advance(attempts);
                long pause = 0;
                for (BatchPart<V> part : open) {
                    pause = Math.max(pause, part.settleAttempt());
                }
                exchange.pause(pause);
                attempts = begin(open);
            }
        }
    }

    /** The attempts of all that have one; the others leave. */
    private static <V> List<GroupAttempt<V>> begin(List<BatchPart<V>> open) {
        List<GroupAttempt<V>> attempts = new ArrayList<>(open.size());
        open.removeIf(part -> {
            GroupAttempt<V> attempt = part.attempt();
            return attempt == null || !attempts.add(attempt);
        });
        return attempts;
    }
}
