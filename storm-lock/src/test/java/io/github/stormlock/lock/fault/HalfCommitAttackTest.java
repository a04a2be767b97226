package io.github.stormlock.lock.fault;

import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.LockEvents;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnEvent;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.lock.fixture.Servers;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Commits are written whole or not at all if the server refuses a command. */
@OnRedis
class HalfCommitAttackTest {
    private static final String USER = "storm-lock-half-commit-test";
    private static final EventId EVENT = EventId.opaque("a");

    private LockFixture fixture;
    private RedisServer redis;
    private EntryReader entries;

    /** A script can unpack 7,996 values at most, so this takes several commands. */
    @Test
    void nineThousandFieldsAreSetAndNineThousandRemovedAtOnce() {
        GuardedEntry<HashEntry> page = fixture.factory().guard("page", Entries.hash());
        Map<String, String> old = new HashMap<>();
        for (int i = 0; i < 9_000; i++) {
            old.put("old" + i, "1");
        }
        fixture.foreigner().hset("page", old);
        page.change(view -> {
            for (int i = 0; i < 9_000; i++) {
                view.remove("old" + i);
                view.set("new" + i, i);
            }
        });
        assertThat(entries.hash("page")).hasSize(9_000).containsEntry("new8999", "8999");
        assertThat(entries.keys("*")).containsExactly("page");
    }

    @Test
    void channelThatIsNotPermittedAnyMoreCostsAWakeUpAndNotTheCommit() throws Exception {
        AtomicInteger failed = new AtomicInteger();
        LockEvents listener = OnEvent.of("wakeUpFailed", failed::incrementAndGet);
        GuardedEntry<HashEntry> page = fixture.factoryOf(USER)
                .guard("page", Entries.hash())
                .exclusive()
                .withEvents(listener);
        Future<?>[] waiting = new Future<?>[1];
        page.change(view -> {
            waiting[0] = fixture.start(
                    () -> fixture.factory().guard("page", Entries.hash()).update(late -> late.addAndGet("hits", 1)));
            await().until(() -> entries.keys("lock-wait*").size() == 1);
            fixture.operator().aclSetUser(USER, "resetchannels");
            view.add("hits", 1);
        });
        assertThat(failed).hasValue(1);
        assertThat(LockFixture.result(waiting[0])).isEqualTo(2L);
        assertThat(entries.keys("lock:*")).isEmpty();
    }

    @Test
    void fullServerWritesNothingAndIsUsedAgainOnceThereIsRoom() {
        RedisServer full = fixture.closing(Servers.own());
        LockFixture own = fixture.closing(new LockFixture(full));
        EntryReader reader = fixture.closing(EntryReader.of(full));
        GuardedEntry<HashEntry> page = own.factory().guard("page", Entries.hash());
        page.change(view -> view.add("hits", 1));
        assertThatThrownBy(() -> page.once(EVENT, view -> {
                    view.add("hits", 1);
                    own.operator().configSet("maxmemory", "1");
                }))
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContainingAll("OOM", "maxmemory");
        assertThat(reader.hash("page")).containsEntry("hits", "1");
        assertThat(reader.keys("*")).containsExactly("page");
        assertThrown(LockUnavailableException.class, () -> page.change(view -> view.add("hits", 1)), "OOM");
        assertThat(reader.keys("*")).containsExactly("page");
        own.operator().configSet("maxmemory", "0");
        assertThat(page.once(EVENT, view -> view.add("hits", 1)).replay()).isFalse();
        assertThat(reader.hash("page")).containsEntry("hits", "2");
    }

    @Test
    void serverThatHasBecomeAReplicaWritesNothing() {
        RedisServer replica = fixture.closing(Servers.own());
        LockFixture own = fixture.closing(new LockFixture(replica));
        EntryReader reader = fixture.closing(EntryReader.of(replica));
        GuardedEntry<HashEntry> page =
                own.factory().guard("page", Entries.hash()).withLease(Duration.ofSeconds(1));
        page.change(view -> view.add("hits", 1));
        assertThatThrownBy(() -> page.once(EVENT, view -> {
                    view.add("hits", 1);
                    own.operator().replicaof("127.0.0.1", 1);
                }))
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContainingAll("READONLY", "replica");
        assertThat(reader.hash("page")).containsEntry("hits", "1");
        own.operator().replicaofNoOne();
        assertThat(page.once(EVENT, view -> view.add("hits", 1)).replay()).isFalse();
        assertThat(reader.hash("page")).containsEntry("hits", "2");
    }
}
