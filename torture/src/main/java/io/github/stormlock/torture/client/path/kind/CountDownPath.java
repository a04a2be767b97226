package io.github.stormlock.torture.client.path.kind;

import io.github.stormlock.torture.client.path.AttemptRecorder;
import io.github.stormlock.torture.client.path.UpdatePath;
import io.github.stormlock.torture.history.HistoryLine;
import io.github.stormlock.torture.history.PathNames;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.Todo;
import io.github.stormlock.torture.protocol.UpdateSteps;
import io.github.stormlock.torture.scheme.LockSource;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;

/** Counts down at latches, each id until it is acked; one id in three is sent again after that. */
public final class CountDownPath extends UpdatePath {
    private static final int AGAIN_ONE_IN = 3;
    private static final int PAUSE_MILLIS = 80;

    private final LockSource locks;
    private final HoldRecorder holding;

    public CountDownPath(LockSource locks, ClientConfig config, AttemptRecorder recorder) {
        super(PathNames.COUNT_DOWN, 1, choice -> LatchNames.some(config, choice, 0), config, recorder);
        this.locks = locks;
        this.holding = new HoldRecorder(config, recorder);
    }

    @Override
    protected boolean isSettled(Todo todo, long low) {
        recorder.steps().at(UpdateSteps.BEFORE);
        LockSupport.parkNanos(
                Duration.ofMillis(holding.random().nextInt(PAUSE_MILLIS)).toNanos());
        boolean counted = send(todo);
        if (counted && holding.random().nextInt(AGAIN_ONE_IN) == 0) {
            send(todo);
        }
        return counted;
    }

    private boolean send(Todo todo) {
        String op = history.invoke(todo.id(), todo.entry(), name());
        try {
            int left =
                    locks.latch(todo.entry(), LatchNames.COUNT, LatchNames.KEPT).countDown(todo.id());
            history.tell(HistoryLine.Kind.OK, op, left, "");
            return true;
        } catch (RuntimeException e) {
            holding.threw(HistoryLine.Kind.UNKNOWN, op, e);
        }
        return false;
    }
}
