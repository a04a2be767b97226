package io.github.stormlock.lock;

import io.github.stormlock.redis.KeyCommand;
import io.github.stormlock.redis.RedisAnswerLostException;
import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.RedisRefusedException;
import io.github.stormlock.redis.ScriptCall;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Takes the locks of a batch and reads their entries in one round trip, and commits in a second. What is busy is tried
 * again in the next round and never waited for, so that two batches cannot wait for each other. Used by one thread, once.
 */
final class BatchRounds<V> {
    private static final int MOST_ROUNDS = 3;

    private final Engine engine;
    private final List<PendingUpdate<V>> rest = new ArrayList<>(0);

    BatchRounds(Engine engine) {
        this.engine = engine;
    }

    /**
     * Makes what can be made at once.
     *
     * @return those that are neither written, nor recognised as replays, nor failed, in their order
     */
    List<PendingUpdate<V>> run(List<PendingUpdate<V>> updates) {
        List<PendingUpdate<V>> open = updates;
        for (int round = 0; round < MOST_ROUNDS && !open.isEmpty(); round++) {
            round(open);
            open = List.copyOf(rest);
            rest.clear();
            open = inOrder(updates, open);
        }
        return open;
    }

    private static <V> List<PendingUpdate<V>> inOrder(List<PendingUpdate<V>> updates, List<PendingUpdate<V>> some) {
        if (some.size() < 2) {
            return some;
        }
        Map<PendingUpdate<V>, Integer> places = new LinkedHashMap<>(2 * updates.size());
        updates.forEach(update -> places.put(update, places.size()));
        List<PendingUpdate<V>> ordered = new ArrayList<>(some);
        ordered.sort(Comparator.comparing(places::get));
        return ordered;
    }

    private void round(List<PendingUpdate<V>> open) {
        List<BatchPart<V>> parts = new ArrayList<>();
        try {
            for (List<PendingUpdate<V>> updates : byEntry(open).values()) {
                BatchPart<V> part = new BatchPart<>(engine, updates, rest::addAll);
                if (part.enter()) {
                    parts.add(part);
                }
            }
            exchange(parts);
        } finally {
            // Also after an error that leaves the JVM in doubt: nobody else could lead these queues.
            parts.forEach(BatchPart::end);
        }
    }

    private void exchange(List<BatchPart<V>> parts) {
        List<BatchPart<V>> plain = new ArrayList<>();
        List<BatchPart<V>> scripted = new ArrayList<>();
        for (BatchPart<V> part : parts) {
            (engine.attempts().plain().suitsAlways(part.wanted()) ? plain : scripted).add(part);
        }
        List<BatchPart<V>> writing = new ArrayList<>();
        List<Commit> commits = new ArrayList<>();
        acquirePlain(plain, writing, commits);
        acquireScripted(scripted, writing, commits);
        commit(writing, commits);
    }

    private static <V> Map<String, List<PendingUpdate<V>>> byEntry(List<PendingUpdate<V>> updates) {
        Map<String, List<PendingUpdate<V>>> byEntry = new LinkedHashMap<>();
        for (PendingUpdate<V> update : updates) {
            byEntry.computeIfAbsent(update.keys().entry(), entry -> new ArrayList<>(1))
                    .add(update);
        }
        return byEntry;
    }

    private void acquirePlain(List<BatchPart<V>> parts, List<BatchPart<V>> writing, List<Commit> commits) {
        if (parts.isEmpty()) {
            return;
        }
        PlainTry plain = engine.attempts().plain();
        List<KeyCommand> commands = new ArrayList<>(2 * parts.size());
        parts.forEach(part -> plain.addTo(commands, part.wanted(), part.token()));
        List<@Nullable Object> answers;
        try {
            answers = engine.port().runPlain(commands, Long.MAX_VALUE);
        } catch (RedisException e) {
            boolean sent = e instanceof RedisAnswerLostException;
            parts.forEach(
                    part -> part.unanswered(Troubles.unavailable(part.wanted().keys(), e), sent));
            return;
        }
        for (int i = 0; i < parts.size(); i++) {
            BatchPart<V> part = parts.get(i);
            List<@Nullable Object> own = answers.subList(2 * i, 2 * i + 2);
            add(
                    part,
                    part.granted(
                            (acquisition, sent) -> plain.answered(part.wanted(), acquisition, part.token(), sent, own)),
                    writing,
                    commits);
        }
    }

    private void acquireScripted(List<BatchPart<V>> parts, List<BatchPart<V>> writing, List<Commit> commits) {
        if (parts.isEmpty()) {
            return;
        }
        Attempts attempts = engine.attempts();
        List<ScriptCall> calls = new ArrayList<>(parts.size());
        parts.forEach(part -> calls.add(attempts.call(part.wanted(), part.token())));
        List<@Nullable Object> answers = send(calls);
        for (int i = 0; i < parts.size(); i++) {
            BatchPart<V> part = parts.get(i);
            Object answer = answers.get(i);
            if (answer instanceof RedisException e && !(e instanceof RedisRefusedException)) {
                part.unanswered(Troubles.unavailable(part.wanted().keys(), e), e instanceof RedisAnswerLostException);
            } else {
                Commit commit = part.granted((acquisition, sent) ->
                        attempts.answered(part.wanted(), acquisition, part.token(), sent, answer));
                add(part, commit, writing, commits);
            }
        }
    }

    /** Whatever happens, each part is told what came of its own. */
    private List<@Nullable Object> send(List<ScriptCall> calls) {
        try {
            return engine.port().runAll(calls, Long.MAX_VALUE);
        } catch (RedisException e) {
            return new ArrayList<>(Collections.nCopies(calls.size(), e));
        }
    }

    private static <V> void add(
            BatchPart<V> part, @Nullable Commit commit, List<BatchPart<V>> writing, List<Commit> commits) {
        if (commit != null) {
            writing.add(part);
            commits.add(commit);
        }
    }

    private void commit(List<BatchPart<V>> parts, List<Commit> commits) {
        if (parts.isEmpty()) {
            return;
        }
        List<ScriptCall> calls = new ArrayList<>(commits.size());
        commits.forEach(commit -> calls.add(commit.call()));
        // Half a commit is no way to react to an interrupt: the flag is put aside until the outcomes are known.
        boolean interrupted = Thread.interrupted();
        try {
            List<@Nullable Object> answers = send(calls);
            for (int i = 0; i < parts.size(); i++) {
                parts.get(i).committed(answers.get(i));
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
