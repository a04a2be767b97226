package io.github.stormlock.internal.update;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.ScriptCall;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sends attempts, several in one pipeline, and waits where a copy must not be sent yet. One wait serves all of them.
 * So a server that stands still costs a few command time-outs, however many attempts there are. Used by one thread.
 *
 * <p>An interrupt must not stop an update halfway: the flag is put aside until this is closed.
 */
public final class AttemptExchange implements AutoCloseable {
    private final UpdateRuntime runtime;
    private boolean interrupted;

    public AttemptExchange(UpdateRuntime runtime) {
        this.runtime = runtime;
        this.interrupted = Thread.interrupted();
    }

    /** Sends copies of one attempt until it is final. */
    void finish(GroupAttempt attempt) {
        List<GroupAttempt> alone = List.of(attempt);
        while (!attempt.isFinal()) {
            advance(alone);
        }
    }

    /**
     * Sends the next copies of the attempts that are due, and tells them the answers. If none is due, it waits until
     * each of them is due or final.
     *
     * <p>Each answer is awaited for a command time-out, however short the wait of the updates is. What was sent may
     * be written, and an unknown outcome is worse than a late one.
     */
    public void advance(List<GroupAttempt> open) {
        var unused = advance(open, List.of());
    }

    /**
     * Does as {@link #advance(List)} does, with other calls behind the copies, in the same pipeline.
     *
     * @return the answers to those, or the {@link RedisException} in their place
     */
    @CheckReturnValue
    public List<@Nullable Object> advance(List<GroupAttempt> open, List<ScriptCall> behind) {
        List<GroupAttempt> due = new ArrayList<>(open.size());
        for (GroupAttempt attempt : open) {
            if (attempt.isDue()) {
                due.add(attempt);
            }
        }
        if (due.isEmpty() && behind.isEmpty()) {
            open.forEach(attempt -> awaitPast(attempt.notBeforeNanos()));
            return List.of();
        }
        List<ScriptCall> calls = new ArrayList<>(due.size() + behind.size());
        for (GroupAttempt attempt : due) {
            calls.add(attempt.next());
        }
        calls.addAll(behind);
        List<@Nullable Object> answers = answers(calls);
        for (int i = 0; i < due.size(); i++) {
            due.get(i).answered(answers.get(i));
        }
        if (!due.isEmpty() && due.stream().allMatch(GroupAttempt::isRefused)) {
            runtime.port().pace(Long.MAX_VALUE);
            interrupted |= Thread.interrupted();
        }
        return answers.subList(due.size(), answers.size());
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

    /** Waits for this time at most. An interrupt may end the pause early; the flag is put aside. */
    public void pause(long nanos) {
        if (nanos > 0) {
            runtime.ticker().park(this, nanos);
            interrupted |= Thread.interrupted();
        }
    }

    /** Sets the interrupt flag again if there was an interrupt meanwhile. */
    @Override
    public void close() {
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
