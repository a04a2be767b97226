package io.github.stormlock.lock;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.entry.Entries;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(30)
class ParkedUpdatesTest {
    private final CountDownLatch begun = new CountDownLatch(1);
    private final CountDownLatch gone = new CountDownLatch(1);
    private final Parking parking = new Parking("test", this::attend, key -> gone.countDown());

    // The factory connects to nothing.
    private final RedisLockFactory factory = RedisLockFactory.connect("redis://127.0.0.1:1");

    @AfterEach
    void close() {
        factory.close();
    }

    private Submission<Object> numbered(int number) {
        return new NumberedUpdate(factory.guard("page", Entries.hash()), number);
    }

    private void attend(List<Submission<Object>> some) {
        begun.countDown();
        try {
            TimeUnit.MINUTES.sleep(1);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void updateThatTheEndGivesBackIsNotGivenBackAgainWhenTheAttendantGoes() throws Exception {
        Submission<Object> second = numbered(2);
        assertThat(parking.park("page", List.of(numbered(1)))).isTrue();
        begun.await();
        assertThat(parking.park("page", List.of(second))).isTrue();

        assertThat(parking.end()).containsExactly(second);
        gone.await();
        assertThat(parking.unpark("page")).isEmpty();
    }
}
