package io.github.stormlock.lock.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.UpdateBatch;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** Guards of one purpose that remember opaque event ids for windows of different length. */
@OnRedis
class EventWindowsTest {
    private static final Duration SHORT = Duration.ofSeconds(1);

    private LockFixture fixture;

    private Jedis redis;
    private EntryReader entries;

    private GuardedEntry<HashEntry> guard(Duration window) {
        return fixture.factory(LockSettings.builder().eventsWindow(window).build())
                .guard("page", Entries.hash())
                .exclusive();
    }

    private static boolean isReplay(GuardedEntry<HashEntry> guard, String id) {
        return guard.once(EventId.opaque(id), view -> view.add("hits", 1)).replay();
    }

    private long nowMillis() {
        return Long.parseLong(redis.time().get(0)) * 1_000
                + Long.parseLong(redis.time().get(1)) / 1_000;
    }

    private void awaitServer(Duration time) {
        long end = nowMillis() + time.toMillis();
        await().until(() -> nowMillis() > end);
    }

    private String marks() {
        return entries.keys("lock-seen:*").iterator().next();
    }

    @Test
    void shorterWindowErasesNoIdsOfALongerOne() {
        GuardedEntry<HashEntry> patient = guard(Duration.ofHours(1));
        GuardedEntry<HashEntry> brief = guard(SHORT);
        assertThat(isReplay(patient, "a")).isFalse();
        awaitServer(SHORT);
        assertThat(isReplay(brief, "b")).isFalse();
        assertThat(isReplay(patient, "a")).as("remembered for an hour").isTrue();
        assertThat(entries.hash("page")).containsEntry("hits", "2");
    }

    @Test
    void idLeavesOnceItsOwnWindowIsOverByAnyCommit() {
        GuardedEntry<HashEntry> patient = guard(Duration.ofHours(1));
        GuardedEntry<HashEntry> brief = guard(SHORT);
        assertThat(isReplay(patient, "a")).isFalse();
        assertThat(isReplay(brief, "b")).isFalse();
        awaitServer(SHORT);
        assertThat(isReplay(patient, "c")).isFalse();
        assertThat(redis.zcard(marks())).as("a and c").isEqualTo(2);
        assertThat(isReplay(patient, "a")).isTrue();
    }

    @Test
    void shorterWindowErasesNoIdsOfAGroup() {
        GuardedEntry<HashEntry> patient = guard(Duration.ofHours(1));
        UpdateBatch<HashEntry> batch = UpdateBatch.of(patient);
        for (String id : new String[] {"a", "b"}) {
            batch.add(patient, EventId.opaque(id), view -> view.add("hits", 1));
        }
        batch.run().forEach(UpdateBatch.Result::orThrow);
        awaitServer(SHORT);
        assertThat(isReplay(guard(SHORT), "c")).isFalse();
        assertThat(isReplay(patient, "a")).isTrue();
        assertThat(isReplay(patient, "b")).isTrue();
    }
}
