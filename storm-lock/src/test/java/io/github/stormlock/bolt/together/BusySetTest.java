package io.github.stormlock.bolt.together;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.bolt.Changes;
import io.github.stormlock.bolt.fixture.RecordedOutput.Ack;
import io.github.stormlock.bolt.fixture.ScriptedBolt;
import io.github.stormlock.bolt.fixture.Task;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.apache.storm.tuple.Tuple;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.SetParams;

/**
 * Joint updates of which a stranger holds an entry wait, and those of other entries go on as fast as without them. Half of the
 * others share an entry with those that wait.
 */
@Tag("contract")
@ExtendWith(RedisExtension.class)
@Tag("server")
class BusySetTest {
    private static final EntryKind<HashEntry> ACCOUNT = Entries.hash();
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);
    private static final int BUSY = 50;
    private static final int OTHERS = 3_000;
    private static final int ROUNDS = 9;

    /** On a quiet machine the share is 1. Others that were delayed would not be done before the busy set is. */
    private static final double LEAST_SHARE = 0.4;

    private final RedisServer redis;

    BusySetTest(RedisServer redis) {
        this.redis = redis;
    }

    private static void move(Tuple tuple, Changes<HashEntry> each) {
        String[] pair = tuple.getStringByField("key").split(">");
        each.addTogether(
                Map.of(pair[0], ACCOUNT, pair[1], ACCOUNT), EventId.opaque(tuple.getStringByField("id")), accounts -> {
                    accounts.get(pair[0], ACCOUNT).add("cents", -1);
                    accounts.get(pair[1], ACCOUNT).add("cents", 1);
                });
    }

    @Test
    void setsThatAreNotBusyAreNotDelayed() throws Exception {
        ScriptedBolt<HashEntry> bolt = ScriptedBolt.counting();
        bolt.changes = BusySetTest::move;
        Object[] patient = {"topology.message.timeout.secs", 300, "storm.lock.wait", "60s", "storm.lock.lease", "1s"};
        List<Double> shares = new ArrayList<>();
        try (Task<HashEntry> task = Task.of(bolt, Task.conf(redis.uri(), patient));
                Jedis stranger = new Jedis(redis.uri())) {
            nanosOfOthers(task, "warm");
            for (int round = 0; round < ROUNDS; round++) {
                long alone = nanosOfOthers(task, "alone" + round);
                long beside = nanosBeside(task, stranger, round);
                shares.add((double) alone / beside);
            }
        }
        Collections.sort(shares);
        System.out.printf("others beside a busy set, of their rate alone: %s%n", shares);
        assertThat(shares.get(ROUNDS / 2)).as("shares of %s", shares).isGreaterThan(LEAST_SHARE);
    }

    private static long nanosBeside(Task<HashEntry> task, Jedis stranger, int round) throws InterruptedException {
        assertThat(stranger.set("lock:{busy}", "mine", SetParams.setParams().px(60_000)))
                .isEqualTo("OK");
        for (int i = 0; i < BUSY; i++) {
            task.submit("busy>shared", "busy" + round + '-' + i);
        }
        long nanos = nanosOfOthers(task, "beside" + round);
        // An ack is heard a moment before its tuple counts as settled.
        await().until(() -> task.context().gauge("open") == BUSY);
        assertThat(stranger.del("lock:{busy}")).isEqualTo(1);
        await().atMost(LONGEST_WAIT).until(() -> task.context().gauge("open") == 0);
        return nanos;
    }

    private static long nanosOfOthers(Task<HashEntry> task, String ids) throws InterruptedException {
        CountDownLatch open = new CountDownLatch(OTHERS);
        task.output().observe(act -> {
            if (act instanceof Ack ack && ack.tuple().getStringByField("id").startsWith(ids)) {
                open.countDown();
            }
        });
        long begun = System.nanoTime();
        for (int i = 0; i < OTHERS; i++) {
            String to = i % 2 == 0 ? "shared" : "to" + i % 40;
            task.submit("from" + i % 40 + '>' + to, ids + '-' + i);
        }
        assertThat(open.await(LONGEST_WAIT.toSeconds(), TimeUnit.SECONDS))
                .as("all are acked")
                .isTrue();
        long nanos = System.nanoTime() - begun;
        task.output().forget();
        return nanos;
    }
}
