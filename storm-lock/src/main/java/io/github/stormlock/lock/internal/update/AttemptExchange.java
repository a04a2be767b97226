package io.github.stormlock.lock.internal.update;

import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.ScriptCall;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sends attempts, several in one pipeline, and waits where a copy must not be sent yet. So a server that stands still costs a few
 * command time-outs, however many attempts there are. Used by one thread.
 *
 * <p>Half an update is no way to react to an interrupt: the flag is put aside until this is closed.
 */
public final class AttemptExchange implements AutoCloseable {
    private final UpdateRuntime runtime;
    private boolean interrupted;

    public AttemptExchange(UpdateRuntime runtime) {
        this.runtime = runtime;
        this.interrupted = Thread.interrupted();
    }

    /** Returns once the attempt is final. */
    void finish(GroupAttempt<?> attempt) {
        List<GroupAttempt<?>> alone = List.of(attempt);
        while (!attempt.isFinal()) {
            advance(alone);
        }
    }

    /**
     * Sends the next copies of those that are due, and tells them the answers. Where none is due, it waits until all are due,
     * or final: one wait for all of them.
     *
     * <p>Awaits answers for a command time-out, however short the wait of the updates: what is sent may be written, and to
     * have it unknown is worse than to be late.
     */
    public void advance(List<? extends GroupAttempt<?>> open) {
        List<GroupAttempt<?>> due = new ArrayList<>(open.size());
        for (GroupAttempt<?> attempt : open) {
            if (attempt.isDue()) {
                due.add(attempt);
            }
        }
        if (due.isEmpty()) {
            open.forEach(attempt -> awaitPast(attempt.notBeforeNanos()));
            return;
        }
        List<ScriptCall> calls = new ArrayList<>(due.size());
        for (GroupAttempt<?> attempt : due) {
            calls.add(attempt.next());
        }
        List<@Nullable Object> answers = answers(calls);
        for (int i = 0; i < due.size(); i++) {
            due.get(i).answered(answers.get(i));
        }
    }

    private List<@Nullable Object> answers(List<ScriptCall> calls) {
        long budget = runtime.commandTimeoutNanos();
        try {
            return calls.size() == 1
                    ? Collections.singletonList(runtime.port().run(calls.get(0), budget))
                    : runtime.port().runAll(calls, budget);
        } catch (RedisException e) {
            return Collections.nCopies(calls.size(), e);
        }
    }

    private void awaitPast(long nanos) {
        for (long left = nanos - runtime.ticker().nanos();
                left > 0;
                left = nanos - runtime.ticker().nanos()) {
            pause(left);
        }
    }

    /** Waits for so long at most. */
    public void pause(long nanos) {
        if (nanos > 0) {
            runtime.ticker().park(this, nanos);
            interrupted |= Thread.interrupted();
        }
    }

    /** The flag is up again, if anybody has put it up meanwhile. */
    @Override
    public void close() {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
