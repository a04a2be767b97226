package io.github.stormlock.lock.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.ListEntry;
import io.github.stormlock.lock.EntryRefusedException;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.fixture.ClusterUnderTest;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.RedisUnderTest;
import io.github.stormlock.lock.fixture.SentinelUnderTest;
import io.github.stormlock.redis.RedisConfig.Mode;
import io.github.stormlock.redis.RedisConfig.Protocol;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import redis.clients.jedis.Jedis;

/** The primary dies, and the replica that takes its place may not have seen the last commits. */
@Tag("contract")
@ParameterizedClass
@EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "STANDALONE")
@Tag("server")
@Tag("modes")
class FailOverTest {
    private static final String KEY = "page";
    private static final String LOCK = "lock:{page}";
    private static final LockSettings BRIEF = LockFixture.leasesOf(Duration.ofMillis(700));

    @Parameter
    Mode mode;

    private RedisUnderTest servers;
    private LockFixture fixture;

    @BeforeEach
    void open() {
        servers = mode == Mode.CLUSTER ? new ClusterUnderTest(1) : new SentinelUnderTest();
        fixture = new LockFixture(servers, Protocol.AUTO);
    }

    @AfterEach
    void close() {
        fixture.close();
        servers.close();
    }

    /** @return the new primary */
    private RedisServer failOver() {
        return servers instanceof ClusterUnderTest one
                ? one.cluster().failOver(one.cluster().primaryOf(KEY))
                : ((SentinelUnderTest) servers).sentinels().failOver();
    }

    private void restore() {
        if (servers instanceof ClusterUnderTest one) {
            one.cluster().restore();
        } else {
            ((SentinelUnderTest) servers).sentinels().restore();
        }
    }

    private GuardedEntry<ListEntry> entry() {
        return fixture.factory(
                        fixture.config().toBuilder()
                                .commandTimeout(Duration.ofSeconds(1))
                                .build(),
                        BRIEF)
                .guard(KEY, Entries.list())
                .withWait(Duration.ofSeconds(2));
    }

    /** There is one writer, so that the order of the answers is the order of the chain. */
    @Test
    void failOverCutsTheEndOfTheChainAndNothingElse() throws Exception {
        AtomicBoolean enough = new AtomicBoolean();
        GuardedEntry<ListEntry> entry = entry();
        List<String> acked = Collections.synchronizedList(new ArrayList<>());
        Future<Boolean> writer = fixture.start(() -> {
            for (int i = 0; !enough.get(); i++) {
                push(entry, "e" + i, acked);
            }
        });
        await().until(() -> acked.size() > 20);
        failOver();
        int before = acked.size();
        await().atMost(Duration.ofSeconds(20)).until(() -> acked.size() > before + 20);
        restore();
        enough.set(true);
        assertThat(LockFixture.result(writer)).isTrue();
        List<String> written = servers.entries().list(KEY);
        assertThat(written).isEqualTo(acked.stream().filter(written::contains).toList());
        assertThat(runsOfMissing(acked, written))
                .as("runs of answered events that are missing, of %s, in %s", acked, written)
                .isLessThanOrEqualTo(1);
    }

    private static int runsOfMissing(List<String> acked, List<String> written) {
        int runs = 0;
        boolean missingBefore = false;
        for (String element : acked) {
            boolean missing = !written.contains(element);
            runs += missing && !missingBefore ? 1 : 0;
            missingBefore = missing;
        }
        return runs;
    }

    /**
     * Pushes an element until the push is answered. If the first try was written, a replay is recognised, unless the
     * server lost it.
     */
    private static void push(GuardedEntry<ListEntry> entry, String element, List<String> acked) {
        while (true) {
            try {
                entry.once(EventId.opaque(element), view -> view.addLast(element));
                acked.add(element);
                return;
            } catch (LockException failed) {
                assertThat(failed).isNotInstanceOf(EntryRefusedException.class);
            }
        }
    }

    @Test
    void leaseThatTheNewPrimaryDoesNotKnowCommitsNothing() {
        GuardedEntry<ListEntry> entry = entry();
        entry.change(list -> list.addLast("old"));
        assertThatThrownBy(() -> entry.withLease(Duration.ofSeconds(30))
                        .exclusive()
                        .change(list -> {
                            list.addLast("stale");
                            RedisServer next = failOver();
                            try (Jedis jedis = new Jedis(next.uri())) {
                                // The grant is removed, as if it had not been replicated.
                                jedis.del(LOCK);
                            }
                        }))
                .isInstanceOf(LockException.class)
                .isNotInstanceOf(EntryRefusedException.class);
        await().ignoreExceptionsInstanceOf(LockException.class).until(() -> {
            entry.once(EventId.opaque("new"), list -> list.addLast("new"));
            return true;
        });
        assertThat(servers.entries().list(KEY)).containsExactly("old", "new");
    }
}
