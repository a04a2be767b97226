package io.github.stormlock.topologies.replay;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class ReplayLedgerTest {

    private static final long HOUR = Duration.ofHours(1).toNanos();

    @Test
    void sendsAgainAfterAWhileThatDoublesUpToTwoSeconds() {
        ReplayLedger<String> ledger = ledger(0);
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
        ReplayLedger<String> ledger = ledger(0);
        add(ledger, 0, 10);
        ledger.failed(0, 500);
        ledger.failed(10, 100);

        assertThat(ledger.due(HOUR).offset).isEqualTo(10);
        assertThat(ledger.due(HOUR).offset).isZero();
        assertThat(ledger.due(HOUR)).isNull();
    }

    @Test
    void replaysTheShareAskedForAndTheSameEventsEachTime() {
        assertThat(replayed()).hasSizeBetween(1_900, 2_100).isEqualTo(replayed());
    }

    private static List<Long> replayed() {
        ReplayLedger<String> ledger = ledger(0.2);
        return LongStream.range(0, 10_000)
                .filter(i -> {
                    add(ledger, i * 10);
                    ledger.acked(i * 10, 0);
                    boolean again = ledger.due(0) != null;
                    ledger.acked(i * 10, 0);
                    return again;
                })
                .boxed()
                .toList();
    }

    private static void add(ReplayLedger<String> ledger, long... offsets) {
        for (long offset : offsets) {
            assertThat(ledger.add(offset, offset + 10, "event").offset).isEqualTo(offset);
        }
    }

    private static ReplayLedger<String> ledger(double share) {
        return new ReplayLedger<>(new ReplayOptions(100, share), InputProgress.START);
    }
}
