package io.github.stormlock.lock.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.ListEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.LeaseLostException;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.lock.OutcomeUnknownException;
import io.github.stormlock.lock.fixture.Faults;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.FaultProxy;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.concurrent.Future;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import redis.clients.jedis.Jedis;

/** The first copy of a commit hangs in the network while its second copy is answered. What the caller is told stays so. */
@OnRedis
class LateCopyTest {
    private static final String USER = "storm-lock-late-copy-test";
    private static final String KEY = "lock:{log}";
    private static final EventId EVENT = EventId.position("file", 10, 3);

    private LockFixture fixture;
    private Jedis operator;
    private FaultProxy proxy;
    private GuardedEntry<ListEntry> log;
    private EntryReader entries;

    @BeforeEach
    void open(RedisServer redis) {
        proxy = fixture.closing(FaultProxy.to(redis));
        RedisConfig config = fixture.configOf(USER, fixture.configVia(proxy.uri())).toBuilder()
                .commandTimeout(Faults.IMPATIENT)
                .build();
        RedisLockFactory locks = fixture.factory(config, LockFixture.leasesOf(Duration.ofSeconds(30)));
        // From here on the server knows every script.
        locks.guard("warm", Entries.hash()).change(view -> view.add("n", 1));
        locks.mutex("warm").acquire(LockFixture.LONG).close();
        log = locks.guard("log", Entries.list()).exclusive();
        log.change(view -> view.addLast("first"));
    }

    @AfterEach
    void close() {
        proxy.close();
    }

    private static Predicate<byte[]> releaseOfTheLog() {
        return request ->
                Faults.with(KEY).test(request) && !Faults.with("RPUSH").test(request);
    }

    private static void failed(Throwable thrown) {
        assertThat(thrown)
                .isInstanceOfAny(
                        LockUnavailableException.class, LeaseLostException.class, OutcomeUnknownException.class);
    }

    /** The first copy hangs, and the second one is refused. The release is lost or not. Then the first copy arrives. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void whatWasReportedAsRefusedIsNotWrittenByTheFirstCopy(boolean releaseLost) throws Exception {
        proxy.holdRequestWhen(Faults.with("RPUSH"), 1);
        Future<Throwable> updating =
                fixture.start(() -> catchThrowable(() -> log.once(EVENT, view -> view.addLast("second"))));
        await().pollInterval(Duration.ofMillis(5)).until(() -> proxy.held() == 1);
        operator.aclSetUser(USER, "-rpush");
        if (releaseLost) {
            proxy.holdRequestWhen(releaseOfTheLog(), 1);
        }
        Throwable thrown = LockFixture.result(updating);
        failed(thrown);
        operator.aclSetUser(USER, "+rpush");
        proxy.releaseHeld();
        if (!(thrown instanceof OutcomeUnknownException)) {
            assertThat(entries.list("log")).as("said to be refused: %s", thrown).containsExactly("first");
        }
        proxy.heal();
        assertThat(log.once(EVENT, view -> view.addLast("second")).entry().asList())
                .containsExactly("first", "second");
    }

    /**
     * The second copy finds that the entry is gone, so the update is made anew. The first copy arrives before the
     * release that was sent then.
     */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void updateThatFoundItsEntryGoneIsNotWrittenByItsFirstCopyToo(boolean withEvent) throws Exception {
        proxy.holdRequestWhen(Faults.with("RPUSH"), 1);
        EventId event = withEvent ? EVENT : EventId.none();
        Future<Throwable> updating =
                fixture.start(() -> catchThrowable(() -> log.once(event, view -> view.addLast("second"))));
        await().pollInterval(Duration.ofMillis(5)).until(() -> proxy.held() == 1);
        assertThat(operator.del("log")).isEqualTo(1);
        proxy.holdRequestWhen(releaseOfTheLog(), 1);
        await().pollInterval(Duration.ofMillis(5)).until(() -> proxy.held() == 2);
        operator.rpush("log", "foreign");
        proxy.releaseHeld();
        Throwable thrown = LockFixture.result(updating);
        long written = entries.list("log").stream().filter("second"::equals).count();
        assertThat(written).as("in %s; said: %s", entries.list("log"), thrown).isLessThanOrEqualTo(1);
        if (thrown == null) {
            assertThat(written).isEqualTo(1);
        } else if (!(thrown instanceof OutcomeUnknownException)) {
            failed(thrown);
            assertThat(written).as("said: %s", thrown).isZero();
        }
    }
}
