package io.github.stormlock.internal.batch;

import io.github.stormlock.internal.acquire.LockRuntime;
import io.github.stormlock.internal.acquire.Unanswered.Owed;
import io.github.stormlock.internal.update.AttemptExchange;
import io.github.stormlock.internal.update.GroupAttempt;
import io.github.stormlock.internal.update.PendingUpdate;
import io.github.stormlock.internal.update.UpdateRuntime;
import io.github.stormlock.redis.RedisAnswerLostException;
import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.RedisRefusedException;
import io.github.stormlock.redis.ScriptCall;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Sends what a batch does under locks. The tries go in one pipeline. Nothing is computed before they are answered. Then what
 * was computed goes in one pipeline, with what gives locks back that were not used. If answers were lost, further ones follow
 * with later copies. So a server that stands still costs a few command time-outs, however many entries there are. Used by one
 * thread, once.
 */
final class BatchExchange {
    private static final long LONGEST_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    private final UpdateRuntime runtime;
    private final LockRuntime locks;
    private final Computations<BatchLocking> computations;
    private final List<BatchLocking> granted = new ArrayList<>();
    private final List<BatchLocking> writing = new ArrayList<>();
    /** What gives locks back, until it is answered. */
    private final Map<BatchLocking, Owed> withdrawals = new LinkedHashMap<>(0);

    /** @param letGo takes updates of which nothing was sent since another one hung */
    BatchExchange(UpdateRuntime runtime, Consumer<List<PendingUpdate<?>>> letGo) {
        this.runtime = runtime;
        this.locks = runtime.locks();
        this.computations =
                new Computations<>(runtime.ticker(), part -> part.wanted().name(), part -> letGo.accept(part.recall()));
    }

    void run(List<BatchLocking> parts) {
        try {
            acquire(parts);
            computations.unsent(List.copyOf(granted));
            computations.watch(runtime.hangs(), granted.size() > 1, this::compute);
            write();
        } finally {
            // Those that an error kept from being sent, or answered. A second copy finds nothing to do.
            withdrawals.keySet().forEach(BatchLocking::withdraw);
        }
    }

    /** Sends what was computed, and gives back what was not. */
    private void write() {
        List<BatchLocking> open = new ArrayList<>(writing);
        List<GroupAttempt> attempts = new ArrayList<>(writing.size());
        writing.forEach(part -> attempts.add(part.write().attempt()));
        List<ScriptCall> behind = new ArrayList<>(withdrawals.size());
        withdrawals.values().forEach(withdrawal -> behind.add(withdrawal.call()));
        if (attempts.isEmpty() && behind.isEmpty()) {
            return;
        }
        try (AttemptExchange exchange = new AttemptExchange(runtime)) {
            List<@Nullable Object> answers = exchange.advance(attempts, behind);
            Iterator<@Nullable Object> answer = answers.iterator();
            withdrawals.values().forEach(withdrawal -> locks.attempts().settle(withdrawal, answer.next()));
            withdrawals.clear();
            settle(open);
            while (!open.isEmpty()) {
                exchange.advance(attempts);
                settle(open);
            }
        }
    }

    private static void settle(List<BatchLocking> open) {
        open.removeIf(part -> {
            boolean isFinal = part.write().attempt().isFinal();
            if (isFinal) {
                part.settle();
            }
            return isFinal;
        });
    }

    private void acquire(List<BatchLocking> parts) {
        List<ScriptCall> calls = new ArrayList<>(parts.size());
        parts.forEach(part -> calls.add(part.call()));
        List<@Nullable Object> answers = send(calls);
        for (int i = 0; i < parts.size(); i++) {
            BatchLocking part = parts.get(i);
            Object answer = answers.get(i);
            if (answer instanceof RedisRefusedException || answer instanceof RedisAnswerLostException) {
                // It does not tell whether the lock was taken before it.
                withdrawals.put(part, part.withdrawal());
            }
            if (part.isGranted(answer)) {
                granted.add(part);
            }
        }
    }

    /**
     * Computes what was granted, one after the other, as long as that is quick. What is left then gives its lock back, and
     * asks for it again: a lease that waits for others' computations would end, and another client would be at work on the
     * same entry.
     */
    private void compute() {
        if (granted.isEmpty()) {
            return;
        }
        long sent = granted.get(0).sentNanos();
        long begun = locks.ticker().nanos();
        long roundTrip = begun - sent;
        long most = Math.max(LONGEST_NANOS, 2 * roundTrip);
        boolean first = true;
        for (BatchLocking part : granted) {
            long now = locks.ticker().nanos();
            if (part.isOver()) {
                // Its lock was given back while another one hung.
                continue;
            }
            if (!first && (now - begun > most || !part.mayCompute(now, roundTrip))) {
                withdrawals.put(part, part.giveBack());
            } else if (computations.compute(part, BatchLocking::compute)) {
                writing.add(part);
            }
            first = false;
        }
    }

    /** Sends calls in one pipeline. If that fails as a whole, each part gets the failure as its own answer. */
    private List<@Nullable Object> send(List<ScriptCall> calls) {
        if (calls.isEmpty()) {
            return List.of();
        }
        try {
            return locks.port().runAll(calls, Long.MAX_VALUE);
        } catch (RedisException e) {
            return new ArrayList<>(Collections.nCopies(calls.size(), e));
        }
    }
}
