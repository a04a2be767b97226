package io.github.stormlock.torture.client.path.kind;

import io.github.stormlock.torture.client.path.AttemptRecorder;
import io.github.stormlock.torture.client.path.UpdatePath;
import io.github.stormlock.torture.history.HistoryLine;
import io.github.stormlock.torture.history.PathNames;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.Todo;
import io.github.stormlock.torture.protocol.UpdateSteps;
import io.github.stormlock.torture.scheme.kind.LockSource;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/** Counts down at latches, each id until it is acked; one id in three is sent again after that. */
public final class CountDownPath implements UpdatePath {
    private static final int AGAIN_ONE_IN = 3;
    private static final int PAUSE_MILLIS = 80;

    private final LockSource locks;
    private final ClientConfig config;
    private final AttemptRecorder recorder;
    private final HoldRecorder holding;

    public CountDownPath(LockSource locks, ClientConfig config, AttemptRecorder recorder) {
        this.locks = locks;
        this.config = config;
        this.recorder = recorder;
        this.holding = new HoldRecorder(config, recorder);
    }

    @Override
    public String name() {
        return PathNames.COUNT_DOWN;
    }

    @Override
    public String entry(Random choice) {
        return LatchNames.some(config, choice, 0);
    }

    @Override
    public List<Todo> attempt(List<Todo> todos, long low) {
        recorder.steps().at(UpdateSteps.BEFORE);
        LockSupport.parkNanos(
                Duration.ofMillis(holding.random().nextInt(PAUSE_MILLIS)).toNanos());
        return todos.stream().filter(this::counted).toList();
    }

    private boolean counted(Todo todo) {
        boolean counted = send(todo);
        if (counted && holding.random().nextInt(AGAIN_ONE_IN) == 0) {
            send(todo);
        }
        return counted;
    }

    private boolean send(Todo todo) {
        String op = recorder.history().invoke(todo.id(), todo.entry(), name());
        try {
            int left =
                    locks.latch(todo.entry(), LatchNames.COUNT, LatchNames.KEPT).countDown(todo.id());
            recorder.history().tell(HistoryLine.Kind.OK, op, left, "");
            return true;
        } catch (RuntimeException e) {
            holding.threw(HistoryLine.Kind.UNKNOWN, op, e);
        }
        return false;
    }
}
