package io.github.stormlock.lock.internal.runner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ParkedUpdatesTest {
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch gone = new CountDownLatch(1);
    private final Parking<Numbered> parking =
            new Parking<>("test", update -> false, this::attend, key -> gone.countDown());

    private void attend(String entry, List<Numbered> some, Runnable waitsElsewhere) {
        begun.countDown();
        try {
            TimeUnit.MINUTES.sleep(1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void updateThatTheEndGivesBackIsNotGivenBackAgainWhenTheAttendantGoes() throws Exception {
        Numbered second = Numbered.of("page", 2);
        assertThat(parking.park("page", List.of(Numbered.of("page", 1)))).isTrue();
        begun.await();
        assertThat(parking.park("page", List.of(second))).isTrue();

        assertThat(parking.end()).containsExactly(second);
        gone.await();
        assertThat(parking.unpark("page")).isEmpty();
    }
}
