package io.github.stormlock.lock.rights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.UpdateBatch;
import io.github.stormlock.bolt.fixture.LogLines;
import io.github.stormlock.bolt.fixture.ScriptedBolt;
import io.github.stormlock.bolt.fixture.Task;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.fixture.ClusterUnderTest;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.Opened;
import io.github.stormlock.lock.fixture.SentinelUnderTest;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.RedisConfig.Protocol;
import io.github.stormlock.redis.Secret;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisServer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import redis.clients.jedis.Jedis;

/** A managed server lacks CLIENT, CONFIG, INFO or SCRIPT. All works without. */
@Tag("server")
class MissingRightsTest {
    @AutoClose
    private final Opened opened = new Opened();

    private static final Duration LEASE = Duration.ofSeconds(2);
    private static final String CHECK = "io.github.stormlock.internal.lifecycle.StartCheck";
    private static final String ALL = "-client -config -info -script";
    private static final String INFO = "does not permit INFO to the user of this worker";

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {"-client; false", "-config; false", "-info; true", "-script; false", ALL + "; true"})
    void allWorksAndAWarningTellsThatThePolicyIsNotSeen(String rights, boolean warns) throws Exception {
        for (Protocol protocol : rights.equals(ALL) ? Protocol.values() : new Protocol[] {Protocol.AUTO}) {
            try (RedisServer server = RedisServer.embedded();
                    LockFixture fixture = new LockFixture(server, protocol);
                    EntryReader entries = EntryReader.of(server)) {
                List<String> warnings = work(fixture, List.of(server), rights, entries);
                if (warns) {
                    assertThat(warnings)
                            .singleElement()
                            .asString()
                            .contains(INFO, "grant the user +info")
                            .doesNotContain("secret");
                } else {
                    assertThat(warnings).isEmpty();
                }
            }
        }
    }

    @Tag("modes")
    @Test
    void allWorksInSentinelMode() throws Exception {
        SentinelUnderTest servers = opened.add(new SentinelUnderTest());
        LockFixture fixture = opened.add(new LockFixture(servers, Protocol.AUTO));
        assertThat(work(fixture, servers.sentinels().servers(), ALL, servers.entries()))
                .singleElement()
                .asString()
                .contains(INFO);
    }

    @Tag("modes")
    @Test
    void allWorksInClusterModeWithTheMapOfSlotsOnly() throws Exception {
        ClusterUnderTest servers = opened.add(new ClusterUnderTest(0));
        LockFixture fixture = opened.add(new LockFixture(servers, Protocol.AUTO));
        String rights = ALL + " -cluster +cluster|slots";
        assertThat(work(fixture, servers.cluster().nodes(), rights, servers.entries()))
                .singleElement()
                .asString()
                .contains(INFO);
    }

    @Test
    void workerStartsWithOneWarningForAllItsTasks(@TempDir Path folder) throws Exception {
        Path password = Files.writeString(folder.resolve("password"), "secret");
        RedisServer server = opened.add(RedisServer.embedded());
        EntryReader entries = opened.add(EntryReader.of(server));
        limit(List.of(server), ALL);
        Map<String, Object> conf = Task.conf(
                server.uri(),
                "storm.lock.redis.user",
                "managed",
                "storm.lock.redis.password.file",
                password.toString());
        try (LogLines log = LogLines.of("io.github.stormlock");
                Task<HashEntry> one = Task.of(ScriptedBolt.counting(), conf);
                Task<HashEntry> other = Task.of(ScriptedBolt.counting(), conf)) {
            one.execute("e", "1");
            other.execute("e", "2");
            assertThat(one.output().acked() + other.output().acked()).isEqualTo(2);
            assertThat(one.output().errors()).isEmpty();
            assertThat(log.lines()).singleElement().asString().contains(INFO);
        }
        assertThat(entries.hash("e")).containsEntry("n", "2");
    }

    /** Of the reports of workers, which name nothing that locks need. */
    @Test
    void workerThatMayNotTellWhatItDoesWarnsOnceAndWorks() {
        RedisServer server = opened.add(RedisServer.embedded());
        LockFixture fixture = opened.add(new LockFixture(server, Protocol.AUTO));
        LogLines log = opened.add(LogLines.of("io.github.stormlock.internal.report.WorkerReports"));
        limit(List.of(server), "resetkeys ~lock:* ~lock-wait:* ~lock-seen:* ~page");
        RedisConfig config = fixture.config().toBuilder()
                .user("managed")
                .password(Secret.literal("secret"))
                .build();
        LockSettings settings =
                LockSettings.builder().insightInterval(Duration.ofSeconds(1)).build();
        GuardedEntry<HashEntry> page = fixture.factory(config, settings).guard("page", Entries.hash());
        update(page, 1);
        await().atMost(LockFixture.LONG).until(() -> !log.lines().isEmpty());
        update(page, 2);
        assertThat(log.lines())
                .singleElement()
                .asString()
                .contains("cannot be told in Redis", "lock-info:*", "insight interval")
                .doesNotContain("secret");
    }

    private static void limit(List<RedisServer> servers, String rights) {
        LockFixture.ofEach(servers, admin -> admin.aclSetUser("managed", "on", ">secret", "~*", "&*", "+@all"));
        LockFixture.ofEach(servers, admin -> admin.aclSetUser("managed", rights.split(" ")));
    }

    /** Uses all that a worker uses, and returns the warnings of the start. */
    private static List<String> work(LockFixture fixture, List<RedisServer> servers, String rights, EntryReader entries)
            throws Exception {
        limit(servers, rights);
        RedisConfig config = fixture.config().toBuilder()
                .user("managed")
                .password(Secret.literal("secret"))
                .build();
        LockSettings settings = LockFixture.leasesOf(LEASE);
        RedisLockFactory one = fixture.factory(config, settings);
        RedisLockFactory other = fixture.factory(config, settings);
        List<String> warnings;
        try (LogLines log = LogLines.of(CHECK)) {
            one.check();
            one.check();
            warnings = List.copyOf(log.lines());
        }
        GuardedEntry<HashEntry> page = one.guard("page", Entries.hash());
        update(page, 1);
        fixture.ofEach(Jedis::scriptFlush);
        update(page, 2);
        UpdateBatch<HashEntry> batch = UpdateBatch.of(one.guard("batch", Entries.hash()));
        for (int n = 0; n < 20; n++) {
            batch.add("batch-" + n, EventId.opaque("e"), view -> view.add("hits", 1));
        }
        assertThat(batch.run())
                .allSatisfy(result -> assertThat(result.orThrow().replay()).isFalse());
        long start = System.nanoTime();
        Lease held = one.mutex("held").acquire(LockFixture.LONG);
        Future<Lease> next = fixture.start(() -> other.mutex("held").acquire(LockFixture.LONG));
        LockFixture.awaitKeys(entries, "lock-wait:*", 1);
        if (rights.startsWith(ALL)) {
            // The watchdog keeps the lock for longer than a lease, while another waits for it.
            await().atMost(LockFixture.LONG).until(() -> System.nanoTime() - start > LEASE.toNanos() * 3 / 2);
            assertThat(held.isHeld()).isTrue();
        }
        assertThat(next.isDone()).isFalse();
        held.close();
        LockFixture.result(next).close();
        assertThat(entries.hash("page")).containsEntry("hits", "2");
        return warnings;
    }

    private static void update(GuardedEntry<HashEntry> page, int n) {
        assertThat(page.once(EventId.position("log", n, 0), view -> view.add("hits", 1))
                        .replay())
                .isFalse();
        assertThat(page.once(EventId.position("log", n, 0), view -> view.add("hits", 1))
                        .replay())
                .isTrue();
    }
}
