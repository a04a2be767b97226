package io.github.stormlock.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.test.RedisServer;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;

/**
 * Runs the samples on a real cluster of several workers. Each worker is a JVM of its own, which is killed, stopped or
 * moved. Started by scripts/cluster-test.
 */
@Tag("cluster")
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("server")
class RealClusterTest {
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(150);
    /** The default of {@code storm.lock.redis.pool.max.total}. */
    private static final int POOL = 16;

    private static final String LEASE_SECONDS = "3";

    /** More than three leases, and short, because the tuples of a worker that dies come again after it. */
    private static final String TIMEOUT = "topology.message.timeout.secs=12";

    private static final String SECRET = "a-secret-that-nobody-may-see";

    @TempDir
    static Path folder;

    private static RedisServer redis;
    private static GeneratedLog log;
    private static GeneratedLog longLog;
    private long begun;

    @BeforeAll
    static void up() throws Exception {
        redis = RedisServer.embedded();
        log = GeneratedLog.write(folder.resolve("access.log"), 14_000);
        longLog = GeneratedLog.write(folder.resolve("long.log"), 25_000);
        System.out.println(StormDev.done("up", "--redis", redis.uri().toString(), "--workers", "4"));
    }

    @AfterAll
    static void down() throws Exception {
        System.out.println(StormDev.done("down"));
        redis.close();
        assertThat(StormDev.run(List.of("pgrep", "-f", "org.apache.storm.daemon.[w]orker.*storm-dev/home"))
                        .text())
                .isEmpty();
    }

    @BeforeEach
    void flush() {
        begun = System.nanoTime();
        try (Jedis jedis = jedis()) {
            jedis.flushAll();
        }
    }

    @AfterEach
    void end(TestInfo test) throws Exception {
        for (String line : StormDev.done("list").lines().skip(1).toList()) {
            String name = line.split("\\s+", 2)[0];
            StormDev.run("kill", name);
            await().atMost(LONGEST_WAIT).until(() -> StormDev.workers(name).isEmpty());
        }
        await().atMost(LONGEST_WAIT).until(() -> StormDev.done("list").lines().count() == 1);
        say("%s: %.1f s", test.getDisplayName(), (System.nanoTime() - begun) / 1e9);
    }

    private static Jedis jedis() {
        return new Jedis(redis.uri());
    }

    private static void say(String format, Object... values) {
        System.out.printf("CLUSTER " + format + "%n", values);
    }

    private static String submit(String name, int workers, String... more) throws Exception {
        return submit(log.file(), name, workers, more);
    }

    /** Submits a topology that follows the long log, which grows until the test finishes it. */
    private static GrowingLog submitGrowing(String name, int workers, String... more) throws Exception {
        GrowingLog input = new GrowingLog(longLog, folder.resolve(name + ".log"));
        submit(
                input.file(),
                name,
                workers,
                Stream.concat(Stream.of("-c", "access.log.follow=true", "-c", TIMEOUT), Stream.of(more))
                        .toArray(String[]::new));
        return input;
    }

    private static String submit(Path input, String name, int workers, String... more) throws Exception {
        Path conf = Files.writeString(folder.resolve(name + ".yaml"), "access.log.executors: 2\n");
        String[] fixed = {
            "submit",
            "access-log",
            input.toString(),
            conf.toString(),
            name,
            "--workers",
            "" + workers,
            "-c",
            "storm.lock.lease=" + LEASE_SECONDS + "s"
        };
        return StormDev.done(Stream.concat(Stream.of(fixed), Stream.of(more)).toArray(String[]::new));
    }

    private static long hits() {
        try (Jedis jedis = jedis()) {
            String hits = jedis.hget("site", "hits");
            return hits == null ? 0 : Long.parseLong(hits);
        }
    }

    private static void awaitHits(long least) {
        await().atMost(LONGEST_WAIT).pollInterval(Duration.ofMillis(20)).until(() -> hits() >= least);
    }

    private static void awaitExactTotals() throws Exception {
        await().atMost(LONGEST_WAIT).pollInterval(Duration.ofMillis(200)).until(() -> complete() == 1);
        assertThat(StormDev.totals()).containsAllEntriesOf(log.totals());
        assertNothingLeft();
    }

    /** Awaits that every line is acked, and asserts the totals then. A file that is followed is never complete. */
    private static void awaitExactTotals(GrowingLog input) throws Exception {
        input.finish();
        String all = Long.toString(Files.size(input.file()));
        await().atMost(LONGEST_WAIT).pollInterval(Duration.ofMillis(200)).until(() -> lows().equals(List.of(all)));
        assertThat(StormDev.totals()).containsAllEntriesOf(longLog.totals());
        assertNothingLeft();
    }

    private static List<String> lows() {
        try (Jedis jedis = jedis()) {
            return jedis.keys("source:*").stream()
                    .map(key -> String.valueOf(jedis.hget(key, "low")))
                    .toList();
        }
    }

    private static long complete() {
        try (Jedis jedis = jedis()) {
            return jedis.keys("source:*").stream()
                    .filter(key -> "1".equals(jedis.hget(key, "complete")))
                    .count();
        }
    }

    private static void assertNothingLeft() {
        try (Jedis jedis = jedis()) {
            for (String key : jedis.keys("lock*")) {
                assertThat(jedis.pttl(key)).as(key).isNotEqualTo(-1);
            }
        }
    }

    @Test
    @Order(1)
    void twoWorkersCountExactly() throws Exception {
        submit("two", 2);
        await().atMost(LONGEST_WAIT).until(() -> StormDev.workers("two").size() == 2);
        awaitHits(5_000);
        assertOneOfEachInEveryWorker();
        for (long worker : StormDev.workers("two")) {
            assertThat(StormDev.threads(worker, "storm-lock-watchdog-")).isLessThanOrEqualTo(1);
            assertThat(StormDev.threads(worker, "storm-lock-subscription-")).isLessThanOrEqualTo(1);
        }
        awaitExactTotals();
    }

    /**
     * Asserts that each worker has one pool and at most one subscription, with any number of executors. Only a worker
     * that has waited for a lock subscribes.
     */
    private static void assertOneOfEachInEveryWorker() {
        await().atMost(LONGEST_WAIT).untilAsserted(() -> {
            Map<String, Integer> subscriptions = new HashMap<>();
            Map<String, Integer> pools = new HashMap<>();
            try (Jedis jedis = jedis()) {
                for (String client : jedis.clientList().split("\n", -1)) {
                    String name = client.replaceAll(".* name=(\\S*) .*", "$1");
                    if (name.startsWith("storm-lock:two:") && !name.endsWith(":watchdog")) {
                        boolean subscribed = client.matches(".* sub=[1-9].*");
                        (subscribed ? subscriptions : pools).merge(name, 1, Integer::sum);
                    }
                }
            }
            assertThat(subscriptions)
                    .allSatisfy((name, count) -> assertThat(count).isEqualTo(1));
            assertThat(pools).hasSize(2).allSatisfy((name, count) -> assertThat(count)
                    .isBetween(1, POOL));
        });
    }

    @Test
    @Order(2)
    void killedWorkersLoseNothingAndBlockNobodyLongerThanTheLease() throws Exception {
        try (GrowingLog input = submitGrowing("killed", 2)) {
            awaitHits(3_000);
            for (int kill = 1; kill <= 2; kill++) {
                await().atMost(LONGEST_WAIT)
                        .until(() -> StormDev.workers("killed").size() == 2);
                List<Long> workers = StormDev.workers("killed");
                // One of the two workers has the spout. The kills take the first and then the second of the list, so
                // both cases are likely.
                long before = hits();
                StormDev.signal("KILL", workers.get(kill - 1));
                long killed = System.nanoTime();
                try (Jedis jedis = jedis()) {
                    for (String key : jedis.keys("lock:*")) {
                        assertThat(jedis.pttl(key)).as(key).isLessThanOrEqualTo(Long.parseLong(LEASE_SECONDS) * 1_000);
                    }
                }
                awaitHits(before + 100);
                say("killed worker %d: counting went on after %.1f s", kill, (System.nanoTime() - killed) / 1e9);
            }
            awaitExactTotals(input);
        }
    }

    @Test
    @Order(3)
    void workerStoppedInsideAnUpdatePastItsLeaseIsRefusedAndNothingIsLost() throws Exception {
        Path hold = folder.resolve("hold");
        Path pidFile = folder.resolve("hold.pid");
        // The stopped worker has ackers: the tuples that they track are pending until it goes on.
        try (GrowingLog input = submitGrowing(
                "stopped",
                2,
                "-c",
                "access.log.hold.file=" + hold,
                "-c",
                "topology.max.spout.pending=5000",
                "-c",
                "topology.disable.loadaware.messaging=true")) {
            awaitHits(3_000);
            long pid = holderWithoutTheSpout(hold, pidFile);
            StormDev.signal("STOP", pid);
            Files.delete(hold);
            long stopped = System.nanoTime();
            // The topology itself may stand still: each line needs a part in either worker, and few lines may be
            // pending.
            try (RedisLockFactory locks = RedisLockFactory.connect(redis.uri().toString())) {
                locks.guard("site", Entries.hash()).change(site -> site.set("changed.by.another", "1"));
            }
            Duration went = Duration.ofNanos(System.nanoTime() - stopped);
            say("stopped worker: another went on after %.1f s", went.toMillis() / 1e3);
            assertThat(went).as("less than the Supervisor's time-out").isLessThan(Duration.ofSeconds(15));
            StormDev.signal("CONT", pid);
            await().atMost(LONGEST_WAIT).until(() -> StormDev.metric("commits-refused") > 0);
            say("stopped worker: %d commits were refused", StormDev.metric("commits-refused"));
            awaitExactTotals(input);
        }
    }

    /**
     * Returns the worker that holds an update and is not the worker of the spout. A topology stands still without its
     * spout, so only another worker is stopped.
     */
    private static long holderWithoutTheSpout(Path hold, Path pidFile) throws Exception {
        long spout = StormDev.worker("stopped", "lines");
        for (int tries = 0; tries < 50; tries++) {
            Files.deleteIfExists(pidFile);
            Files.createFile(hold);
            await().atMost(LONGEST_WAIT)
                    .until(() ->
                            Files.exists(pidFile) && !Files.readString(pidFile).isEmpty());
            long pid = Long.parseLong(Files.readString(pidFile));
            if (pid != spout) {
                return pid;
            }
            Files.delete(hold);
            TimeUnit.MILLISECONDS.sleep(50);
        }
        throw new AssertionError("the worker of the spout always came first");
    }

    @Test
    @Order(4)
    void rebalanceWhileItRunsLosesNothing() throws Exception {
        try (GrowingLog input = submitGrowing("moved", 2)) {
            awaitHits(3_000);
            StormDev.done("rebalance", "moved", "1");
            await().atMost(LONGEST_WAIT).until(() -> StormDev.workers("moved").size() == 1);
            long before = hits();
            awaitHits(before + 100);
            StormDev.done("rebalance", "moved", "2");
            await().atMost(LONGEST_WAIT).until(() -> StormDev.workers("moved").size() == 2);
            awaitExactTotals(input);
        }
    }

    @Test
    @Order(5)
    void redisAwayForTenSecondsEndsNoWorkerAndLosesNothing() throws Exception {
        try (GrowingLog input = submitGrowing("away", 2)) {
            awaitHits(3_000);
            List<Long> workers = StormDev.workers("away");
            redis.shutdownAndSave();
            TimeUnit.SECONDS.sleep(10);
            redis.restart();
            long back = System.nanoTime();
            awaitHits(hits() + 100);
            say("Redis back: counting went on after %.1f s", (System.nanoTime() - back) / 1e9);
            awaitExactTotals(input);
            assertThat(StormDev.workers("away")).containsExactlyElementsOf(workers);
        }
    }

    @Test
    @Order(6)
    void twoTopologiesAndAPlainWriterCountInTheSameEntries() throws Exception {
        int writes = 2_000;
        submit("one", 1);
        submit("other", 1);
        awaitHits(1_000);
        StormDev.Said written = StormDev.run(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path") + File.pathSeparator + "target/test-classes",
                PlainWriter.class.getName(),
                redis.uri().toString(),
                "" + writes));
        assertThat(written.code()).as(written.text()).isZero();
        // Both topologies read one source, and its entry is that of the one that notes its end later.
        long all = 2 * log.totals().get("hits") + writes;
        awaitHits(all);
        await().atMost(LONGEST_WAIT)
                .until(() -> StormDev.totals().get("bytes") == 2 * log.totals().get("bytes"));
        await().atMost(LONGEST_WAIT)
                .until(() -> StormDev.totals().get("errors") == 2 * log.totals().get("errors"));
        await().during(Duration.ofSeconds(3)).atMost(LONGEST_WAIT).until(() -> hits() == all);
        Map<String, Long> totals = StormDev.totals();
        assertThat(totals.get("malformed")).isEqualTo(2 * log.totals().get("malformed"));
        for (String same : List.of("visitors", "paths", "hours", "sessions", "largest")) {
            assertThat(totals.get(same)).as(same).isEqualTo(log.totals().get(same));
        }
    }

    @Test
    @Order(7)
    void wrongKeysAreRefusedAtSubmission() throws Exception {
        for (String wrong : List.of("storm.lock.lease=banana", "storm.lock.leas=5s")) {
            StormDev.Said said = StormDev.run("submit", "access-log", log.file().toString(), "-c", wrong);
            assertThat(said.code()).as(said.text()).isNotZero();
            assertThat(said.text()).contains(wrong.substring(0, wrong.indexOf('=')));
        }
        assertThat(StormDev.done("list").lines()).hasSize(1);
    }

    @Test
    @Order(8)
    void secretGivenByFileIsNowhereToBeSeen() throws Exception {
        Path secret = Files.writeString(folder.resolve("password"), SECRET + "\n");
        String said;
        String conf;
        try (Jedis jedis = jedis()) {
            jedis.configSet("requirepass", SECRET);
            said = submit("secret", 2, "-c", "storm.lock.redis.password.file=" + secret);
            await().atMost(LONGEST_WAIT)
                    .until(() ->
                            jedis.hget("site", "hits") != null && Long.parseLong(jedis.hget("site", "hits")) > 1_000);
            conf = StormDev.topologyConf("secret");
            jedis.configSet("requirepass", "");
        }
        assertThat(conf).contains("password.file").doesNotContain(SECRET);
        assertThat(said).doesNotContain(SECRET);
        try (Stream<Path> files = Files.walk(StormDev.logs())) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                assertThat(Files.readString(file, java.nio.charset.StandardCharsets.ISO_8859_1))
                        .as(file.toString())
                        .doesNotContain(SECRET);
            }
        }
        awaitExactTotals();
    }
}
