package io.github.stormlock.torture.client.path.kind;

import io.github.stormlock.torture.client.path.AttemptRecorder;
import io.github.stormlock.torture.client.path.UpdatePath;
import io.github.stormlock.torture.history.LockShare;
import io.github.stormlock.torture.history.PathNames;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.RunKeys;
import io.github.stormlock.torture.protocol.Todo;
import io.github.stormlock.torture.scheme.kind.LockSource;
import java.util.List;
import java.util.Random;

/** Takes one to three of five permits. */
public final class PermitsPath implements UpdatePath {
    /** The number of permits of each name. */
    public static final int SIZE = 5;

    private static final int MOST_WANTED = 3;
    private static final int HOLD_MILLIS = 12;
    private static final int SHORT_WAIT_MILLIS = 8;

    private final LockSource locks;
    private final ClientConfig config;
    private final HoldRecorder holding;

    public PermitsPath(LockSource locks, ClientConfig config, AttemptRecorder recorder) {
        this.locks = locks;
        this.config = config;
        this.holding = new HoldRecorder(config, recorder);
    }

    @Override
    public String name() {
        return PathNames.PERMITS;
    }

    @Override
    public String entry(Random random) {
        return RunKeys.hash(random.nextInt(config.keys().hashes()));
    }

    @Override
    public List<Todo> attempt(List<Todo> todos, long low) {
        todos.forEach(this::take);
        return todos;
    }

    private void take(Todo todo) {
        int wanted = 1 + holding.random().nextInt(MOST_WANTED);
        holding.hold(
                todo,
                List.of(todo.entry()),
                PathNames.PERMITS,
                new LockShare(wanted, SIZE),
                wait -> locks.permits(todo.entry(), SIZE).tryAcquire(wanted, wait),
                holding.wait(SHORT_WAIT_MILLIS),
                (ops, lease) -> holding.pass(ops, lease, holding.millis(HOLD_MILLIS)));
    }
}
