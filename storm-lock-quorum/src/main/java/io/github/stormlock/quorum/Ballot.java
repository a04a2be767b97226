package io.github.stormlock.quorum;

import io.github.stormlock.internal.lifecycle.Ticker;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * The answers of the servers of a quorum to one call, as they come. An answer that has not come is {@code null}.
 * Thread-safe; one thread waits.
 */
final class Ballot {
    private final Ticker ticker;
    private final List<@Nullable Object> answers;
    private final List<CompletableFuture<@Nullable Object>> sent = new ArrayList<>();
    private volatile @Nullable Thread waiter;

    Ballot(int servers, Ticker ticker) {
        this.ticker = ticker;
        this.answers = new ArrayList<>(Collections.nCopies(servers, null));
    }

    /** Notes a call that was sent, so that it can be abandoned. */
    synchronized void add(CompletableFuture<@Nullable Object> call) {
        sent.add(call);
    }

    /** Notes the answer of a server; it takes the place of an earlier one. */
    void record(int server, Object answer) {
        synchronized (this) {
            answers.set(server, answer);
        }
        LockSupport.unpark(waiter);
    }

    synchronized List<@Nullable Object> answers() {
        return new ArrayList<>(answers);
    }

    /**
     * Waits until the answers decide, the deadline is past or the thread's interrupts end the wait.
     *
     * @return the answers that have come
     */
    List<@Nullable Object> await(
            long deadlineNanos, Predicate<List<@Nullable Object>> decide, WaitInterrupts interrupts) {
        // Set before the first look: an answer that comes behind it wakes this thread.
        waiter = Thread.currentThread();
        List<@Nullable Object> seen = answers();
        for (long left = deadlineNanos - ticker.nanos();
                left > 0 && !decide.test(seen) && !interrupts.endWait();
                left = deadlineNanos - ticker.nanos()) {
            ticker.park(this, left);
            seen = answers();
        }
        waiter = null;
        return seen;
    }

    /** Waits until the answers decide or the deadline is past. An interrupt is kept for later. */
    List<@Nullable Object> await(long deadlineNanos, Predicate<List<@Nullable Object>> decide) {
        try (WaitInterrupts kept = new WaitInterrupts(/* ending= */ false)) {
            return await(deadlineNanos, decide, kept);
        }
    }

    /** Gives up what is not answered: what is not on its way yet is never sent. */
    synchronized void abandon() {
        for (CompletableFuture<@Nullable Object> call : sent) {
            call.cancel(/* mayInterruptIfRunning= */ false);
        }
    }
}
