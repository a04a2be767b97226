package io.github.stormlock.topologies.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.EOFException;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReplayLoopTest {

    private final FakeSource source = new FakeSource(100);
    private final FakeStore store = new FakeStore();
    private final FakePort port = new FakePort();
    private long now;

    @Test
    void sendsAllOfTheInputInOrderAndSaysThatItIsComplete() {
        ReplayLoop<String> loop = loop(new ReplayOptions(1_000, 0));
        steps(loop, 200);
        assertThat(port.sent).hasSize(100).isSorted();
        assertThat(store.end).isNull();

        port.sent.forEach(loop::acked);
        steps(loop, 2);
        assertThat(store.end).isEqualTo(new SourceStore.End(null));
        assertThat(store.progress).isEqualTo(new InputProgress(1_000, 100));
    }

    @Test
    void waitsForTheLowestPendingEventWhenTheSpanIsFull() {
        ReplayLoop<String> loop = loop(new ReplayOptions(10, 0));
        steps(loop, 50);
        assertThat(port.sent).hasSize(10);

        port.sent.subList(1, 10).forEach(loop::acked);
        steps(loop, 50);
        assertThat(port.sent).hasSize(10);

        loop.acked(0);
        steps(loop, 50);
        assertThat(port.sent).hasSize(20);
    }

    @Test
    void goesOnWhereAnEarlierRunCameTo() {
        store.kept = new InputProgress(500, 50);
        ReplayLoop<String> loop = loop(new ReplayOptions(1_000, 0));
        steps(loop, 200);
        port.sent.forEach(loop::acked);
        steps(loop, 2);

        assertThat(port.sent).hasSize(50).first().isEqualTo(500L);
        assertThat(store.progress.events()).isEqualTo(100);
    }

    @Test
    void writesDownHowFarItIsEachSecondAndNeverPastThePending() {
        ReplayLoop<String> loop = loop(new ReplayOptions(1_000, 0));
        steps(loop, 31);
        port.sent.stream().filter(offset -> offset != 70).forEach(loop::acked);
        pass(Duration.ofMillis(999));
        steps(loop, 1);
        assertThat(store.progress).isNull();

        pass(Duration.ofMillis(1));
        steps(loop, 1);
        assertThat(store.progress.low()).isEqualTo(70);
        assertThat(store.progress.events()).isEqualTo(7);
    }

    @Test
    void sendsNothingUntilItKnowsWhereToBegin() {
        store.broken = true;
        ReplayLoop<String> loop = loop(ReplayOptions.DEFAULTS);
        steps(loop, 50);
        assertThat(port.sent).isEmpty();
        assertThat(port.troubles).hasSize(1);

        store.broken = false;
        pass(Duration.ofSeconds(1));
        steps(loop, 50);
        assertThat(port.sent).isNotEmpty();
    }

    @Test
    void goesOnSendingWhileRedisIsAway() {
        ReplayLoop<String> loop = loop(ReplayOptions.DEFAULTS);
        steps(loop, 11);
        store.broken = true;
        pass(Duration.ofSeconds(5));
        steps(loop, 10);
        assertThat(port.sent).hasSize(20);
        assertThat(port.troubles).hasSize(1);

        store.broken = false;
        steps(loop, 200);
        port.sent.forEach(loop::acked);
        pass(Duration.ofSeconds(1));
        steps(loop, 1);
        assertThat(store.end).isNotNull();
    }

    @Test
    void opensTheInputAgainAfterATrouble() {
        source.failAt(300, new IOException("stale handle"), 2);
        ReplayLoop<String> loop = loop(ReplayOptions.DEFAULTS);
        for (int i = 0; i < 3; i++) {
            steps(loop, 200);
            pass(Duration.ofSeconds(1));
        }

        assertThat(port.sent).hasSize(100).isSorted();
    }

    @Test
    void takesAnInputThatIsCutOffForEndedAndSaysSo() {
        source.failAt(300, new EOFException("Unexpected end of ZLIB input stream"), 1);
        ReplayLoop<String> loop = loop(ReplayOptions.DEFAULTS);
        steps(loop, 200);
        port.sent.forEach(loop::acked);
        steps(loop, 2);

        assertThat(store.progress.events()).isEqualTo(30);
        assertThat(store.end.error()).contains("offset 300", "ZLIB");
    }

    @Test
    void takesAnInputThatWasReplacedForEnded() {
        source.failAt(300, new IOException("stale handle"), 1);
        ReplayLoop<String> loop = loop(ReplayOptions.DEFAULTS);
        steps(loop, 100);
        source.name = "another";
        pass(Duration.ofSeconds(1));
        steps(loop, 100);
        port.sent.forEach(loop::acked);
        steps(loop, 2);

        assertThat(port.sent).hasSize(30);
        assertThat(store.end.error()).contains("another");
    }

    @Test
    void sendsOnlyLowsThatAreTrueWhateverHappens() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int run = 0; run < 50; run++) {
            store.kept = InputProgress.START;
            port.clear();
            ReplayLoop<String> loop = loop(new ReplayOptions(1 + random.nextInt(40), 0.3));
            List<Long> inFlight = new ArrayList<>();
            while (store.end == null) {
                randomStep(random, loop, inFlight);
                assertThat(port.wrongLows).as("seed %d, run %d", seed, run).isEmpty();
            }
            assertThat(new TreeSet<>(port.settled)).as("seed %d", seed).hasSize(100);
            store.end = null;
        }
    }

    private void randomStep(Random random, ReplayLoop<String> loop, List<Long> inFlight) {
        pass(Duration.ofMillis(random.nextInt(300)));
        store.broken = random.nextInt(5) == 0;
        port.sent.clear();
        steps(loop, 1);
        inFlight.addAll(port.sent);
        if (!inFlight.isEmpty() && random.nextInt(3) > 0) {
            long offset = inFlight.remove(random.nextInt(inFlight.size()));
            if (random.nextInt(4) == 0) {
                loop.failed(offset);
            } else {
                port.settled.add(offset);
                loop.acked(offset);
            }
        }
    }

    private ReplayLoop<String> loop(ReplayOptions options) {
        return new ReplayLoop<>(source, store, port, options, () -> now);
    }

    private static void steps(ReplayLoop<String> loop, int count) {
        for (int i = 0; i < count; i++) {
            loop.step();
        }
    }

    private void pass(Duration time) {
        now += time.toNanos();
    }

    private static final class FakePort implements SpoutPort<String> {
        final List<Long> sent = new ArrayList<>();
        final List<Exception> troubles = new ArrayList<>();
        final List<String> wrongLows = new ArrayList<>();
        final Set<Long> settled = new HashSet<>();

        void clear() {
            sent.clear();
            settled.clear();
        }

        @Override
        public void emit(String source, long offset, long low, String event) {
            // A low is true if all events below it are acked.
            for (long below = 0; below < low; below += 10) {
                if (!settled.contains(below)) {
                    wrongLows.add(below + " is pending below " + low);
                }
            }
            if (low > offset) {
                wrongLows.add(low + " is above " + offset);
            }
            sent.add(offset);
        }

        @Override
        public void trouble(String what, Exception cause) {
            troubles.add(cause);
        }
    }

    private static final class FakeStore implements SourceStore {
        InputProgress kept = InputProgress.START;

        @Nullable
        InputProgress progress;

        @Nullable
        End end;

        boolean broken;

        @Override
        public InputProgress begin(String source) {
            failIfBroken();
            return kept;
        }

        @Override
        public void keep(String source, InputProgress current, @Nullable End reached) {
            failIfBroken();
            progress = current;
            end = reached;
        }

        private void failIfBroken() {
            if (broken) {
                throw new IllegalStateException("Redis is away");
            }
        }

        @Override
        public void close() {}
    }

    /** Events at the offsets 0, 10, 20, ... */
    private static final class FakeSource implements ReplaySource<String> {
        private final int events;
        private String name = "source";
        private long failAt = -1;
        private int failures;
        private IOException failure = new IOException();

        FakeSource(int events) {
            this.events = events;
        }

        void failAt(long offset, IOException cause, int times) {
            failAt = offset;
            failure = cause;
            failures = times;
        }

        @Override
        public String source() {
            return name;
        }

        @Override
        public OrderedInput<String> open(long offset) {
            return new OrderedInput<>() {
                private long next = offset;

                @Override
                public @Nullable String next() throws IOException {
                    if (next == failAt && failures-- > 0) {
                        throw failure;
                    }
                    if (next == events * 10L) {
                        return null;
                    }
                    next += 10;
                    return "event";
                }

                @Override
                public long offset() {
                    return next;
                }

                @Override
                public void close() {}
            };
        }
    }
}
