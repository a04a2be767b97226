package io.github.stormlock.internal.batch;

import io.github.stormlock.internal.update.AttemptExchange;
import io.github.stormlock.internal.update.GroupAttempt;
import io.github.stormlock.internal.update.HangWatch;
import io.github.stormlock.internal.update.PendingUpdate;
import io.github.stormlock.internal.update.UpdateRuntime;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/**
 * Attempts the parts of a batch: one pipeline for all of them, and further pipelines for those that missed and for
 * second copies of those whose answers were lost. Each part is settled, and its entry let go, as soon as its own
 * outcome is known. Used by one thread, once.
 */
final class BatchAttempts {
    private final UpdateRuntime runtime;
    private final Computations<BatchPart> computations;
    private final Consumer<List<PendingUpdate<?>>> letGo;

    /** @param letGo takes updates that are settled, or were not sent since another one hung */
    BatchAttempts(UpdateRuntime runtime, Consumer<List<PendingUpdate<?>>> letGo) {
        this.runtime = runtime;
        this.letGo = letGo;
        this.computations = new Computations<>(runtime.ticker(), BatchPart::name, part -> letGo.accept(part.recall()));
    }

    /** Attempts the parts until each is settled, let go, or left to the lock. */
    void run(List<BatchPart> parts) {
        computations.watch(runtime.hangs(), parts.size() > 1, () -> attempt(parts));
    }

    private void attempt(List<BatchPart> parts) {
        List<BatchPart> open = new ArrayList<>(parts);
        List<GroupAttempt> attempts = begin(parts, open);
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
                attempts = begin(parts, open);
                if (!attempts.isEmpty()) {
                    // Answers that were lost are awaited for long.
                    letGo.accept(settled(parts));
                }
            }
        }
    }

    private static List<PendingUpdate<?>> settled(List<BatchPart> parts) {
        List<PendingUpdate<?>> settled = new ArrayList<>();
        parts.forEach(part -> settled.addAll(part.takeSettled()));
        return settled;
    }

    /**
     * Returns the attempts of all parts that have one. The other parts leave the list. What is computed is sent once that
     * has taken long, since the first ones would wait for the last. Parts that are left come in the next round.
     */
    private List<GroupAttempt> begin(List<BatchPart> parts, List<BatchPart> open) {
        // Also those that are left to the lock.
        List<BatchPart> all = new ArrayList<>(parts);
        all.removeIf(part -> part.begun() != null);
        computations.unsent(all);
        long begun = runtime.ticker().nanos();
        boolean any = false;
        for (BatchPart next : open) {
            if (any && next.begun() == null && runtime.ticker().nanos() - begun > HangWatch.LONGEST_NANOS) {
                next.end();
            } else {
                any |= computations.compute(next, part -> part.attempt() != null);
            }
        }
        List<GroupAttempt> attempts = new ArrayList<>(open.size());
        open.removeIf(part -> {
            GroupAttempt attempt = part.begun();
            return attempt == null || !attempts.add(attempt);
        });
        return attempts;
    }
}
