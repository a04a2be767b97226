package io.github.stormlock.lock.internal.batch;

import io.github.stormlock.lock.internal.update.AttemptExchange;
import io.github.stormlock.lock.internal.update.GroupAttempt;
import io.github.stormlock.lock.internal.update.UpdateRuntime;
import java.util.ArrayList;
import java.util.List;

/**
 * Attempts the parts of a batch: one pipeline for all of them, and further pipelines for those that missed and for
 * second copies of those whose answers were lost. Each part is settled, and its entry let go, as soon as its own
 * outcome is known. Used by one thread, once.
 */
final class BatchAttempts {
    private final UpdateRuntime runtime;

    BatchAttempts(UpdateRuntime runtime) {
        this.runtime = runtime;
    }

    /** Attempts the parts until each is settled, let go, or left to the lock. */
    void run(List<BatchPart> parts) {
        List<BatchPart> open = new ArrayList<>(parts);
        List<GroupAttempt> attempts = begin(open);
        if (attempts.isEmpty()) {
            return;
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
    }

    /** Returns the attempts of all parts that have one. The other parts leave the list. */
    private static List<GroupAttempt> begin(List<BatchPart> open) {
        List<GroupAttempt> attempts = new ArrayList<>(open.size());
        open.removeIf(part -> {
            GroupAttempt attempt = part.attempt();
            return attempt == null || !attempts.add(attempt);
        });
        return attempts;
    }
}
