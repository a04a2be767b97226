package io.github.stormlock.bolt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.bolt.fixture.RecordedOutput.Ack;
import io.github.stormlock.bolt.fixture.ScriptedBolt;
import io.github.stormlock.bolt.fixture.Task;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tuples of other entries do not wait for those of a busy one, which came first. The busy ones take seconds, so they are
 * not half done when the others are through.
 */
@OnRedis
@Tag("contract")
class BusyEntryTest {
    private static final int BUSY = 1_000;
    private static final int OTHERS = 100;
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);
    private static final long SLOW_NANOS = Duration.ofMillis(2).toNanos();

    private RedisServer redis;
    private final List<ScriptedBolt<HashEntry>> bolts = new ArrayList<>();
    private final List<Task<HashEntry>> tasks = new ArrayList<>();
    private final AtomicInteger busyAcked = new AtomicInteger();
    private final AtomicInteger othersAcked = new AtomicInteger();
    private final AtomicInteger busyAckedBeforeTheLastOther = new AtomicInteger();

    @AfterEach
    void close() {
        tasks.forEach(Task::close);
    }

    private void prepare(int executors) {
        Object[] patient = {"topology.message.timeout.secs", 300, "storm.lock.wait", "60s", "storm.lock.lease", "1s"};
        for (int i = 0; i < executors; i++) {
            ScriptedBolt<HashEntry> bolt = ScriptedBolt.counting();
            bolts.add(bolt);
            Task<HashEntry> task = Task.of(bolt, Task.conf(redis.uri(), patient));
            task.output().observe(act -> {
                if (act instanceof Ack ack) {
                    acked(ack.tuple().getStringByField("key"));
                }
            });
            tasks.add(task);
        }
    }

    private synchronized void acked(String key) {
        if (key.equals("busy")) {
            busyAcked.incrementAndGet();
        } else if (othersAcked.incrementAndGet() == OTHERS) {
            busyAckedBeforeTheLastOther.set(busyAcked.get());
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 8})
    void othersAreThroughFirst(int executors) {
        prepare(executors);
        bolts.forEach(bolt -> bolt.update = (tuple, view) -> {
            if (tuple.getStringByField("key").equals("busy")) {
                LockSupport.parkNanos(SLOW_NANOS);
            }
            view.add("n", 1);
        });
        for (int i = 0; i < BUSY; i++) {
            tasks.get(i % tasks.size()).submit("busy", "");
        }
        for (int i = 0; i < OTHERS; i++) {
            tasks.get(i % tasks.size()).submit("other" + i, "");
        }
        for (Task<HashEntry> task : tasks) {
            await().atMost(LONGEST_WAIT).until(() -> task.context().gauge("open") == 0);
            assertThat(task.output().failed()).isZero();
        }
        assertThat(othersAcked).hasValue(OTHERS);
        assertThat(busyAckedBeforeTheLastOther.get()).isLessThan(BUSY / 2);
    }
}
