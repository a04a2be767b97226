package io.github.stormlock.internal.usercode;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("contract")
class BackOffTest {
    private final BackOff backOff = new BackOff();

    @Test
    void pausesDoubleUpToASecondAndBeginAnewAfterASuccess() {
        List<Long> millis = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            millis.add(TimeUnit.NANOSECONDS.toMillis(backOff.nextNanos()));
            pauseWhileInterrupted();
        }
        assertThat(millis).containsExactly(10L, 20L, 40L, 80L, 160L, 320L, 640L, 1_000L, 1_000L);
        backOff.succeeded();
        assertThat(backOff.nextNanos()).isEqualTo(TimeUnit.MILLISECONDS.toNanos(10));
    }

    @Test
    void pauseTakesItsTime() {
        long started = System.nanoTime();
        long announced = backOff.nextNanos();
        backOff.pause();
        assertThat(System.nanoTime() - started).isGreaterThanOrEqualTo(announced);
    }

    @Test
    void interruptedThreadDoesNotPauseAndStaysInterrupted() {
        for (int i = 0; i < 1_000; i++) {
            // Without the interrupts, a thousand pauses of up to a second would take a quarter of an hour.
            pauseWhileInterrupted();
        }
    }

    private void pauseWhileInterrupted() {
        Thread.currentThread().interrupt();
        backOff.pause();
        assertThat(Thread.interrupted()).isTrue();
    }
}
