package io.github.stormlock.torture.client.path.kind;

import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.kind.DistributedReadWriteLock;
import io.github.stormlock.torture.client.path.AttemptRecorder;
import io.github.stormlock.torture.client.path.UpdatePath;
import io.github.stormlock.torture.history.HistoryLine;
import io.github.stormlock.torture.history.LockShare;
import io.github.stormlock.torture.history.PathNames;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.RunKeys;
import io.github.stormlock.torture.protocol.Todo;
import io.github.stormlock.torture.scheme.kind.LockSource;
import java.util.List;
import java.util.Random;

/** Takes read-write locks, as a reader or as the writer; one writer in four goes on as a reader. */
public final class ReadWritePath implements UpdatePath {
    private static final int READ_MILLIS = 15;
    private static final int WRITE_MILLIS = 5;
    private static final int SHORT_WAIT_MILLIS = 8;
    private static final int DOWNGRADE_ONE_IN = 4;

    private final boolean reads;
    private final LockSource locks;
    private final ClientConfig config;
    private final HoldRecorder holding;

    public ReadWritePath(boolean reads, LockSource locks, ClientConfig config, AttemptRecorder recorder) {
        this.reads = reads;
        this.locks = locks;
        this.config = config;
        this.holding = new HoldRecorder(config, recorder);
    }

    @Override
    public String name() {
        return reads ? PathNames.READ : PathNames.WRITE;
    }

    @Override
    public String entry(Random random) {
        return RunKeys.hash(random.nextInt(config.keys().hashes()));
    }

    @Override
    public List<Todo> attempt(List<Todo> todos, long low) {
        todos.forEach(todo -> {
            if (reads) {
                read(todo);
            } else {
                write(todo);
            }
        });
        return todos;
    }

    private void read(Todo todo) {
        holding.hold(
                todo,
                List.of(todo.entry()),
                PathNames.READ,
                LockShare.READER,
                wait -> locks.readWrite(todo.entry()).read().tryAcquire(wait),
                holding.wait(SHORT_WAIT_MILLIS),
                this::passRead);
    }

    private void passRead(List<String> ops, Lease lease) {
        holding.pass(ops, lease, holding.millis(READ_MILLIS));
    }

    private void write(Todo todo) {
        DistributedReadWriteLock lock = locks.readWrite(todo.entry());
        holding.hold(
                todo,
                List.of(todo.entry()),
                PathNames.WRITE,
                LockShare.ALONE,
                wait -> lock.write().tryAcquire(wait),
                holding.wait(SHORT_WAIT_MILLIS),
                (ops, lease) -> {
                    holding.pass(ops, lease, holding.millis(WRITE_MILLIS));
                    if (!config.kind().isCareless() && holding.random().nextInt(DOWNGRADE_ONE_IN) == 0) {
                        downgrade(todo, lock, ops, lease);
                    }
                });
    }

    /** Goes on as a reader. It was one since before the change: no writer can have come in between. */
    private void downgrade(Todo todo, DistributedReadWriteLock lock, List<String> ops, Lease lease) {
        long before = System.nanoTime();
        ops.forEach(op -> holding.history().write(HistoryLine.of(HistoryLine.Kind.RELEASE, op, before, 0, "")));
        Lease reader = lock.downgrade(lease);
        holding.goOn(todo, todo.entry(), PathNames.DOWNGRADE, LockShare.READER, before, reader, this::passRead);
    }
}
