package io.github.stormlock.bolt.readme;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.lock.kind.Latch;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(RedisExtension.class)
@Tag("server")
class LockExamplesTest {

    @Test
    void examplesOfThePageWork(RedisServer redis, EntryReader entries) {
        List<String> report = new ArrayList<>();
        try (RedisLockFactory factory = RedisLockFactory.connect(redis.uri().toString())) {
            LockExamples locks = new LockExamples(factory);
            locks.mutex(report);
            locks.fair(report);
            locks.readWrite(report);
            locks.permits(report);
            locks.all(report);
            Latch loaded = factory.latch("loaded:2026-11-21", 5, Duration.ofDays(1));
            for (String part : List.of("part-1", "part-2", "part-4", "part-5")) {
                assertThat(loaded.countDown(part)).isPositive();
            }
            assertThat(locks.latch()).isTrue();
        }
        assertThat(report)
                .containsExactly(
                        "uploaded under a fence true",
                        "printed under a fence true",
                        "rebuilt",
                        "published",
                        "called 3 times",
                        "booked");
        assertThat(entries.keysWithoutExpiry()).isEmpty();
        assertThat(entries.keys("*"))
                .containsExactlyInAnyOrder(
                        "lock-fence:{printer}", "lock-fence:{report:daily}", "lock-latch:{loaded:2026-11-21}");
    }
}
