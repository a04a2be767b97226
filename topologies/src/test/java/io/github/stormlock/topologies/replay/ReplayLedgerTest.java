package io.github.stormlock.topologies.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.Set;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ReplayLedgerTest {

    private static final long HOUR = Duration.ofHours(1).toNanos();

    @Test
    void sendsAgainAfterAWhileThatDoublesUpToTwoSeconds() {
        ReplayLedger<String> ledger = ledger(options(100, 100, 0));
        add(ledger, 0);

        long[] expected = {10, 20, 40, 80, 160, 320, 640, 1_280, 2_000, 2_000, 2_000};
        for (long millis : expected) {
            ledger.failed(0, 0);
            assertThat(ledger.due(Duration.ofMillis(millis).toNanos() - 1)).isNull();
            assertThat(ledger.due(Duration.ofMillis(millis).toNanos())).isNotNull();
        }
    }

    @Test
    void sendsAgainWhatIsDueFirst() {
        ReplayLedger<String> ledger = ledger(options(100, 9, 0));
        add(ledger, 0, 10);
        ledger.failed(0, 500);
        ledger.failed(10, 100);

        assertThat(ledger.due(HOUR).offset).isEqualTo(10);
        assertThat(ledger.due(HOUR).offset).isZero();
        assertThat(ledger.due(HOUR)).isNull();
    }

    @Test
    void givesUpOnlyWhatWasNoted() {
        ReplayLedger<String> ledger = ledger(options(100, 2, 0));
        add(ledger, 0, 10);
        ledger.failed(0, 0);
        ledger.failed(0, 0);
        assertThat(ledger.due(HOUR)).isNotNull();

        assertThat(ledger.due(HOUR)).isNull();
        assertThat(ledger.low()).isZero();
        assertThat(ledger.progress()).isEqualTo(new InputProgress(0, 0, 1, Set.of(0L)));

        assertThat(ledger.noted()).singleElement().satisfies(gone -> assertThat(gone.offset)
                .isZero());
        assertThat(ledger.low()).isEqualTo(10);
        assertThat(ledger.progress()).isEqualTo(new InputProgress(10, 1, 1, Set.of()));
    }

    @Test
    void neverSendsAgainWhatAnEarlierRunGaveUp() {
        ReplayLedger<String> ledger = new ReplayLedger<>(options(9, 9, 0), new InputProgress(10, 1, 1, Set.of(20L)));
        add(ledger, 10);

        assertThat(ledger.add(20, 30, "given up")).isNull();
        ledger.acked(10, 0);
        assertThat(ledger.progress()).isEqualTo(new InputProgress(30, 3, 1, Set.of()));
    }

    @Test
    void keepsTheLowAtWhatIsReplayedOnPurposeUntilItsSecondAck() {
        ReplayLedger<String> ledger = ledger(options(100, 9, 1));
        add(ledger, 0, 10);
        ledger.acked(0, 0);

        assertThat(ledger.low()).isZero();
        assertThat(ledger.due(0).offset).isZero();
        ledger.acked(0, 0);
        assertThat(ledger.due(HOUR)).isNull();
        assertThat(ledger.low()).isEqualTo(10);
    }

    @Test
    void doesNotCountAsGivenUpWhatWasAckedBefore() {
        ReplayLedger<String> ledger = ledger(options(100, 1, 1));
        add(ledger, 0);
        ledger.acked(0, 0);
        ledger.failed(0, 0);

        assertThat(ledger.isEmpty()).isTrue();
        assertThat(ledger.progress().givenUp()).isZero();
    }

    @Test
    void replaysTheShareAskedForAndTheSameEventsForASeed() {
        assertThat(replayed(7).count()).isBetween(1_900L, 2_100L);
        assertThat(replayed(7).toArray()).isEqualTo(replayed(7).toArray());
        assertThat(replayed(7).toArray()).isNotEqualTo(replayed(8).toArray());
    }

    private static LongStream replayed(long seed) {
        ReplayLedger<String> ledger = ledger(new ReplayOptions(100, 9, 0.2, seed, false));
        return LongStream.range(0, 10_000)
                .filter(i -> {
                    add(ledger, i * 10);
                    ledger.acked(i * 10, 0);
                    boolean again = ledger.due(0) != null;
                    ledger.acked(i * 10, 0);
                    return again;
                })
                .boxed()
                .mapToLong(Long::longValue);
    }

    private static void add(ReplayLedger<String> ledger, long... offsets) {
        for (long offset : offsets) {
            assertThat(ledger.add(offset, offset + 10, "event")).isNotNull();
        }
    }

    private static ReplayLedger<String> ledger(ReplayOptions options) {
        return new ReplayLedger<>(options, InputProgress.START);
    }

    private static ReplayOptions options(int span, int failures, double share) {
        return new ReplayOptions(span, failures, share, 1, false);
    }
}
