package io.github.stormlock.lock.wait;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.bolt.fixture.LogLines;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.test.EntryReader;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.JedisPubSub;

/** All keys and channels of a factory with a prefix begin with it, so that a user needs the rights for this prefix only. */
@OnRedis
class KeyPrefixTest {
    private static final String USER = "storm-lock-key-prefix-test";
    private static final Duration LONG = Duration.ofSeconds(20);
    private static final LockSettings PREFIXED =
            LockSettings.builder().keyPrefix("app:").build();

    private EntryReader entries;
    private LockFixture fixture;
    private Jedis operator;

    private RedisConfig config;

    @BeforeEach
    void limitTheUser() {
        operator = fixture.operator();
        config = fixture.configOf(USER, fixture.config());
        operator.aclSetUser(USER, "resetkeys", "~app:*", "resetchannels", "&app:*");
    }

    private RedisLockFactory limited() {
        return fixture.factory(config, PREFIXED);
    }

    @Test
    void userOfOnePrefixUpdatesEntriesOfThatPrefix() {
        RedisLockFactory locks = limited();
        locks.check();
        GuardedEntry<HashEntry> page = locks.guard("app:page", Entries.hash());
        page.change(view -> view.add("hits", 1));
        assertThat(page.once(EventId.opaque("one"), view -> view.add("hits", 1)).replay())
                .isFalse();
        assertThat(page.once(EventId.position("log", 7, 0), view -> view.add("hits", 1))
                        .replay())
                .isFalse();
        assertThat(page.once(EventId.opaque("one"), view -> view.add("hits", 1)).replay())
                .isTrue();
        page.exclusive().change(view -> view.add("hits", 1));
        assertThat(entries.hash("app:page")).containsEntry("hits", "4");
        assertThat(entries.keys("*")).isNotEmpty().allMatch(key -> key.startsWith("app:"));
    }

    @Test
    void userOfOnePrefixTakesLocksOfEachKind() throws Exception {
        RedisLockFactory locks = limited();
        List<Lease> leases = List.of(
                locks.mutex("app:mutex").acquire(LONG),
                locks.fair("app:fair").acquire(LONG),
                locks.readWrite("app:pages").read().acquire(LONG),
                locks.permits("app:permits", 2).acquire(1, LONG),
                locks.all("app:one", "app:two").acquire(LONG));
        assertThat(leases.get(0).fence()).isPositive();
        assertThat(locks.latch("app:latch", 1, Duration.ofMinutes(1)).countDown("only"))
                .isZero();
        assertThat(entries.keys("*")).isNotEmpty().allMatch(key -> key.startsWith("app:"));
        leases.forEach(Lease::close);
    }

    @Test
    void releaseWakesAWaiterOfAnotherFactoryWithThePrefix() throws Exception {
        RedisLockFactory one = limited();
        RedisLockFactory other = limited();
        Lease held = one.mutex("app:mutex").acquire(LONG);
        Future<Lease> next = fixture.start(() -> other.mutex("app:mutex").acquire(LONG));
        await().atMost(LONG).until(() -> operator.pubsubChannels("app:storm-lock:wake:*"), all -> all.size() == 1);
        String channel = operator.pubsubChannels("app:storm-lock:wake:*").get(0);
        await().atMost(LONG).until(() -> entries.keys("app:lock-wait:*"), notes -> !notes.isEmpty());
        CountDownLatch heard = new CountDownLatch(2);
        JedisPubSub listener = new JedisPubSub() {
            @Override
            public void onSubscribe(String subscribed, int count) {
                heard.countDown();
            }

            @Override
            public void onMessage(String from, String message) {
                heard.countDown();
            }
        };
        Future<?> listening = fixture.start(() -> {
            fixture.foreigner().subscribe(listener, channel);
            return null;
        });
        await().atMost(LONG).until(() -> heard.getCount() == 1);
        held.close();
        LockFixture.result(next).close();
        await().atMost(LONG).until(() -> heard.getCount() == 0);
        listener.unsubscribe();
        LockFixture.result(listening);
    }

    @Test
    void locksOfDifferentPrefixesDoNotExcludeEachOtherAndTheStartTellsSo() throws Exception {
        RedisLockFactory plain = fixture.factory(fixture.config(), LockSettings.DEFAULT);
        RedisLockFactory prefixed = fixture.factory(fixture.config(), PREFIXED);
        Lease one = plain.mutex("app:mutex").acquire(LONG);
        Lease other = prefixed.mutex("app:mutex").acquire(Duration.ZERO);
        LogLines log = fixture.closing(LogLines.of("io.github.stormlock.internal.lifecycle.StartCheck"));
        assertThat(one.isHeld() && other.isHeld()).isTrue();
        plain.check();
        // Each task of a worker checks; it is told once.
        plain.check();
        assertThat(log.lines()).singleElement().asString().contains("key prefix, [app:], than this one, ''");
        prefixed.check();
        assertThat(log.lines()).hasSize(2).last().asString().contains("[''], than this one, app:");
    }

    @Test
    void keysWithThePrefixThatNameLocksAreNoEntries() {
        RedisLockFactory locks = limited();
        assertThatThrownBy(() -> locks.guard("app:lock:{x}", Entries.hash()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("begins with app:lock:");
    }
}
