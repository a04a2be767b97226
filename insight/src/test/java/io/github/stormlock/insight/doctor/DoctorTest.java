package io.github.stormlock.insight.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.github.stormlock.insight.fixture.CommandRun;
import io.github.stormlock.insight.fixture.FakeWorker;
import io.github.stormlock.insight.fixture.Scene;
import io.github.stormlock.lock.insight.LockNames;
import io.github.stormlock.test.RedisServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.SetParams;

/** Each state that a check looks for, brought about on a real server; and a server on which nothing is wrong. */
@Tag("server")
class DoctorTest {
    private static final LockNames NAMES = LockNames.of("");

    private RedisServer server;
    private Jedis redis;
    private Scene scene;

    @TempDir
    private Path folder;

    @BeforeEach
    void start() {
        server = RedisServer.system("--appendonly yes").orElseGet(() -> RedisServer.embedded("--appendonly yes"));
        scene = new Scene(server);
        redis = scene.redis();
    }

    @AfterEach
    void stop() throws Exception {
        scene.close();
        server.close();
    }

    private JsonNode examine(String... options) {
        List<String> all = new ArrayList<>(List.of("doctor", "--json"));
        all.addAll(List.of(options));
        CommandRun run = CommandRun.at(server, all.toArray(String[]::new));
        JsonNode answer = run.json("doctor");
        assertThat(run.status()).isEqualTo(answer.path("wrong").asBoolean() ? 1 : 0);
        return answer;
    }

    private static List<JsonNode> findings(JsonNode answer, String check) {
        return StreamSupport.stream(answer.path("findings").spliterator(), false)
                .filter(finding -> finding.path("check").asText().equals(check))
                .toList();
    }

    /** Demands one finding of a check, of this level, with these words. */
    private static void found(JsonNode answer, String check, String level, String... words) {
        if (level.equals("warn") || level.equals("fail")) {
            assertThat(answer.path("wrong").asBoolean()).as(check).isTrue();
        }
        assertThat(findings(answer, check))
                .as(answer.toPrettyString())
                .singleElement()
                .satisfies(finding -> {
                    assertThat(finding.path("level").asText())
                            .as(finding.toString())
                            .isEqualTo(level);
                    List.of(words)
                            .forEach(word ->
                                    assertThat(finding.path("text").asText()).contains(word));
                });
    }

    private void set(String name, String value) {
        assertThat(redis.configSet(name, value)).isEqualTo("OK");
    }

    private void acl(String user, String... rules) {
        assertThat(redis.aclSetUser(user, rules)).isEqualTo("OK");
    }

    @Test
    void nothingIsWrongWithAPlainServer() {
        FakeWorker worker = scene.worker(Scene.id('a')).report();
        CommandRun run = CommandRun.at(server, "doctor");
        assertThat(run.err()).isEmpty();
        assertThat(run.out()).doesNotContain("WARN", "FAIL").contains(" ok    server ", "1 of 1 report");
        assertThat(run.out().lines().toList()).last().asString().endsWith("0 warnings, 0 failures.");
        assertThat(run.status()).isZero();
        JsonNode answer = examine();
        assertThat(answer.path("findings")).hasSize(14).allSatisfy(finding -> assertThat(
                        finding.path("level").asText())
                .as(finding.toString())
                .isEqualTo("ok"));
    }

    @Test
    void policyThatEvictsIsNamedAndSoIsAMemoryThatIsNearlyFull() {
        set("maxmemory-policy", "allkeys-lru");
        found(
                examine(),
                "redis.eviction",
                "warn",
                "127.0.0.1:" + server.port() + " has allkeys-lru",
                "Set noeviction.");
        set("maxmemory-policy", "noeviction");
        set("maxmemory", Long.toString(usedMemory() * 21 / 20));
        found(examine(), "redis.eviction", "warn", " % of its maxmemory");
    }

    private long usedMemory() {
        return redis.info("memory")
                .lines()
                .filter(line -> line.startsWith("used_memory:"))
                .mapToLong(line -> Long.parseLong(line.substring("used_memory:".length())))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void startCheckThatFailsIsNamedAndItsMissingRightsAreUnknown() throws Exception {
        Path password = Files.writeString(folder.resolve("password"), "secret\n");
        String[] login = {"--user", "worker", "--password-file", password.toString()};
        acl("worker", "on", ">secret", "~*", "&*", "+@all", "-zadd");
        found(examine(login), "redis.scripts", "fail", "the start check of a worker fails", "ZADD");
        acl("worker", "+zadd", "-eval", "-info", "-config");
        JsonNode answer = examine(login);
        for (String check :
                List.of("redis.scripts", "redis.version", "redis.eviction", "redis.persistence", "clients.limits")) {
            found(answer, check, "unknown");
        }
        assertThat(answer.toString()).doesNotContain("secret");
        assertThat(answer.path("wrong").asBoolean()).isFalse();
    }

    @Test
    void serverWithoutALogAndMissingReplicasAreNamed() throws Exception {
        set("appendonly", "no");
        found(examine(), "redis.persistence", "warn", "no append-only file", "Set appendonly yes.");
        set("appendonly", "yes");
        set("min-replicas-to-write", "1");
        found(examine(), "redis.persistence", "fail", "min-replicas-to-write 1 and 0 replicas: it refuses all writes");
        set("min-replicas-to-write", "0");
        Path conf = Files.writeString(
                folder.resolve("topology.yaml"),
                "storm.lock.redis.nodes: \"127.0.0.1:" + server.port() + "\"\nstorm.lock.redis.replicas.least: 1\n");
        CommandRun run = CommandRun.of("doctor", "--json", "--conf", conf.toString());
        assertThat(findings(run.json("doctor"), "redis.persistence"))
                .extracting(finding -> finding.path("text").asText())
                .anySatisfy(text -> assertThat(text).contains("has 0 replicas, and workers wait for 1"))
                .anySatisfy(text -> assertThat(text).contains("min-replicas-to-write 0, and workers wait for 1"));
        assertThat(run.status()).isEqualTo(1);
    }

    @Test
    void serverThatCouldNotSaveIsNamed() throws Exception {
        // Redis writes another file first and gives it this name then, which a folder does not let it do.
        Path snapshot = Path.of(
                redis.configGet("dir").get("dir"), redis.configGet("dbfilename").get("dbfilename"));
        assertThat(Files.createDirectory(snapshot)).exists();
        assertThat(redis.bgsave()).isNotNull();
        await().until(() -> redis.info("persistence").contains("rdb_last_bgsave_status:err"));
        found(examine("--no-scan"), "redis.persistence", "fail", "could not save: it may refuse all writes");
    }

    @Test
    void serverWhoseDiskIsFullIsNamed() throws Exception {
        // A device that is always full stands where the server writes its log.
        Path log = server.version().startsWith("6.")
                ? folder.resolve("appendonly.aof")
                : Files.createDirectory(folder.resolve("appendonlydir")).resolve("appendonly.aof.1.incr.aof");
        assertThat(Files.createSymbolicLink(log, Path.of("/dev/full"))).exists();
        String[] options = {"--appendonly yes", "--appendfsync everysec", "--dir " + folder};
        RedisServer full = scene.add(RedisServer.system(options).orElseGet(() -> RedisServer.embedded(options)));
        Jedis writer = scene.add(new Jedis(full.uri()));
        assertThat(writer.set("page", "1")).isEqualTo("OK");
        await().until(() -> writer.info("persistence").contains("aof_last_write_status:err"));
        CommandRun run = CommandRun.at(full, "doctor", "--json", "--no-scan");
        found(run.json("doctor"), "redis.persistence", "fail", "append-only file: it refuses all writes", "disk");
    }

    @Test
    void versionsBefore62AreTooOld() {
        assertThat(Stream.of("6.2.0", "7.0.15", "8.0.1", "10.1")).allMatch(ServerChecks::isNewEnough);
        assertThat(Stream.of("6.0.16", "5.0", "4", "")).noneMatch(ServerChecks::isNewEnough);
    }

    @Test
    void deadlockIsNamedWithBothThreads() throws Exception {
        String first = Scene.id('a');
        String second = Scene.id('b');
        scene.holds(first, "first", "ma3", 60_000);
        scene.holds(second, "second", "ma4", 60_000);
        FakeWorker one = scene.worker(first);
        FakeWorker two = scene.worker(second);
        one.held("first", "m", "a3", "thread-a", 11, 3_000)
                .waits("second", "zz", "thread-a", 11)
                .report();
        two.held("second", "m", "a4", "thread-b", 22, 3_000)
                .waits("first", "zz", "thread-b", 22)
                .report();
        CompletableFuture<JsonNode> answer = CompletableFuture.supplyAsync(this::examine);
        await().until(() -> redis.exists(NAMES.watch()));
        one.report();
        two.report();
        found(
                answer.get(),
                "workers.deadlock",
                "fail",
                "thread thread-a holds first and waits for second",
                "thread thread-b holds second and waits for first");
    }

    @Test
    void replicaIsNoServerForLocks() {
        assertThat(redis.replicaof("127.0.0.1", 1)).isEqualTo("OK");
        found(examine("--no-scan"), "redis.version", "fail", "is a replica");
    }

    @Test
    void lockWithoutAnExpiryIsNamedWithItsValue() {
        assertThat(redis.set(NAMES.lock("job:export"), "worker-17")).isEqualTo("OK");
        found(examine(), "keys.expiry", "warn", "1 key: lock:{job:export} \"worker-17\"", "locks explain job:export");
        found(examine("--no-scan"), "keys.expiry", "unknown");
    }

    @Test
    void foreignTypeUnderOurKeysIsNamed() {
        assertThat(redis.hset(NAMES.lock("site"), "owner", "me")).isEqualTo(1);
        assertThat(redis.expire(NAMES.lock("site"), 1_000)).isEqualTo(1);
        found(examine(), "keys.garbage", "warn", "lock:{site} is a hash, not a string");
    }

    @Test
    void documentOfAnotherFormIsNamed() {
        assertThat(redis.set(
                        NAMES.info(Scene.id('b')),
                        "no document",
                        SetParams.setParams().ex(60)))
                .isEqualTo("OK");
        assertThat(redis.zadd(NAMES.workers(), 9e15, Scene.id('b'))).isEqualTo(1);
        assertThat(redis.expire(NAMES.workers(), 60)).isEqualTo(1);
        found(examine(), "keys.garbage", "warn", "1 documents of workers are of another form");
    }

    @Test
    void marksAreCounted() {
        String key = "lock-seen:scope:{site}";
        redis.eval(
                "for i = 1, tonumber(ARGV[1]) do redis.call('ZADD', KEYS[1], i, i) end", List.of(key), List.of("1200"));
        assertThat(redis.expire(key, 1_000)).isEqualTo(1);
        found(examine(), "marks.memory", "ok", "1,200 remembered in 1 sets");
    }

    @Test
    void narrowLimitsAreNamed() {
        set("client-output-buffer-limit", "pubsub 4096 0 0");
        found(examine(), "clients.limits", "warn", "4096 bytes behind", "pubsub");
        set("client-output-buffer-limit", "pubsub 33554432 8388608 60");
        set("lua-time-limit", "20");
        found(examine(), "clients.limits", "warn", "answers BUSY after 20 ms");
        set("lua-time-limit", "5000");
        set("maxclients", "8");
        List<Jedis> many = new ArrayList<>();
        try {
            for (int i = 0; i < 6; i++) {
                many.add(new Jedis(server.uri()));
                assertThat(many.get(i).ping()).isEqualTo("PONG");
            }
            CommandRun run = CommandRun.at(server, "doctor", "--no-scan", "--json");
            // The start check needs a connection of its own, and may find none left.
            assertThat(findings(run.json("doctor"), "clients.limits"))
                    .extracting(finding -> finding.path("text").asText())
                    .singleElement()
                    .asString()
                    .contains("of at most 8 connections");
        } finally {
            many.forEach(Jedis::close);
        }
    }

    @Test
    void workersThatStoppedReportingAreNamed() {
        String factory = Scene.id('c');
        try (FakeWorker worker = new FakeWorker(server, factory).reported(9_000).connected(server)) {
            found(examine(), "workers.report", "warn", "1 stopped reporting", "w3:6700, pid 4711 (9");
        }
        assertThat(redis.del(NAMES.workers())).isEqualTo(1);
        try (FakeWorker worker = new FakeWorker(server, factory).connected(server)) {
            found(examine(), "workers.report", "warn", "1 is connected and does not report");
        }
        assertThat(redis.zadd(NAMES.workers(), 9e15, factory)).isEqualTo(1);
        found(examine("--no-scan"), "workers.report", "warn", "1 reported a moment ago and are gone");
    }

    @Test
    void mixedVersionsAreNamed() {
        FakeWorker one = scene.worker(Scene.id('a')).report();
        FakeWorker two = scene.worker(Scene.id('b'));
        two.tell("lib:'0.2.0'").report();
        found(examine(), "workers.versions", "warn", "mixed: 1 of 0.1.0, 1 of 0.2.0");
    }

    @Test
    void poolsThatWaitAndWakeUpsThatFailAreNamed() {
        FakeWorker worker = scene.worker(Scene.id('a'));
        worker.tell("pool:{active:8, waiting:3}, sum:{contended:100, wakeUpsFailed:40}")
                .report();
        JsonNode answer = examine();
        found(answer, "workers.pool", "warn", "3 threads wait for a connection, all 8 are in use");
        found(answer, "workers.wakeups", "warn", "40 waiters of 100 could not be told");
    }

    @Test
    void entryThatIsBusyNearlyAllTheTimeIsNamed() {
        FakeWorker worker = scene.worker(Scene.id('a'));
        worker.tell("hot:[{entry:'page:/checkout', updates:9200, groups:341, waits:135, busyMicros:4700000, misses:17},"
                + " {entry:'visitor:a', updates:16, groups:16, busyMicros:45000000}]");
        worker.report();
        JsonNode answer = examine();
        found(answer, "workers.hot", "warn", "page:/checkout is at work 94 % of the time, with 1,840 updates/s");
        assertThat(answer.toString()).doesNotContain("visitor:a is at work");
    }

    @Test
    void nameThatSteersATerminalIsEscaped() {
        assertThat(redis.set(NAMES.lock("a\u001b[2Jb"), "x\u202e")).isEqualTo("OK");
        CommandRun run = CommandRun.at(server, "doctor");
        assertThat(run.out()).contains("\\u001b").doesNotContain("\u001b", "\u202e");
    }

    @Test
    void workersThatAreGoneAreNamedBesideThoseThatAreSilentAndALittleLate() {
        FakeWorker silent = scene.worker(Scene.id('c'));
        FakeWorker late = scene.worker(Scene.id('d')).reported(6_000);
        assertThat(redis.zadd(NAMES.workers(), 9e15, Scene.id('e'))).isEqualTo(1);
        assertThat(findings(examine("--no-scan"), "workers.report"))
                .extracting(finding -> finding.path("text").asText())
                .satisfiesExactly(
                        text -> assertThat(text).startsWith("1 is connected and does not report"),
                        text -> assertThat(text).startsWith("1 reported a moment ago and are gone"));
    }
}
