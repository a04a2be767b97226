package io.github.stormlock.lock.wait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.RedisLockFactory;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;

/** Waits that are longer than the ten seconds between the coming of a waiter and its place. */
@Tag("long")
@ExtendWith(RedisExtension.class)
@Tag("server")
class LongWaitTest {
    private static final List<String> NAMES = List.of("a", "b", "c");

    private LockFixture fixture;
    private Jedis operator;
    private RedisLockFactory early;
    private RedisLockFactory late;

    @BeforeEach
    void open(RedisServer redis) {
        fixture = new LockFixture(redis);
        operator = fixture.operator();
        early = fixture.factory();
        late = fixture.factory();
        early.check();
        late.check();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    /** One lock with a waiter of twelve seconds and one of four. */
    private final class Line {
        private final String name;
        private final Lease held;
        private final List<String> served = Collections.synchronizedList(new ArrayList<>());
        private final List<Future<Boolean>> waiters = new ArrayList<>();

        private Line(String name) {
            this.name = name;
            this.held = fixture.factory().mutex(name).acquire(LockFixture.LONG);
        }

        private void join(String who, RedisLockFactory factory) {
            waiters.add(fixture.start(() -> {
                try (Lease lease = factory.mutex(name).acquire(Duration.ofSeconds(60))) {
                    return lease.isHeld() && served.add(who);
                }
            }));
            await().until(() -> notes() == waiters.size());
        }

        private long notes() {
            return operator.zcount("lock-wait:{" + name + "}", 1, Double.MAX_VALUE);
        }

        private boolean isServedInOrder() throws Exception {
            held.close();
            for (Future<Boolean> waiter : waiters) {
                assertThat(LockFixture.result(waiter)).isTrue();
            }
            return served.equals(List.of("early", "late"));
        }
    }

    private List<Line> linesOfTwelveSeconds() {
        List<Line> lines = NAMES.stream().map(Line::new).toList();
        lines.forEach(line -> line.join("early", early));
        pass(Duration.ofSeconds(8));
        lines.forEach(line -> line.join("late", late));
        pass(Duration.ofSeconds(4));
        return lines;
    }

    private static void pass(Duration time) {
        await().pollDelay(time).atMost(time.plusSeconds(10)).until(() -> true);
    }

    /**
     * Demands that most lines are served in order. A gift that is not taken within 50 ms goes back to the first who
     * asks.
     */
    private static void assertMostAreServedInOrder(List<Line> lines) throws Exception {
        int inOrder = 0;
        for (Line line : lines) {
            inOrder += line.isServedInOrder() ? 1 : 0;
        }
        assertThat(inOrder).isGreaterThanOrEqualTo(2);
    }

    @Test
    void whoHasWaitedLongerThanTenSecondsComesBeforeWhoCameLater() throws Exception {
        assertMostAreServedInOrder(linesOfTwelveSeconds());
    }
}
