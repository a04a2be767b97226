package io.github.stormlock.insight;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.EntryNames;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.insight.fixture.CommandRun;
import io.github.stormlock.insight.fixture.FakeWorker;
import io.github.stormlock.insight.fixture.OnServer;
import io.github.stormlock.insight.fixture.Scene;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.insight.LockNames;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.SetParams;

@OnServer
class LockListTest {
    private static final Duration WAIT = Duration.ofSeconds(30);
    private static final LockNames NAMES = LockNames.of("");

    private RedisServer server;
    private Jedis redis;
    private Scene scene;

    @Test
    void hangingUpdateIsNamedWithinTenSeconds() throws Exception {
        CountDownLatch end = new CountDownLatch(1);
        RedisLockFactory factory = scene.factory(LockSettings.DEFAULT);
        Thread hangs = new Thread(
                () -> factory.calledBy("pages/7")
                        .guard("page:/checkout", Entries.hash())
                        .update(page -> {
                            try {
                                end.await();
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                            return page.exists();
                        }),
                "the-thread-that-hangs");
        hangs.start();
        try {
            Awaitility.await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> {
                String list = CommandRun.at(server, "list").out();
                assertThat(list)
                        .contains("page:/checkout")
                        .contains("open")
                        .contains("pages/7")
                        .contains("pid " + ProcessHandle.current().pid())
                        .contains("thread the-thread-that-hangs");
            });
        } finally {
            end.countDown();
            hangs.join();
        }
    }

    @Test
    void mutexIsNamedByItsThreadAndItsWaiterByItsWorker() throws Exception {
        String holding = Thread.currentThread().getName();
        LockSettings eachSecond =
                LockSettings.builder().insightInterval(Duration.ofSeconds(1)).build();
        RedisLockFactory one = scene.factory(eachSecond);
        RedisLockFactory two = scene.factory(eachSecond);
        Lease lease = one.calledBy("nightly").mutex("report:daily").acquire(WAIT);
        Thread waits =
                new Thread(() -> two.mutex("report:daily").tryAcquire(WAIT).ifPresent(Lease::close));
        waits.start();
        Awaitility.await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> {
            JsonNode lock = CommandRun.at(server, "list", "report:*", "--json")
                    .json("list")
                    .at("/locks/0");
            JsonNode holder = lock.at("/holders/0");
            assertThat(holder.path("words").asText())
                    .startsWith("nightly, ")
                    .endsWith("pid " + ProcessHandle.current().pid());
            assertThat(holder.path("thread").asText()).isEqualTo(holding);
            assertThat(holder.path("token").asText()).isEqualTo(lease.token());
            assertThat(lock.path("waitingInRedis").asLong()).isEqualTo(1);
            assertThat(lock.at("/waiters/0/life").asText()).isEqualTo("reporting");
        });
        lease.close();
        waits.join();
    }

    @Test
    void entryThatItsWorkerHidesIsFoundByItsKey() {
        LockSettings hidden = LockSettings.builder()
                .insightInterval(Duration.ofSeconds(1))
                .insightEntries(EntryNames.DIGESTS)
                .build();
        RedisLockFactory factory = scene.factory(hidden);
        Lease lease = factory.mutex("alice@example.org").acquire(WAIT);
        Awaitility.await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> assertThat(
                        CommandRun.at(server, "list").out())
                .containsPattern("alice@example.org +mutex +[1-9]"));
        assertThat(CommandRun.at(server, "list", "--no-scan").out()).doesNotContain("alice");
    }

    @Test
    void strangersAndWrongTypesAreFoundByWalkingThroughTheKeys() {
        redis.set(NAMES.lock("job:export"), "worker-17");
        redis.set(NAMES.lock("job:other"), "worker-18", SetParams.setParams().px(60_000));
        redis.lpush(NAMES.lock("odd"), "value");
        redis.set("unrelated", "value");
        redis.set("lock-seen:scope:{site}", "value");

        CommandRun run = CommandRun.at(server, "list", "--sort", "entry");

        assertThat(run.out().lines().filter(line -> line.startsWith(" job") || line.startsWith(" odd")))
                .hasSize(3)
                .satisfiesExactly(
                        line -> assertThat(line)
                                .contains("(stranger) \"worker-17\"")
                                .contains("never")
                                .endsWith("no expiry: explain says what to do"),
                        line -> assertThat(line).contains("worker-18").contains("59."),
                        line -> assertThat(line).contains("(a list, which is no lock)"));
        assertThat(run.out()).contains("all 5 keys seen");
        assertThat(run.status()).isZero();
        assertThat(CommandRun.at(server, "list", "--stuck").out())
                .contains("job:export", "odd")
                .doesNotContain("job:other");
        assertThat(CommandRun.at(server, "list", "job*").out())
                .contains("job:export")
                .doesNotContain("odd");
        assertThat(CommandRun.at(server, "list", "--no-scan").out())
                .doesNotContain("job:export")
                .contains("were not looked for among 5 (--scan)");
    }

    @Test
    void textFromRedisCannotSteerTheTerminal() {
        redis.set(NAMES.lock("evil\u001b[2J\nrow"), "a\u202eb\u0007");
        String list = CommandRun.at(server, "list").out();
        assertThat(list).contains("evil\\u001b[2J\\u000arow").contains("a\\u202eb\\u0007");
        assertThat(list).doesNotContain("\u001b", "\u202e", "\u0007");
    }

    @Test
    void whatAWorkerTellsIsCheckedAgainstTheKeys() {
        FakeWorker worker = scene.worker(Scene.id('a'));
        worker.tell("hot:[{entry:'site', updates:9200, waits:12}]");
        worker.held("site", "m", "a3", "upload-1", 88, 41_200).report();
        assertThat(CommandRun.at(server, "list").out()).doesNotContain("upload-1");
        scene.holds(Scene.id('a'), "site", "ma3", 9_000);
        assertThat(CommandRun.at(server, "list").out())
                .contains("stats/pages task 7, w3:6700, pid 4711, thread upload-1")
                .contains("renewed 12 times")
                .contains("1 held")
                .contains("1 worker of 1 topology report");
        assertThat(CommandRun.at(server, "list", "--topology", "other").out()).doesNotContain("upload-1");
        assertThat(CommandRun.at(server, "list", "--worker", "w3:6700").out()).contains("upload-1");
    }

    @Test
    void documentsThatAreNoneOrTooLongAreNotRead() {
        FakeWorker worker = scene.add(new FakeWorker(server, Scene.id('a')));
        worker.report();
        redis.zadd(NAMES.workers(), 1, Scene.id('b'));
        redis.set(NAMES.info(Scene.id('b')), "no document");
        redis.zadd(NAMES.workers(), 1, Scene.id('c'));
        redis.set(NAMES.info(Scene.id('c')), "x".repeat(70_000));
        JsonNode answer = CommandRun.at(server, "list", "--json").json("list");
        assertThat(answer.path("workers").asInt()).isEqualTo(1);
        assertThat(answer.path("unreadable").asInt()).isEqualTo(2);
    }

    /** Returns how many steps of walks over its keys the server was asked for. */
    private long scans() {
        Matcher calls = Pattern.compile("cmdstat_scan:calls=([0-9]+)").matcher(redis.info("commandstats"));
        assertThat(calls.find()).isTrue();
        return Long.parseLong(calls.group(1));
    }

    @Test
    void scanKeepsToItsBudgetAndSaysWhichPartItSaw() {
        redis.set(NAMES.lock("job:export"), "worker-17");
        for (int i = 0; i < 60; i++) {
            String[] pairs = new String[2_000];
            for (int j = 0; j < 1_000; j++) {
                pairs[2 * j] = "key:" + i + ":" + j;
                pairs[2 * j + 1] = "value";
            }
            redis.mset(pairs);
        }
        assertThat(redis.configResetStat()).isEqualTo("OK");
        long begun = System.nanoTime();
        JsonNode scan = CommandRun.at(server, "list", "--json", "--budget", "200ms", "--pace", "1%")
                .json("list")
                .path("scan");
        long took = System.nanoTime() - begun;
        assertThat(Duration.ofNanos(took)).isLessThan(Duration.ofSeconds(10));
        // A step takes the server a few tenths of a millisecond at least, and 99 times as long passes before the next
        // one.
        assertThat(scans()).isBetween(1L, 40L);
        assertThat(scan.path("complete").asBoolean()).isFalse();
        assertThat(scan.path("part").asDouble()).isBetween(0.001, 0.9);
        // A busy machine does not come to the end within the default.
        assertThat(CommandRun.at(server, "list", "--budget", "60s", "--pace", "100%")
                        .out())
                .contains("all 60001 keys seen")
                .contains("job:export");
    }

    @Test
    void serverThatAsksForAPasswordIsNotTakenForOneWithoutLocks() {
        RedisServer other = scene.add(RedisServer.embedded());
        Jedis admin = scene.add(new Jedis(other.uri()));
        admin.set(NAMES.lock("site"), "worker-17");
        admin.configSet("requirepass", "secret");
        CommandRun unknown = CommandRun.at(other, "list");
        assertThat(unknown.err()).contains("NOAUTH", "--password-file");
        assertThat(unknown.status()).isEqualTo(Invocation.CANNOT_ASK);
    }

    @Test
    void leaseThatDidNotFitIntoTheReportOfItsWorkerIsListedToo() {
        String factory = Scene.id('a');
        scene.holds(factory, "site", "mzz", 9_000);
        FakeWorker worker = scene.worker(factory);
        worker.report();
        assertThat(CommandRun.at(server, "list").out()).doesNotContain(" site ");
        worker.tell("cut:{held:36}").report();
        assertThat(CommandRun.at(server, "list").out())
                .containsPattern(" site +mutex +\\? ")
                .contains("its worker holds more than it tells of");
    }

    @Test
    void rowsBeyondTheLimitAreCounted() {
        for (String entry : List.of("a", "b", "c")) {
            redis.set(NAMES.lock(entry), "worker-17");
        }
        assertThat(CommandRun.at(server, "list", "--limit", "2").out())
                .contains("3 held, ")
                .contains("; rows beyond --limit: 1;");
        JsonNode cut = CommandRun.at(server, "list", "--sort", "entry", "--limit", "2", "--json")
                .json("list");
        assertThat(cut.path("notShown").asInt()).isEqualTo(1);
        assertThat(cut.path("locks"))
                .extracting(lock -> lock.path("entry").asText())
                .containsExactly("a", "b");
        for (String command : List.of("list", "top")) {
            CommandRun wrong = CommandRun.at(server, command, "--limit", "-1");
            assertThat(wrong.err()).contains("--limit must be");
            assertThat(wrong.status()).isEqualTo(Invocation.BAD_OPTION);
        }
    }

    @Test
    void thoseWhoWaitBehindAnOpenUpdateAreCountedOnce() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        LockSettings eachSecond =
                LockSettings.builder().insightInterval(Duration.ofSeconds(1)).build();
        List<Thread> threads = new ArrayList<>();
        RedisLockFactory factory = scene.factory(eachSecond);
        for (int i = 0; i < 4; i++) {
            threads.add(new Thread(() -> factory.guard("page:/", Entries.hash()).change(page -> {
                page.add("hits", 1);
                begun.countDown();
                Awaitility.await().atMost(WAIT).until(() -> end.getCount() == 0);
            })));
        }
        threads.get(0).start();
        try {
            // Those that come now are not computed with it, but stand in the queue.
            assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
            threads.subList(1, 4).forEach(Thread::start);
            Awaitility.await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> assertThat(
                            CommandRun.at(server, "list").out())
                    .containsPattern(" page:/ +open .* 3  an update")
                    .contains("3 waiting (0 in Redis, 3 inside workers)"));
        } finally {
            end.countDown();
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }
}
