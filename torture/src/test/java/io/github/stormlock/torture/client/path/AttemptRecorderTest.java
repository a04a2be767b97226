package io.github.stormlock.torture.client.path;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.lock.LockEvents;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.torture.history.HistoryLine;
import io.github.stormlock.torture.history.HistoryReader;
import io.github.stormlock.torture.history.HistoryWriter;
import io.github.stormlock.torture.history.Hold;
import io.github.stormlock.torture.history.PathNames;
import io.github.stormlock.torture.protocol.UpdateSteps;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AttemptRecorderTest {
    @TempDir
    private Path folder;

    /** The record of a hold that ends late makes the next holder look like an intruder. */
    @Test
    void holdEndsBeforeItsReleaseAlsoWhereItsUseFailed() throws Exception {
        Path file = folder.resolve("client0-1.jsonl");
        AtomicLong releasedAt = new AtomicLong();
        UpdateSteps steps = new UpdateSteps();
        try (HistoryWriter history = new HistoryWriter(file, "client0-1")) {
            AttemptRecorder recorder = new AttemptRecorder(history, steps, new Moves(steps), new LockEvents() {});
            String op = history.invoke("", "mutex:1", PathNames.MUTEX);
            history.tell(HistoryLine.Kind.HELD, op, Long.MAX_VALUE, "");
            recorder.holding(op, released(releasedAt), held -> {
                throw new LockUnavailableException("mutex:1", "no answer", null);
            });
        }

        assertThat(HistoryReader.read(List.of(file)).holds())
                .singleElement()
                .extracting(Hold::released)
                .asInstanceOf(InstanceOfAssertFactories.LONG)
                .isLessThan(releasedAt.get());
    }

    private static Held released(AtomicLong at) {
        return new Held(() -> 0, () -> at.set(System.nanoTime()));
    }
}
