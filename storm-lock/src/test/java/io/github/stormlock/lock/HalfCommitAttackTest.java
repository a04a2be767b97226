package io.github.stormlock.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.redis.Secret;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Commits are written whole or not at all if the server refuses a command. */
@ExtendWith(RedisExtension.class)
class HalfCommitAttackTest {
    private static final String USER = "storm-lock-half-commit-test";
    private static final EventId EVENT = EventId.opaque("a");

    private Stage stage;
    private RedisServer redis;
    private EntryReader entries;

    @BeforeEach
    void open(RedisServer server, EntryReader reader) {
        redis = server;
        entries = reader;
        stage = new Stage(server);
    }

    @AfterEach
    void close() {
        assertThat(stage.operator().aclDelUser(USER)).isNotNegative();
        stage.close();
    }

    /** A script can unpack 7,996 values at most, so this takes several commands. */
    @Test
    void nineThousandFieldsAreSetAndNineThousandRemovedAtOnce() {
        GuardedEntry<HashEntry> page = stage.factory().guard("page", Entries.hash());
        Map<String, String> old = new HashMap<>();
        for (int i = 0; i < 9_000; i++) {
            old.put("old" + i, "1");
        }
        stage.foreigner().hset("page", old);
        page.change(view -> {
            for (int i = 0; i < 9_000; i++) {
                view.remove("old" + i);
                view.set("new" + i, i);
            }
        });
        assertThat(entries.hash("page")).hasSize(9_000).containsEntry("new8999", "8999");
        assertThat(entries.keys("*")).containsExactly("page");
    }

    private RedisLockFactory locksOfAUser() {
        stage.operator().aclSetUser(USER, "on", ">secret", "~*", "+@all", "allchannels");
        RedisLockFactory locks = stage.factory(
                stage.config().toBuilder()
                        .user(USER)
                        .password(Secret.literal("secret"))
                        .build(),
                LockSettings.DEFAULT);
        locks.check();
        return locks;
    }

    @Test
    void readThatIsNotPermittedAnyMoreLeavesNoLock() {
        GuardedEntry<HashEntry> page =
                locksOfAUser().guard("page", Entries.hash()).exclusive();
        stage.operator().aclSetUser(USER, "-hgetall");
        assertThatThrownBy(() -> page.change(view -> view.add("hits", 1)))
                .isInstanceOf(LockUnavailableException.class)
                .hasMessageContaining("grant the user");
        assertThat(entries.keys("*")).isEmpty();
    }

    @Test
    void channelThatIsNotPermittedAnyMoreCostsAWakeUpAndNotTheCommit() throws Exception {
        AtomicInteger failed = new AtomicInteger();
        LockEvents listener = new LockEvents() {
            @Override
            public void wakeUpFailed() {
                failed.incrementAndGet();
            }
        };
        GuardedEntry<HashEntry> page =
                locksOfAUser().guard("page", Entries.hash()).exclusive().withEvents(listener);
        Future<?>[] waiting = new Future<?>[1];
        page.change(view -> {
            waiting[0] = stage.start(
                    () -> stage.factory().guard("page", Entries.hash()).update(late -> late.addAndGet("hits", 1)));
            await().until(() -> entries.keys("lock-wait*").size() == 1);
            stage.operator().aclSetUser(USER, "resetchannels");
            view.add("hits", 1);
        });
        assertThat(failed).hasValue(1);
        assertThat(Stage.result(waiting[0])).isEqualTo(2L);
        assertThat(entries.keys("lock:*")).isEmpty();
    }

    @Test
    void commandThatIsNotPermittedAnyMoreWritesNothing() {
        GuardedEntry<HashEntry> page = locksOfAUser().guard("page", Entries.hash());
        assertThatThrownBy(() -> page.once(EVENT, view -> {
                    view.add("hits", 1);
                    stage.operator().aclSetUser(USER, "-hset");
                }))
                .isInstanceOf(LockUnavailableException.class);
        assertThat(entries.keys("*")).isEmpty();
    }

    @Test
    void fullServerWritesNothingAndIsUsedAgainOnceThereIsRoom() {
        try (RedisServer full = Servers.own();
                Stage own = new Stage(full);
                EntryReader reader = EntryReader.of(full)) {
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
            assertThatThrownBy(() -> page.change(view -> view.add("hits", 1)))
                    .isInstanceOf(LockUnavailableException.class)
                    .hasMessageContaining("OOM");
            assertThat(reader.keys("*")).containsExactly("page");
            own.operator().configSet("maxmemory", "0");
            assertThat(page.once(EVENT, view -> view.add("hits", 1)).replay()).isFalse();
            assertThat(reader.hash("page")).containsEntry("hits", "2");
        }
    }

    @Test
    void serverThatHasBecomeAReplicaWritesNothing() {
        try (RedisServer replica = Servers.own();
                Stage own = new Stage(replica);
                EntryReader reader = EntryReader.of(replica)) {
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
}
