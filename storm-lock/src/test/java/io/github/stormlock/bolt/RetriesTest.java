package io.github.stormlock.bolt;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("contract")
class RetriesTest {
    private final AtomicLong nanos = new AtomicLong(Long.MAX_VALUE - 5);
    private final Retries retries = new Retries(nanos::get);

    @Test
    void eachTryIsTwiceAsLateAsTheOneBeforeUpToFiveSeconds() {
        List<Long> delays = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            retries.failed();
            delays.add(untilDue());
        }
        assertThat(delays).containsExactly(100L, 200L, 400L, 800L, 1_600L, 3_200L, 5_000L, 5_000L, 5_000L);
    }

    private long untilDue() {
        long waited = 0;
        while (!retries.isDue()) {
            nanos.addAndGet(Duration.ofMillis(100).toNanos());
            waited += 100;
        }
        return waited;
    }
}
