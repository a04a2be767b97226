package io.github.stormlock.lock.rights;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.bolt.fixture.LogLines;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.lock.OutcomeUnknownException;
import io.github.stormlock.lock.fixture.ClusterUnderTest;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.Opened;
import io.github.stormlock.lock.fixture.RedisUnderTest;
import io.github.stormlock.lock.fixture.Renewals;
import io.github.stormlock.lock.fixture.SentinelUnderTest;
import io.github.stormlock.lock.fixture.StandaloneUnderTest;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.RedisConfig.Protocol;
import io.github.stormlock.redis.Secret;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisServer;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol.Command;

/** The password of a user changes while updates run. New connections log in with the new one, and no update is lost. */
@Tag("server")
class RotatedPasswordTest {
    private static final String USER = "rotated";
    private static final String PASSWORD = "tell-nobody-";
    /** Leases that end soon, so that a lock whose release was lost is free again soon. */
    private static final LockSettings QUICK = LockFixture.leasesOf(Duration.ofSeconds(4));
    /** A lease that is renewed every three seconds. A busy machine may be seconds late with a renewal. */
    private static final LockSettings PATIENT = LockFixture.leasesOf(Duration.ofSeconds(9));

    /** The longest time that a busy machine takes for new connections and some updates. */
    private static final Duration PROGRESS = Duration.ofMinutes(1);

    private static final int THREADS = 4;
    private static final int ROTATIONS = 8;

    @TempDir
    Path folder;

    @AutoClose
    private final Opened opened = new Opened();

    private Path file;

    @BeforeEach
    void writeTheFirst() throws IOException {
        file = folder.resolve("password");
        write(0);
    }

    /** Replaces the file in one step, as a reader must never see half of it. */
    private void write(int number) throws IOException {
        Path fresh = Files.writeString(folder.resolve("fresh"), PASSWORD + number + "\n");
        assertThat(Files.move(fresh, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING))
                .exists();
    }

    private static void tell(List<RedisServer> servers, String... rules) {
        LockFixture.ofEach(servers, admin -> admin.aclSetUser(USER, rules));
    }

    private static void create(List<RedisServer> servers) {
        tell(servers, "on", ">" + PASSWORD + 0, "~*", "&*", "+@all");
    }

    /** Ends all connections of the user, those of subscriptions and of the watchdog too. */
    private static void cut(List<RedisServer> servers) {
        LockFixture.ofEach(servers, admin -> admin.sendCommand(Command.CLIENT, "KILL", "USER", USER));
    }

    private RedisConfig config(RedisConfig servers) {
        return servers.toBuilder().user(USER).password(Secret.file(file)).build();
    }

    /** Updates until told to stop, each event until it has succeeded. Returns how many events there were. */
    private static int count(GuardedEntry<HashEntry> page, String source, AtomicInteger stop, Queue<Throwable> seen) {
        int n = 0;
        while (stop.get() == 0) {
            EventId event = EventId.position(source, n, 0);
            while (true) {
                Throwable thrown = catchThrowable(() -> page.once(event, view -> view.add("hits", 1)));
                if (thrown == null) {
                    break;
                }
                seen.add(thrown);
            }
            n++;
        }
        return n;
    }

    private static List<Future<Integer>> counting(
            LockFixture fixture, RedisLockFactory locks, AtomicInteger stop, Queue<Throwable> seen) {
        List<Future<Integer>> counting = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            String source = "thread-" + i;
            GuardedEntry<HashEntry> page =
                    locks.guard("page-" + i % 2, Entries.hash()).withWait(PROGRESS);
            counting.add(fixture.start(() -> count(page, source, stop, seen)));
        }
        return counting;
    }

    private void rotateUnderLoad(RedisUnderTest servers, List<RedisServer> nodes) throws Exception {
        create(nodes);
        try (LockFixture fixture = new LockFixture(servers, Protocol.AUTO);
                LogLines log = LogLines.of("io.github.stormlock")) {
            RedisLockFactory locks = fixture.factory(config(servers.config()), QUICK);
            locks.check();
            Lease held = fixture.factory(config(servers.config()), PATIENT)
                    .mutex("held")
                    .acquire(LockFixture.LONG);
            AtomicInteger stop = new AtomicInteger();
            Queue<Throwable> seen = new ConcurrentLinkedQueue<>();
            List<Future<Integer>> counting = counting(fixture, locks, stop, seen);
            for (int next = 1; next <= ROTATIONS; next++) {
                long before = total(servers.entries());
                tell(nodes, ">" + PASSWORD + next, "<" + PASSWORD + (next - 1));
                cut(nodes);
                // The file comes late, so that logins are refused in between.
                write(next);
                await().atMost(PROGRESS).until(() -> total(servers.entries()) > before + 2 * THREADS);
            }
            stop.set(1);
            long events =
                    LockFixture.results(counting).stream().mapToLong(n -> n).sum();
            assertThat(total(servers.entries())).isEqualTo(events);
            assertThat(seen).allSatisfy(failure -> assertThat(failure)
                    .isInstanceOfAny(LockUnavailableException.class, OutcomeUnknownException.class));
            assertThat(seen).allSatisfy(failure -> assertThat(trace(failure)).doesNotContain(PASSWORD));
            assertThat(log.lines()).noneMatch(line -> line.contains(PASSWORD));
            // The watchdog keeps this lock over new connections, and a new subscription tells of its release.
            Renewals.await(1, held);
            RedisLockFactory other = fixture.factory(config(servers.config()), QUICK);
            Future<Lease> waiting = fixture.start(() -> other.mutex("held").acquire(LockFixture.LONG));
            LockFixture.awaitKeys(servers.entries(), "lock-wait:*", 1);
            held.close();
            LockFixture.result(waiting).close();
        }
    }

    private static long total(EntryReader entries) {
        return List.of("page-0", "page-1").stream()
                .mapToLong(page -> Long.parseLong(entries.hash(page).getOrDefault("hits", "0")))
                .sum();
    }

    private static String trace(Throwable thrown) {
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text));
        return text.toString();
    }

    @Test
    void noUpdateIsLostWhenTheServerChangesFirst() throws Exception {
        RedisServer server = opened.add(RedisServer.embedded());
        EntryReader entries = opened.add(EntryReader.of(server));
        rotateUnderLoad(new StandaloneUnderTest(server, entries), List.of(server));
    }

    @Tag("modes")
    @Test
    void noUpdateIsLostInSentinelMode() throws Exception {
        SentinelUnderTest servers = opened.add(new SentinelUnderTest());
        rotateUnderLoad(servers, servers.sentinels().servers());
    }

    @Tag("modes")
    @Test
    void noUpdateIsLostInClusterMode() throws Exception {
        ClusterUnderTest servers = opened.add(new ClusterUnderTest(0));
        rotateUnderLoad(servers, servers.cluster().nodes());
    }

    @Test
    void passwordThatStaysWrongIsSentOnceForEachTry() throws Exception {
        RedisServer server = opened.add(RedisServer.embedded());
        LockFixture fixture = opened.add(new LockFixture(server));
        create(List.of(server));
        tell(List.of(server), "resetpass", ">another");
        RedisLockFactory locks = fixture.factory(config(fixture.config()), LockSettings.DEFAULT);
        assertThat(catchThrowable(locks::check))
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("WRONGPASS")
                .satisfies(failure -> assertThat(trace(failure)).doesNotContain(PASSWORD));
        Jedis admin = opened.add(new Jedis(server.uri()));
        assertThat(admin.aclLog()).singleElement().satisfies(entry -> assertThat(entry.getCount())
                .isEqualTo(1));
    }
}
