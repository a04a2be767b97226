package io.github.stormlock.cluster;

import static org.awaitility.Awaitility.await;

import io.github.stormlock.test.RedisServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.common.TopicPartition;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;

/**
 * Runs the Kafka sample on a real cluster against a real broker, while one fault comes after the other. After each fault
 * the spout sends again what it had not committed. Started by scripts/cluster-test.
 */
@Tag("cluster")
@Tag("server")
class KafkaClusterTest {
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(120);
    private static final Duration SETTLED = Duration.ofSeconds(5);
    private static final Duration SHORT_OF_THE_SUPERVISOR = Duration.ofSeconds(25);
    private static final String BROKER = "127.0.0.1:19092";
    private static final long FEW = 100;
    private static final String NAME = "kafka-orders";
    private static final String FIRST = "orders-a";
    private static final String SECOND = "orders-b";

    @TempDir
    static Path folder;

    private static RedisServer redis;
    private final SoftAssertions replayed = new SoftAssertions();

    private interface Fault {
        void strike() throws Exception;
    }

    @BeforeAll
    static void up() throws Exception {
        redis = RedisServer.embedded();
        System.out.println(StormDev.done("up", "--redis", redis.uri().toString(), "--workers", "2"));
        System.out.println(StormDev.done("kafka", "up"));
    }

    @AfterAll
    static void down() throws Exception {
        System.out.println(StormDev.done("down"));
        redis.close();
    }

    @Test
    void ordersCountOnceThroughEveryFault() throws Exception {
        long begun = System.nanoTime();
        long seed = System.nanoTime();
        say("seed %d", seed);
        try (Admin admin = Admin.create(Map.of(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, BROKER))) {
            admin.createTopics(List.of(new NewTopic(FIRST, 3, (short) 1), new NewTopic(SECOND, 2, (short) 1)))
                    .all()
                    .get();
            try (OrderProducer orders = new OrderProducer(BROKER, List.of(FIRST, SECOND), seed)) {
                submit();
                await().atMost(LONGEST_WAIT).until(() -> counted() > 1_000);
                afterwards("kill -9 of a worker", orders, KafkaClusterTest::killAWorker);
                afterwards("partitions added", orders, () -> addAPartition(admin));
                afterwards("rebalance", orders, KafkaClusterTest::rebalance);
                afterwards("restart of the broker", orders, KafkaClusterTest::restartTheBroker);

                Map<String, String> expected = orders.finish();
                await().atMost(LONGEST_WAIT)
                        .pollInterval(Duration.ofMillis(200))
                        .until(() -> counted() >= orders.sent());
                // Whatever is sent again from here on would be counted twice.
                await().during(Duration.ofSeconds(3)).atMost(LONGEST_WAIT).until(() -> totals().equals(expected));
                say("%d orders of %d customers, counted exactly", orders.sent(), expected.size());
            }
        }
        replayed.assertAll();
        say("Kafka: %.1f s", (System.nanoTime() - begun) / 1e9);
    }

    private static void submit() throws Exception {
        Path conf = Files.writeString(
                folder.resolve("kafka-orders.yaml"),
                """
                kafka.orders.topics: "orders-a,orders-b"
                kafka.orders.spouts: 2
                # Seldom, so that there is something to send again.
                kafka.orders.commit.seconds: 20
                kafka.orders.broker.away.seconds: 5
                topology.message.timeout.secs: 12
                storm.lock.lease: "3s"
                """);
        System.out.println(StormDev.done("submit", NAME, "submit", conf.toString(), NAME, "--workers", "2"));
    }

    /** Lets a fault strike, awaits that all is counted that was sent until then, and counts the replays in between. */
    private void afterwards(String what, OrderProducer orders, Fault fault) throws Exception {
        long before = StormDev.metric("replays");
        long begun = System.nanoTime();
        fault.strike();
        long sent = orders.sent() + 500;
        await().atMost(LONGEST_WAIT).pollInterval(Duration.ofMillis(100)).until(() -> counted() >= sent);
        // A partition that the spout has not found yet keeps more than these behind.
        await().atMost(LONGEST_WAIT).pollInterval(Duration.ofMillis(100)).until(() -> behind(orders) < FEW);
        long now = replaysOnceNoMoreCome();
        say("%s: %d replays recognised, %.1f s", what, now - before, (System.nanoTime() - begun) / 1e9);
        replayed.assertThat(now - before).as(what).isPositive();
    }

    /** Workers write their metrics every two seconds. Replays of one fault must not count for the next. */
    private static long replaysOnceNoMoreCome() throws Exception {
        long last = StormDev.metric("replays");
        long since = System.nanoTime();
        while (System.nanoTime() - since < SETTLED.toNanos()) {
            TimeUnit.MILLISECONDS.sleep(500);
            long now = StormDev.metric("replays");
            if (now != last) {
                last = now;
                since = System.nanoTime();
            }
        }
        return last;
    }

    private static long behind(OrderProducer orders) {
        long sent = orders.sent();
        return sent - counted();
    }

    private static void killAWorker() throws Exception {
        StormDev.signal("KILL", StormDev.workers(NAME).get(0));
    }

    /**
     * Spreads the topology over one worker, while one of its two stands still. A worker that runs commits before it ends,
     * and little is sent again, or nothing. One that stands still cannot.
     */
    private static void rebalance() throws Exception {
        await().atMost(LONGEST_WAIT).until(() -> StormDev.workers(NAME).size() == 2);
        StormDev.signal("STOP", StormDev.workers(NAME).get(0));
        StormDev.done("rebalance", NAME, "1");
        await().atMost(LONGEST_WAIT).until(() -> StormDev.workers(NAME).size() == 1);
    }

    /**
     * Adds a partition to the first topic. Those of the second one go to the other task then, because tasks take
     * partitions by their place in the list of all. The worker of one of them stands still, so that it cannot commit what it
     * gives away; not for so long that the Supervisor ends it.
     */
    private static void addAPartition(Admin admin) throws Exception {
        await().atMost(LONGEST_WAIT).until(() -> StormDev.workers(NAME).size() == 2);
        long before = StormDev.metric("replays");
        long stopped = StormDev.workers(NAME).get(0);
        StormDev.signal("STOP", stopped);
        try {
            admin.createPartitions(Map.of(FIRST, NewPartitions.increaseTo(4)))
                    .all()
                    .get();
            await().atMost(SHORT_OF_THE_SUPERVISOR).until(() -> StormDev.metric("replays") > before);
        } finally {
            StormDev.signal("CONT", stopped);
        }
        TopicPartition added = new TopicPartition(FIRST, 3);
        await().atMost(LONGEST_WAIT)
                .until(() -> admin.listOffsets(Map.of(added, OffsetSpec.latest()))
                                .partitionResult(added)
                                .get()
                                .offset()
                        > FEW);
    }

    /** The spout waits for its broker until it commits. The commit fails, and its worker begins anew. */
    private static void restartTheBroker() throws Exception {
        List<Long> workers = StormDev.workers(NAME);
        StormDev.signal("KILL", Long.parseLong(StormDev.done("kafka", "pid").strip()));
        await().atMost(LONGEST_WAIT).until(() -> !StormDev.workers(NAME).containsAll(workers));
        System.out.println(StormDev.done("kafka", "up"));
    }

    private static long counted() {
        return totals().values().stream()
                .mapToLong(total -> Long.parseLong(total.substring(0, total.indexOf(' '))))
                .sum();
    }

    private static Map<String, String> totals() {
        Map<String, String> totals = new TreeMap<>();
        try (Jedis jedis = new Jedis(redis.uri())) {
            for (String key : jedis.keys("orders:*")) {
                Map<String, String> hash = jedis.hgetAll(key);
                totals.put(key.substring("orders:".length()), hash.get("count") + " " + hash.get("amount"));
            }
        }
        return totals;
    }

    private static void say(String format, Object... values) {
        System.out.printf("CLUSTER " + format + "%n", values);
    }
}
