package io.github.stormlock.bolt;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.bolt.fixture.RecordedOutput.Ack;
import io.github.stormlock.bolt.fixture.ScriptedBolt;
import io.github.stormlock.bolt.fixture.Task;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.GuardedEntry;
import io.github.stormlock.lock.RedisLockFactory;
import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.SetParams;

/** A hundred tuples of other keys behind a thousand of a busy one take less than about twice their time without it. */
@Tag("contract")
@ExtendWith(RedisExtension.class)
@Tag("server")
class BusyEntryTest {
    private static final int BUSY = 1_000;
    private static final int OTHERS = 100;
    private static final int ROUNDS = 3;
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);
    private static final long SLOW_NANOS = Duration.ofMillis(2).toNanos();
    /** The slack for a machine that has other work to do, too. The busy entry by itself takes 2 s and more. */
    private static final Duration SLACK = Duration.ofMillis(200);

    private final RedisServer redis;
    private final List<ScriptedBolt<HashEntry>> bolts = new ArrayList<>();
    private final List<Task<HashEntry>> tasks = new ArrayList<>();

    BusyEntryTest(RedisServer redis) {
        this.redis = redis;
    }

    enum Trouble {
        HELD_BY_A_STRANGER,
        HOT_ELSEWHERE,
        SLOW
    }

    @AfterEach
    void close() {
        tasks.forEach(Task::close);
    }

    private void prepare(int executors) {
        Object[] patient = {"topology.message.timeout.secs", 300, "storm.lock.wait", "60s", "storm.lock.lease", "1s"};
        for (int i = 0; i < executors; i++) {
            ScriptedBolt<HashEntry> bolt = ScriptedBolt.counting();
            bolts.add(bolt);
            tasks.add(Task.of(bolt, Task.conf(redis.uri(), patient)));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "HELD_BY_A_STRANGER, 2",
        "HELD_BY_A_STRANGER, 8",
        "HOT_ELSEWHERE, 2",
        "HOT_ELSEWHERE, 8",
        "SLOW, 2",
        "SLOW, 8"
    })
    void othersAreNotDelayed(Trouble trouble, int executors) {
        prepare(executors);
        List<Long> alone = new ArrayList<>();
        List<Long> beside = new ArrayList<>();
        for (int round = 0; round < ROUNDS; round++) {
            alone.add(nanosOfOthers());
            beside.add(nanosBeside(trouble));
        }
        long most = 2 * median(alone) + executors * SLOW_NANOS + SLACK.toNanos();
        assertThat(median(beside))
                .as("beside it %s ns, alone %s", beside, alone)
                .isLessThan(most);
    }

    private static long median(List<Long> nanos) {
        List<Long> sorted = new ArrayList<>(nanos);
        Collections.sort(sorted);
        return sorted.get(sorted.size() / 2);
    }

    private long nanosBeside(Trouble trouble) {
        return switch (trouble) {
            case HELD_BY_A_STRANGER -> nanosBesideHeld();
            case HOT_ELSEWHERE -> nanosBesideHot();
            case SLOW -> nanosBesideSlow();
        };
    }

    private long nanosBesideHeld() {
        try (Jedis foreigner = new Jedis(redis.uri())) {
            assertThat(foreigner.set(
                            "lock:{busy}", "foreign", SetParams.setParams().px(60_000)))
                    .isEqualTo("OK");
            submitBusy();
            long nanos = nanosOfOthers();
            assertThat(foreigner.exists("busy")).isFalse();
            assertThat(foreigner.del("lock:{busy}")).isEqualTo(1);
            awaitAll();
            assertThat(foreigner.del("busy")).isEqualTo(1);
            return nanos;
        }
    }

    /**
     * Returns the time of the others while another factory keeps the busy entry hot. That factory knows no more of this
     * one than another JVM would.
     */
    private long nanosBesideHot() {
        AtomicBoolean over = new AtomicBoolean();
        try (RedisLockFactory elsewhere = RedisLockFactory.connect(redis.uri().toString())) {
            GuardedEntry<HashEntry> busy =
                    elsewhere.guard("busy", Entries.hash()).withWait(LONGEST_WAIT);
            Thread thread = new Thread(() -> {
                while (!over.get()) {
                    busy.change(view -> view.set("n", view.getLong("n") + 1));
                }
            });
            thread.start();
            try {
                bolts.forEach(bolt -> bolt.update = (tuple, view) -> view.set("n", view.getLong("n") + 1));
                submitBusy();
                long nanos = nanosOfOthers();
                awaitAll();
                return nanos;
            } finally {
                over.set(true);
                await().atMost(LONGEST_WAIT).until(() -> !thread.isAlive());
            }
        }
    }

    private long nanosBesideSlow() {
        bolts.forEach(bolt -> bolt.update = (tuple, view) -> {
            if (tuple.getStringByField("key").equals("busy")) {
                LockSupport.parkNanos(SLOW_NANOS);
            }
            view.add("n", 1);
        });
        submitBusy();
        long nanos = nanosOfOthers();
        awaitAll();
        return nanos;
    }

    private void submitBusy() {
        for (int i = 0; i < BUSY; i++) {
            tasks.get(i % tasks.size()).submit("busy", "");
        }
    }

    private long nanosOfOthers() {
        CountDownLatch open = new CountDownLatch(OTHERS);
        tasks.forEach(task -> task.output().observe(act -> {
            if (act instanceof Ack ack && ack.tuple().getStringByField("key").startsWith("other")) {
                open.countDown();
            }
        }));
        long begun = System.nanoTime();
        for (int i = 0; i < OTHERS; i++) {
            tasks.get(i % tasks.size()).submit("other" + i, "");
        }
        try {
            assertThat(open.await(LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS))
                    .as("all are acked")
                    .isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        return System.nanoTime() - begun;
    }

    private void awaitAll() {
        for (Task<HashEntry> task : tasks) {
            await().atMost(LONGEST_WAIT).until(() -> task.context().gauge("open") == 0);
            assertThat(task.output().failed()).isZero();
            task.output().forget();
        }
    }
}
