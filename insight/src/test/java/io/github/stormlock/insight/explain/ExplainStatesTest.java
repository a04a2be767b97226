package io.github.stormlock.insight.explain;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.insight.fixture.CommandRun;
import io.github.stormlock.insight.fixture.FakeWorker;
import io.github.stormlock.insight.fixture.OnServer;
import io.github.stormlock.insight.fixture.Scene;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.insight.LockNames;
import io.github.stormlock.lock.insight.LockToken;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.test.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.SetParams;

/** Each state of the table, brought about on a real server. */
@OnServer
class ExplainStatesTest {
    private static final Duration WAIT = Duration.ofSeconds(30);
    private static final LockSettings SILENT =
            LockSettings.builder().insightInterval(Duration.ZERO).build();
    private static final LockNames NAMES = LockNames.of("");

    private RedisServer server;
    private RedisLockFactory factory;
    private Jedis redis;
    private Scene scene;

    @TempDir
    private Path folder;

    @BeforeEach
    void connect() {
        factory = scene.factory(SILENT).calledBy("pages/7");
    }

    private JsonNode explain(String entry, String state, int status) {
        CommandRun text = CommandRun.at(server, "explain", entry);
        CommandRun run = CommandRun.at(server, "explain", entry, "--json");
        assertThat(run.err()).isEmpty();
        JsonNode answer = run.json("explain");
        assertThat(answer.path("state").asText()).as(text.out()).isEqualTo(state);
        assertThat(run.status()).isEqualTo(status);
        assertThat(withoutTimes(text.out()))
                .contains(withoutTimes(answer.path("why").asText()));
        return answer;
    }

    /** Two looks see different times. */
    private static String withoutTimes(String text) {
        return text.replaceAll("[0-9.]+ (ms|s|min)\\b", "TIME");
    }

    private LockToken token(String entry) {
        return LockToken.parse(redis.get(NAMES.lock(entry))).orElseThrow();
    }

    @Test
    void nothingIsFree() {
        explain("site", "free", 0);
    }

    @Test
    void lockOfAReportingWorkerIsYoungAndNamesTaskAndThread() {
        Lease lease = factory.mutex("site").acquire(WAIT);
        FakeWorker worker = scene.worker(token("site").factory());
        worker.held("site", "m", token("site").number(), "upload-1", 88, 1_200).report();
        JsonNode answer = explain("site", "young", 0);
        JsonNode holder = answer.at("/lock/holders/0");
        assertThat(holder.path("words").asText()).isEqualTo("stats/pages task 7, w3:6700, pid 4711");
        assertThat(holder.path("thread").asText()).isEqualTo("upload-1");
        assertThat(holder.path("life").asText()).isEqualTo("reporting");
    }

    @Test
    void lockThatIsHeldForLongNamesTheThreadToLookAt() {
        Lease lease = factory.mutex("site").acquire(WAIT);
        FakeWorker worker = scene.worker(token("site").factory());
        worker.held("site", "m", token("site").number(), "upload-1", 88, 41_200).report();
        JsonNode answer = explain("site", "long", 0);
        assertThat(answer.path("do").asText()).contains("jstack 4711 on w3");
        assertThat(answer.at("/lock/holders/0/heldMillis").asLong()).isBetween(41_200L, 71_200L);
    }

    @Test
    void deadHolderIsNamedAndTheTimeLeftIsThatOfRedis() {
        scene.holds(Scene.id('a'), "site", "m3", 30_000);
        JsonNode answer = explain("site", "dead-holder", 1);
        assertThat(answer.path("why").asText()).contains("free by itself in");
        assertThat(answer.at("/lock/leftMillis").asLong())
                .isCloseTo(redis.pttl(NAMES.lock("site")), org.assertj.core.data.Offset.offset(2_000L));
    }

    @Test
    void holderWhoseReportIsLateAndWhoHasNoConnectionIsDead() {
        String id = Scene.id('b');
        scene.holds(id, "site", "m3", 30_000);
        FakeWorker worker = scene.add(new FakeWorker(server, id));
        worker.reported(2_000);
        explain("site", "young", 0);
        worker.reported(6_000);
        explain("site", "dead-holder", 1);
        worker.reported(9_000).connected(server);
        explain("site", "silent", 1);
    }

    @Test
    void strangerWithAnExpiryGoesByItself() {
        redis.set(
                NAMES.lock("job:export"),
                "worker-17\u001b[31m",
                SetParams.setParams().px(30_000));
        JsonNode answer = explain("job:export", "stranger", 0);
        assertThat(answer.path("why").asText()).contains("worker-17\\u001b[31m").doesNotContain("\u001b");
    }

    @Test
    void hashUnderTheKeyOfALockIsOfAWrongType() {
        redis.hset(NAMES.lock("site"), "field", "value");
        JsonNode answer = explain("site", "wrong-type", 1);
        assertThat(answer.path("why").asText()).startsWith("A hash stands under lock:{site}");
    }

    @Test
    void waiterIsNamedAndOneThatHasNotTriedForASecondIsDead() {
        redis.set(NAMES.lock("site"), "worker-17", SetParams.setParams().px(60_000));
        CompletableFuture<Void> waits = CompletableFuture.runAsync(() -> {
            try (Lease lease = factory.mutex("site").acquire(WAIT)) {
                assertThat(lease.isHeld()).isTrue();
            }
        });
        Awaitility.await().until(() -> redis.zcard(NAMES.waiting("site")) >= 2);
        redis.zadd(NAMES.waiting("site"), 1, "storm-lock:s:" + Scene.id('d') + ":1.m3:1");
        JsonNode waiters = explain("site", "stranger", 0).at("/lock/waiters");
        assertThat(waiters).hasSize(2);
        assertThat(waiters.at("/0/dead").asBoolean()).isTrue();
        assertThat(waiters.at("/1/dead").asBoolean()).isFalse();
        assertThat(waiters.at("/1/waitedMillis").asLong()).isBetween(0L, 20_000L);
        redis.del(NAMES.lock("site"));
        waits.join();
    }

    @Test
    void lockOfDeadWaitersHoldsNobodyUp() {
        redis.zadd(NAMES.waiting("site"), 1, "storm-lock:s:" + Scene.id('d') + ":1.m3:1");
        explain("site", "waiters-dead", 0);
    }

    @Test
    void freeLockWithALivingWaiterIsTakenInAMoment() {
        String id = Scene.id('e');
        redis.zadd(NAMES.waiting("site"), System.currentTimeMillis() + 10_000, "storm-lock:s:" + id + ":1.m3:1");
        redis.zadd(NAMES.waiting("site"), -(System.currentTimeMillis() + 60_000.0), "seen:" + id);
        explain("site", "free-but-waited-for", 0);
    }

    @Test
    void lockThatStandsForAMomentIsAGift() {
        Awaitility.await().until(() -> {
            CompletableFuture<CommandRun> explained =
                    CompletableFuture.supplyAsync(() -> CommandRun.at(server, "explain", "site", "--no-scan"));
            while (!explained.isDone()) {
                // Given again and again: a gift ends after 50 ms, and a busy machine may look later.
                scene.holds(Scene.id('a'), "site", "m3", 50);
            }
            return explained.join().out().contains("It has just been given to a waiter");
        });
    }

    @Test
    void waitsForConnectionsOfTheHoldersWorkerAreNamed() {
        Lease lease = factory.mutex("site").acquire(WAIT);
        FakeWorker worker = scene.worker(token("site").factory());
        worker.tell("pool:{active:16, idle:0, waiting:5}").report();
        assertThat(explain("site", "pool-exhausted", 1).path("why").asText()).startsWith("5 threads");
    }

    @Test
    void entryThatGoesFromHandToHandIsHotAndNotStuck() {
        Lease lease = factory.mutex("site").acquire(WAIT);
        FakeWorker worker = scene.worker(token("site").factory());
        worker.tell("hot:[{entry:'site', updates:9200, groups:341, waits:135, queue:31}]")
                .report();
        assertThat(explain("site", "hot", 0).path("why").asText()).contains("9200 updates, 135 of which waited");
    }

    /** Has a worker tell of an update that computes without the lock, while three wait behind it. */
    private void openUpdate(String entry) {
        FakeWorker worker = scene.worker(Scene.id('f'));
        String row = "entry:'" + entry + "', age:12000, caller:1, thread:'runner', threadId:57, inside:3";
        worker.tell("open:[{" + row + "}]").report();
    }

    @Test
    void updateThatIsComputedWithoutTheLockIsNamed() {
        openUpdate("page:/");
        JsonNode answer = explain("page:/", "open-update", 0);
        assertThat(answer.path("why").asText())
                .contains("stats/pages task 7, w3:6700, pid 4711, thread runner")
                .contains("3 wait behind it");
    }

    @Test
    void readersHoldItTogether() {
        Lease one = factory.readWrite("site").read().acquire(WAIT);
        Lease two = factory.readWrite("site").read().acquire(WAIT);
        String member = redis.zrange("lock-read:{site}", 0, 0).get(0);
        scene.worker(LockToken.parse(member + "1").orElseThrow().factory()).report();
        JsonNode answer = explain("site", "readers", 0);
        assertThat(answer.at("/lock/holders")).hasSize(2);
    }

    @Test
    void latchIsClosedUntilAllHaveCome() {
        var latch = factory.latch("start", 2, Duration.ofMinutes(5));
        latch.countDown("one");
        assertThat(explain("start", "latch-closed", 0).path("why").asText()).contains("1 of 2 ids");
        latch.countDown("two");
        explain("start", "latch-open", 0);
    }

    @Test
    void deadlockOverTwoWorkersIsNamedAfterASecondReport() throws Exception {
        RedisLockFactory other = scene.add(
                RedisLockFactory.connect(RedisConfig.fromUri(server.uri().toString()), SILENT));
        Lease first = factory.mutex("first").acquire(WAIT);
        Lease second = other.mutex("second").acquire(WAIT);
        FakeWorker one = scene.worker(token("first").factory());
        FakeWorker two = scene.worker(token("second").factory());
        one.held("first", "m", token("first").number(), "thread-a", 11, 3_000).waits("second", "zz", "thread-a", 11);
        two.held("second", "m", token("second").number(), "thread-b", 22, 3_000).waits("first", "zz", "thread-b", 22);
        one.report();
        two.report();
        CompletableFuture<CommandRun> run =
                CompletableFuture.supplyAsync(() -> CommandRun.at(server, "explain", "first", "--json"));
        Awaitility.await().until(() -> redis.exists(NAMES.watch()));
        one.report();
        two.report();
        JsonNode answer = run.get().json("explain");
        assertThat(answer.path("state").asText()).isEqualTo("deadlock");
        assertThat(answer.path("why").asText()).contains("thread thread-a holds first and waits for second");
        assertThat(run.get().status()).isEqualTo(1);
    }

    @Test
    void refusalOfTheServerIsShown() throws Exception {
        redis.aclSetUser("blind", "on", ">secret", "~*", "+@all", "-type");
        try {
            CommandRun run = explainAs("blind");
            assertThat(run.out()).contains("NOPERM").doesNotContain("secret");
            assertThat(run.status()).isEqualTo(1);
        } finally {
            redis.aclDelUser("blind");
        }
    }

    private CommandRun explainAs(String user) throws IOException {
        String password =
                Files.writeString(folder.resolve("password"), "secret").toString();
        return CommandRun.at(server, "explain", "site", "--json", "--user", user, "--password-file", password);
    }

    @Test
    void marksFenceAndValueAreShown() {
        try (Lease lease = factory.mutex("site").acquire(WAIT)) {
            assertThat(lease.fence()).isPositive();
        }
        redis.hset("site", "hits", "1");
        redis.zadd("lock-seen:scope:{site}", 88_120, "low");
        redis.zadd("lock-seen:scope:{site}", 88_130, "88130");
        JsonNode answer = explain("site", "free", 0);
        assertThat(answer.path("fence").asText()).isNotEmpty();
        assertThat(answer.at("/value/type").asText()).isEqualTo("hash");
        assertThat(answer.at("/marks/0/low").asLong()).isEqualTo(88_120);
        assertThat(answer.at("/marks/0/count").asLong()).isEqualTo(1);
    }

    @Test
    void leaseThatDidNotFitIntoTheReportOfItsWorkerIsNotCalledYoung() {
        String factory = Scene.id('a');
        scene.holds(factory, "site", "mzz", 30_000);
        FakeWorker worker = scene.worker(factory);
        worker.tell("cut:{held:36}").report();
        assertThat(explain("site", "held", 0).path("why").asText()).contains("36 locks more than it tells of");
        assertThat(CommandRun.at(server, "explain", "site").out()).doesNotContain("a few seconds at most");
    }

    @Test
    void permitsWhoseLeasesAreOverAreNotInUse() {
        Lease lease = factory.permits("pool", 5).acquire(2, WAIT);
        for (int i = 0; i < 60; i++) {
            redis.zadd(NAMES.permits("pool"), 1_000.0 + i, "storm-lock:s:" + Scene.id('d') + ":1.p" + i + ".1.5:1");
        }
        assertThat(explain("pool", "permits-in-use", 0).path("why").asText()).startsWith("2 of 5 permits are in use");
    }

    @Test
    void rightsOfAWorkerThatOnlyUpdatesAreEnoughToSeeWhoHasALock() throws Exception {
        redis.aclSetUser("worker", "on", ">secret", "~site", "~lock:*", "~lock-wait:*", "+@all");
        redis.aclSetUser("worker", "~lock-seen:*", "~lock-fence:*");
        try {
            CommandRun free = explainAs("worker");
            assertThat(free.json("explain").path("state").asText()).isEqualTo("free");
            assertThat(free.err()).contains("these rights are missing");
            try (Lease lease = factory.mutex("site").acquire(WAIT)) {
                JsonNode lock = explainAs("worker").json("explain").path("lock");
                assertThat(lock.path("state").asText()).isEqualTo("held");
                assertThat(lock.at("/holders/0/token").asText()).isEqualTo(lease.token());
            }
            redis.aclSetUser("worker", "resetkeys", "~site", "~lock:*");
            assertThat(explainAs("worker").json("explain").path("why").asText())
                    .startsWith("Nobody has it. Who waits cannot be seen: NOPERM");
        } finally {
            redis.aclDelUser("worker");
        }
    }

    @Test
    void holderThatDoesNotReportButUsesItsConnectionsLives() {
        try (Lease lease = factory.mutex("site").acquire(WAIT)) {
            assertThat(explain("site", "unreported", 0).path("why").asText())
                    .contains("its connections are in use", "may not write lock-info:*");
        }
        String standing = Scene.id('d');
        FakeWorker worker = scene.worker(standing);
        Awaitility.await().until(() -> redis.clientList()
                .lines()
                .anyMatch(client -> client.contains(standing) && client.matches(".* idle=[4-9] .*")));
        scene.holds(standing, "site", "m3", 3_000);
        explain("site", "silent", 1);
    }

    @Test
    void connectionsWithoutNamesAreADoubtThatAHolderIsDead() {
        scene.holds(Scene.id('a'), "site", "m3", 30_000);
        assertThat(explain("site", "dead-holder", 1).path("why").asText()).doesNotContain("CLIENT SETNAME");
        Jedis nameless = scene.add(new Jedis(server.uri()));
        nameless.eval("return 1");
        assertThat(explain("site", "dead-holder", 1).path("why").asText())
                .contains("1 connection without a name runs scripts", "CLIENT SETNAME");
    }

    @Test
    void entryThatItsWorkerHidesByADigestIsFoundByItsName() {
        // printf %s page:/checkout | sha256sum
        String digest = "#3394818c4be64293";
        openUpdate(digest);
        JsonNode answer = explain("page:/checkout", "open-update", 0);
        assertThat(answer.at("/lock/waitingInside").asLong()).isEqualTo(3);
    }

    @Test
    void freeLockWithWaitersInsideAWorkerIsNotCalledUnused() {
        try (FakeWorker worker = new FakeWorker(server, Scene.id('f')).connected(server)) {
            worker.tell("waits:[{entry:'site', kind:'u', inside:4, age:700, thread:'runner', threadId:57}]");
            worker.report();
            assertThat(explain("site", "free-but-waited-for", 0).path("why").asText())
                    .contains("5 wait for their turn inside workers");
        }
        redis.zadd(NAMES.waitingForPermits("pool"), 1, "storm-lock:s:" + Scene.id('d') + ":1.p3.1.5:1");
        assertThat(explain("pool", "free-but-waited-for", 0).path("why").asText())
                .contains("1 waits for permits");
    }

    @Test
    void nameInACommandToCopyIsOneWordOfTheShell() {
        redis.set(NAMES.lock("job; rm -rf ~"), "worker-17");
        assertThat(explain("job; rm -rf ~", "stranger-forever", 1).path("do").asText())
                .contains("locks break 'job; rm -rf ~' --stranger");
    }
}
