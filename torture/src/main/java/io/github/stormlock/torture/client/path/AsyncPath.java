package io.github.stormlock.torture.client.path;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.Outcome;
import io.github.stormlock.torture.history.HistoryLine;
import io.github.stormlock.torture.history.PathNames;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.RunKeys;
import io.github.stormlock.torture.protocol.Todo;
import io.github.stormlock.torture.protocol.UpdateSteps;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Makes guarded updates of hashes, each submitted before the one before it has ended, and cancels some of them. */
public final class AsyncPath extends UpdatePath {
    private static final int WIDTH = 32;
    private static final int OWN_ONE_IN = 6;
    private static final int CANCELLED_ONE_IN = 16;

    private final Random random = new Random();
    private final GuardedEntry<HashEntry> hashes;
    private final GuardedEntry<HashEntry> hashesAndMore;

    public AsyncPath(RedisLockFactory locks, ClientConfig config, AttemptRecorder recorder) {
        super(PathNames.ASYNC, WIDTH, draw -> config.someHash(OWN_ONE_IN, draw), config, recorder);
        this.hashes = recorder.hashes(locks);
        this.hashesAndMore = hashes.onlyFields(Moves.MORE_FIELDS);
    }

    /**
     * Returns the guard for an update. The client sees its own hashes in two ways by turns, so that one round has two parts
     * of one entry.
     */
    private GuardedEntry<HashEntry> guard(Todo todo) {
        boolean more = RunKeys.isOwn(todo.entry()) && todo.offset() % 2 != 0;
        return (more ? hashesAndMore : hashes).at(todo.entry());
    }

    @Override
    public List<Todo> attempt(List<Todo> todos, long low) {
        recorder.steps().at(UpdateSteps.BEFORE);
        List<String> ops = new ArrayList<>();
        List<CompletableFuture<Outcome<HashEntry>>> stages = new ArrayList<>();
        List<Boolean> cancelled = new ArrayList<>();
        for (Todo todo : todos) {
            ops.add(history.invoke(todo.id(), todo.entry(), name()));
            stages.add(guard(todo)
                    .onceAsync(todo.event(true, low), hash -> recorder.moves().move(hash, todo.id()))
                    .toCompletableFuture());
            cancelled.add(random.nextInt(CANCELLED_ONE_IN) == 0
                    && stages.get(stages.size() - 1).cancel(true));
        }
        List<Todo> settled = new ArrayList<>();
        for (int i = 0; i < todos.size(); i++) {
            if (cancelled.get(i)) {
                history.tell(HistoryLine.Kind.FAILED, ops.get(i), 0, "cancelled", 0);
            } else if (isSettled(ops.get(i), todos.get(i), stages.get(i))) {
                settled.add(todos.get(i));
            }
        }
        recorder.steps().at(UpdateSteps.ACKED);
        return settled;
    }

    private boolean isSettled(String op, Todo todo, CompletableFuture<Outcome<HashEntry>> context) {
        if (random.nextInt(CANCELLED_ONE_IN) == 0 && context.cancel(true)) {
            history.tell(
                    HistoryLine.Kind.FAILED,
                    op,
                    0,
                    "cancelled",
                    recorder.moves().ranAt(todo.id()));
            return false;
        }
        try {
            recorder.done(op, todo, context.join().replay());
            return true;
        } catch (CompletionException e) {
            Throwable cause = e.getCause();
            recorder.failed(op, todo, cause == null ? e : cause);
            return false;
        }
    }
}
