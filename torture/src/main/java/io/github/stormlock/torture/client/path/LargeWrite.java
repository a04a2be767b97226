package io.github.stormlock.torture.client.path;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.torture.history.HistoryLine;
import io.github.stormlock.torture.history.PathNames;
import io.github.stormlock.torture.protocol.RunKeys;
import io.github.stormlock.torture.protocol.UpdateSteps;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Makes one update that writes a value larger than all buffers on its way. The value is in no chain: only the time of its
 * commit is judged. The update is exclusive, so that the lock is already held when the server stands still.
 */
public final class LargeWrite {
    private static final int BYTES = 24_000_000;

    private LargeWrite() {}

    public static void make(RedisLockFactory locks, AttemptRecorder recorder) {
        String value = "x".repeat(BYTES);
        AtomicLong ran = new AtomicLong();
        String op = recorder.history().invoke("", RunKeys.LARGE, PathNames.LARGE);
        try {
            locks.guard(RunKeys.LARGE, Entries.string()).exclusive().change(text -> {
                text.set(value);
                recorder.steps().at(UpdateSteps.LARGE);
                ran.compareAndSet(0, System.nanoTime());
            });
            recorder.history().tell(HistoryLine.Kind.OK, op, 0, "", ran.get());
        } catch (RuntimeException e) {
            recorder.failed(op, ran.get(), e);
        }
    }
}
