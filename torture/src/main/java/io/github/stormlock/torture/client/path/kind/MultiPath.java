package io.github.stormlock.torture.client.path.kind;

import io.github.stormlock.torture.client.path.AttemptRecorder;
import io.github.stormlock.torture.client.path.UpdatePath;
import io.github.stormlock.torture.history.LockShare;
import io.github.stormlock.torture.history.PathNames;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.RunKeys;
import io.github.stormlock.torture.protocol.Todo;
import io.github.stormlock.torture.scheme.kind.LockSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/** Takes two or three mutexes together, in an order that says nothing. */
public final class MultiPath implements UpdatePath {
    private static final String AND = "+";
    private static final int HOLD_MILLIS = 5;
    private static final int SHORT_WAIT_MILLIS = 8;

    private final LockSource locks;
    private final ClientConfig config;
    private final HoldRecorder holding;

    public MultiPath(LockSource locks, ClientConfig config, AttemptRecorder recorder) {
        this.locks = locks;
        this.config = config;
        this.holding = new HoldRecorder(config, recorder);
    }

    @Override
    public String name() {
        return PathNames.MULTI;
    }

    @Override
    public String entry(Random random) {
        List<String> names = new ArrayList<>(names(config.keys()));
        Collections.shuffle(names, random);
        return String.join(AND, names.subList(0, 2 + random.nextInt(2)));
    }

    /** Returns all names that clients take. They lie in one slot of a cluster. */
    public static List<String> names(RunKeys keys) {
        return RunKeys.accounts().subList(0, keys.hashes());
    }

    @Override
    public List<Todo> attempt(List<Todo> todos, long low) {
        todos.forEach(this::take);
        return todos;
    }

    private void take(Todo todo) {
        List<String> names = List.of(todo.entry().split("\\" + AND, -1));
        holding.hold(
                todo,
                names,
                PathNames.MULTI,
                LockShare.ALONE,
                wait -> locks.all(names).tryAcquire(wait),
                holding.wait(SHORT_WAIT_MILLIS),
                (ops, lease) -> holding.pass(ops, lease, holding.millis(HOLD_MILLIS)));
    }
}
