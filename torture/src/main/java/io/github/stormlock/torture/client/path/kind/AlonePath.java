package io.github.stormlock.torture.client.path.kind;

import io.github.stormlock.lock.DistributedLock;
import io.github.stormlock.torture.client.path.AttemptRecorder;
import io.github.stormlock.torture.client.path.UpdatePath;
import io.github.stormlock.torture.history.HistoryLine;
import io.github.stormlock.torture.history.LockShare;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.RunKeys;
import io.github.stormlock.torture.protocol.Todo;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/**
 * Takes locks that one client holds alone. The first name is held so long that its waiters stand in a queue; the others go
 * from one to the next at once.
 */
public final class AlonePath implements UpdatePath {
    private static final int SLOW_MILLIS = 80;
    private static final int FAST_MILLIS = 2;
    private static final int FENCE_ONE_IN = 4;
    private static final int SHORT_WAIT_MILLIS = 60;

    private final String name;
    private final boolean fenced;
    private final Function<String, DistributedLock> locks;
    private final ClientConfig config;
    private final HoldRecorder holding;

    /**
     * Creates a path that has not begun.
     *
     * @param name the name of this way in histories
     * @param fenced true if fences are asked for
     */
    public AlonePath(
            String name,
            boolean fenced,
            Function<String, DistributedLock> locks,
            ClientConfig config,
            AttemptRecorder recorder) {
        this.name = name;
        this.fenced = fenced;
        this.locks = locks;
        this.config = config;
        this.holding = new HoldRecorder(config, recorder);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String entry(Random random) {
        int number = random.nextInt(3) > 0 ? 0 : random.nextInt(config.keys().hashes());
        return config.kind().tested() == ClientConfig.Kind.MULTI
                ? MultiPath.names(config.keys()).get(number)
                : RunKeys.hash(number);
    }

    @Override
    public List<Todo> attempt(List<Todo> todos, long low) {
        todos.forEach(this::take);
        return todos;
    }

    private void take(Todo todo) {
        int most = todo.entry().endsWith(":0") ? SLOW_MILLIS : FAST_MILLIS;
        holding.hold(
                todo,
                List.of(todo.entry()),
                name,
                LockShare.ALONE,
                wait -> locks.apply(todo.entry()).tryAcquire(wait),
                holding.wait(SHORT_WAIT_MILLIS),
                (ops, lease) -> {
                    if (fenced && holding.random().nextInt(FENCE_ONE_IN) == 0) {
                        holding.history().tell(HistoryLine.Kind.FENCE, ops.get(0), lease.fence(), "");
                    }
                    holding.pass(ops, lease, holding.millis(most));
                });
    }
}
