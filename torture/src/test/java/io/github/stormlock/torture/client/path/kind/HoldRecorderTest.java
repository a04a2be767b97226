package io.github.stormlock.torture.client.path.kind;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LockEvents;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.torture.client.path.AttemptRecorder;
import io.github.stormlock.torture.client.path.Moves;
import io.github.stormlock.torture.history.HistoryReader;
import io.github.stormlock.torture.history.HistoryWriter;
import io.github.stormlock.torture.history.Hold;
import io.github.stormlock.torture.history.LockShare;
import io.github.stormlock.torture.history.PathNames;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.Inheritance;
import io.github.stormlock.torture.protocol.RunKeys;
import io.github.stormlock.torture.protocol.Todo;
import io.github.stormlock.torture.protocol.UpdateSteps;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HoldRecorderTest {
    private static final Duration LONG = Duration.ofMinutes(1);
    private static final Todo TODO = new Todo("client0.quorum0", 0, "hash:0");

    @TempDir
    private Path folder;

    /** A lease that ends when it is told so, or at its end. */
    private static final class ToldLease implements Lease {
        private final Duration length;
        private long end;
        private long closedAt;
        private boolean lost;
        private Runnable action = () -> {};

        ToldLease(Duration length) {
            this.length = length;
        }

        ToldLease granted() {
            end = System.nanoTime() + length.toNanos();
            return this;
        }

        void lose() {
            lost = true;
            action.run();
        }

        @Override
        public String token() {
            return "told";
        }

        @Override
        public long fence() {
            return 0;
        }

        @Override
        public Duration remaining() {
            return Duration.ofNanos(lost ? 0 : Math.max(0, end - System.nanoTime()));
        }

        @Override
        public boolean isHeld() {
            return !remaining().isZero();
        }

        @Override
        public void onLost(Runnable told) {
            action = told;
        }

        @Override
        public void close() {
            closedAt = System.nanoTime();
        }
    }

    private Hold held(ToldLease lease, Runnable atTheEnd) throws Exception {
        return recorded(recorder -> recorder.hold(
                TODO,
                List.of("hash:0"),
                PathNames.QUORUM,
                LockShare.ALONE,
                wait -> Optional.of(lease.granted()),
                Duration.ZERO,
                (ops, granted) -> {
                    recorder.pass(ops, granted, 25);
                    atTheEnd.run();
                }));
    }

    private Hold recorded(Consumer<HoldRecorder> work) throws Exception {
        Path file = folder.resolve("client0-1.jsonl");
        UpdateSteps steps = new UpdateSteps();
        ClientConfig config = new ClientConfig(
                ClientConfig.name(0),
                ClientConfig.Mode.STANDALONE,
                List.of(1),
                new ClientConfig.Timing(1_000, 6_000, 500),
                new RunKeys(2, 0, 0, 0),
                1,
                file.toString(),
                new Inheritance(List.of(), Map.of()),
                0,
                ClientConfig.MemoryUse.ALL,
                ClientConfig.Kind.QUORUM,
                1);
        try (HistoryWriter history = new HistoryWriter(file, "client0-1")) {
            HoldRecorder recorder = new HoldRecorder(
                    config, new AttemptRecorder(history, steps, new Moves(steps), new LockEvents() {}));
            work.accept(recorder);
        }
        return HistoryReader.read(List.of(file)).holds().get(0);
    }

    /** The lock goes to another as soon as its holder is told, which may be long before the promised end. */
    @Test
    void leaseThatTellsItsLossEndsAtTheLastLookThatSawItStand() throws Exception {
        ToldLease lease = new ToldLease(LONG);
        AtomicLong lostAt = new AtomicLong();

        Hold hold = held(lease, () -> {
            lostAt.set(System.nanoTime());
            lease.lose();
        });

        assertThat(hold.until()).isGreaterThan(hold.granted()).isLessThanOrEqualTo(lostAt.get());
        assertThat(hold.released()).isGreaterThanOrEqualTo(lostAt.get());
    }

    /** The record of a hold that ends late makes the next holder look like an intruder. */
    @Test
    void holdEndsBeforeItsReleaseAlsoWhereItsUseFailed() throws Exception {
        ToldLease lease = new ToldLease(LONG);
        Hold hold = held(lease, () -> {
            throw new LockUnavailableException("hash:0", "no answer", null);
        });

        assertThat(hold.released()).isLessThan(lease.closedAt);
    }

    @Test
    void leaseThatIsNotLostIsHeldUntilItIsGivenBack() throws Exception {
        Hold hold = held(new ToldLease(LONG), () -> {});

        assertThat(hold.until()).isEqualTo(hold.released());
    }

    @Test
    void lossThatIsToldAfterThePromisedEndShortensNothing() throws Exception {
        ToldLease lease = new ToldLease(Duration.ofSeconds(2));

        Hold hold = held(lease, () -> {
            while (lease.isHeld()) {
                LockSupport.parkNanos(1_000_000);
            }
            lease.lose();
        });

        assertThat(hold.until()).isBetween(lease.end - Duration.ofSeconds(1).toNanos(), lease.end);
    }
}
