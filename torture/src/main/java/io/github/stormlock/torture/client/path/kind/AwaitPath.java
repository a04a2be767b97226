package io.github.stormlock.torture.client.path.kind;

import io.github.stormlock.lock.kind.Latch;
import io.github.stormlock.torture.client.path.AttemptRecorder;
import io.github.stormlock.torture.client.path.UpdatePath;
import io.github.stormlock.torture.history.HistoryLine;
import io.github.stormlock.torture.history.PathNames;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.Todo;
import io.github.stormlock.torture.protocol.UpdateSteps;
import io.github.stormlock.torture.scheme.LockSource;

/** Waits for latches that are in use, or will be; some waiters give up soon, or ask only how many ids are left. */
public final class AwaitPath extends UpdatePath {
    private static final int SHORT_WAIT_MILLIS = 60;
    private static final int ASKS_ONE_IN = 4;

    private final LockSource locks;
    private final HoldRecorder holding;

    public AwaitPath(LockSource locks, ClientConfig config, AttemptRecorder recorder) {
        super(PathNames.AWAIT, 1, random -> LatchNames.some(config, random, random.nextInt(2)), config, recorder);
        this.locks = locks;
        this.holding = new HoldRecorder(config, recorder);
    }

    @Override
    protected boolean isSettled(Todo todo, long low) {
        recorder.steps().at(UpdateSteps.BEFORE);
        Latch latch = locks.latch(todo.entry(), LatchNames.COUNT, LatchNames.KEPT);
        boolean asks = holding.random().nextInt(ASKS_ONE_IN) == 0;
        String op = history.invoke(todo.id(), todo.entry(), asks ? PathNames.LEFT : PathNames.AWAIT);
        try {
            if (asks) {
                history.tell(HistoryLine.Kind.OK, op, latch.left(), "");
            } else if (latch.await(holding.wait(SHORT_WAIT_MILLIS))) {
                history.tell(HistoryLine.Kind.OK, op, 0, "");
            } else {
                recorder.timedOut(op);
            }
        } catch (RuntimeException e) {
            holding.threw(HistoryLine.Kind.FAILED, op, e);
        }
        return true;
    }
}
