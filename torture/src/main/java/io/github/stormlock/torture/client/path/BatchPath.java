package io.github.stormlock.torture.client.path;

import io.github.stormlock.GuardedBatch;
import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.RunKeys;
import io.github.stormlock.torture.protocol.Todo;
import io.github.stormlock.torture.protocol.UpdateSteps;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Makes guarded updates of many hashes at a time, in batches. */
public final class BatchPath extends UpdatePath {
    private static final int WIDTH = 64;
    private static final int OWN_ONE_IN = 6;

    private final List<Todo> repeated = new ArrayList<>();
    private final GuardedEntry<HashEntry> hashes;
    private final GuardedEntry<HashEntry> patient;
    private final GuardedEntry<HashEntry> patientAndMore;

    public BatchPath(String name, RedisLockFactory locks, ClientConfig config, AttemptRecorder recorder) {
        super(name, WIDTH, random -> config.someHash(OWN_ONE_IN, random), config, recorder);
        this.hashes = recorder.hashes(locks);
        this.patient = hashes.withWait(Duration.ofMillis(2 * config.timing().grant()));
        this.patientAndMore = patient.onlyFields(Moves.MORE_FIELDS);
    }

    @Override
    public boolean repeats() {
        return true;
    }

    @Override
    public void repeat(Todo settled, long low) {
        repeated.add(settled);
    }

    @Override
    public List<Todo> attempt(List<Todo> open, long low) {
        List<Todo> todos = new ArrayList<>(open);
        repeated.removeAll(open);
        todos.addAll(repeated);
        repeated.clear();
        recorder.steps().at(UpdateSteps.BEFORE);
        GuardedBatch<HashEntry> batch = hashes.batch();
        List<String> ops = new ArrayList<>();
        for (Todo todo : todos) {
            ops.add(history.invoke(todo.id(), todo.entry(), name()));
            batch.add(
                    guard(todo), todo.event(true, low), hash -> recorder.moves().move(hash, todo.id()));
        }
        try {
            List<GuardedBatch.Result<HashEntry>> results = batch.run();
            recorder.steps().at(UpdateSteps.COMMITTED);
            return settled(todos, ops, results);
        } catch (RuntimeException | LinkageError e) {
            for (int i = 0; i < ops.size(); i++) {
                recorder.failed(ops.get(i), todos.get(i), e);
            }
            return List.of();
        }
    }

    /**
     * Returns the guard for an update. The client sees its own hashes in two ways by turns, so that one batch has two groups
     * for one entry.
     */
    private GuardedEntry<HashEntry> guard(Todo todo) {
        if (!RunKeys.isOwn(todo.entry())) {
            return hashes.at(todo.entry());
        }
        return (todo.offset() % 2 == 0 ? patient : patientAndMore).at(todo.entry());
    }

    private List<Todo> settled(List<Todo> todos, List<String> ops, List<GuardedBatch.Result<HashEntry>> results) {
        List<Todo> settled = new ArrayList<>();
        for (int i = 0; i < todos.size(); i++) {
            Throwable failure = results.get(i).failure();
            if (failure == null) {
                recorder.done(ops.get(i), todos.get(i), results.get(i).orThrow().replay());
                settled.add(todos.get(i));
            } else {
                recorder.failed(ops.get(i), todos.get(i), failure);
            }
        }
        recorder.steps().at(UpdateSteps.ACKED);
        return settled;
    }
}
