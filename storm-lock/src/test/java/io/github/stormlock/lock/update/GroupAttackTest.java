package io.github.stormlock.lock.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.UpdateBatch;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.entry.ListEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.Outcome;
import io.github.stormlock.lock.fixture.Crowd;
import io.github.stormlock.lock.fixture.Faults;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Future;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Attacks that would tear, double or lose updates that go together: in commits that keep the lease, groups and batches. */
@OnRedis
class GroupAttackTest {
    private static final String KEY = "lock:{log}";

    private LockFixture fixture;

    private Crowd crowd;
    private RedisServer server;
    private EntryReader entries;

    @BeforeEach
    void open(RedisServer redis) {
        server = redis;
    }

    private Faults crowdBehindFaults(Duration commandTimeout) {
        Faults faults =
                Faults.on(fixture, server, LockSettings.DEFAULT, commandTimeout).warm();
        crowd = new Crowd(fixture, KEY);
        return faults;
    }

    private <V> GuardedEntry<V> guard(GuardedEntry<V> entry) {
        return entry.withWait(LockFixture.LONG).withEvents(crowd.events());
    }

    private Future<Outcome<ListEntry>> pushes(GuardedEntry<ListEntry> log, String id) {
        return crowd.joins(() -> log.once(EventId.opaque(id), view -> view.addLast(id)));
    }

    /** The event of one member was applied elsewhere. That settles this member, and nobody else. */
    @Test
    void eachOfAGroupWhoseAnswerIsLostIsSettledByItsOwnEvent() throws Exception {
        Faults faults = crowdBehindFaults(Faults.IMPATIENT);
        GuardedEntry<ListEntry> log = guard(faults.locks().guard("log", Entries.list()));
        GuardedEntry<ListEntry> other = fixture.factory().guard("log", Entries.list());
        Future<Outcome<ListEntry>> first = pushes(log, "a");
        Future<Outcome<ListEntry>> second = pushes(log, "b");
        Future<Outcome<ListEntry>> third = pushes(log, "c");
        crowd.awaitAsked();
        faults.proxy().holdRequestWhen(Faults.with("RPUSH"), 1);
        crowd.letGo();
        await().pollInterval(Duration.ofMillis(5)).until(() -> faults.proxy().held() == 1);
        assertThat(fixture.foreigner().del(KEY)).isEqualTo(1);
        assertThat(other.once(EventId.opaque("b"), view -> view.addLast("b, elsewhere"))
                        .replay())
                .isFalse();
        assertThat(LockFixture.result(first).replay()).isFalse();
        assertThat(LockFixture.result(second).replay()).isTrue();
        assertThat(LockFixture.result(third).replay()).isFalse();
        faults.proxy().releaseHeld();
        assertThat(entries.list("log")).containsExactlyInAnyOrder("b, elsewhere", "a", "c");
    }

    @Test
    void updatesOfABatchThatSeeOneEntryInOtherWaysAreWrittenEachInItsOwn() {
        fixture.foreigner().hset("log", Map.of("hits", "10", "bytes", "100"));
        GuardedEntry<HashEntry> page = fixture.factory().guard("log", Entries.hash());
        UpdateBatch<HashEntry> batch = UpdateBatch.of(page);
        batch.add(page.onlyFields(Set.of("hits")), EventId.none(), view -> view.add("hits", 1));
        // This update comes before those that would be refused to see fields that were not read. A refusal makes an
        // update go on its own, which would hide that this one sees a part only.
        batch.add(page, EventId.none(), view -> view.set("fields", view.size()));
        for (String field : new String[] {"bytes", "hits", "bytes"}) {
            batch.add(page.onlyFields(Set.of(field)), EventId.none(), view -> view.add(field, 1));
        }
        batch.add(page.expiringAfter(Duration.ofHours(1)), EventId.none(), view -> view.add("hits", 1));
        assertThat(batch.run())
                .allSatisfy(result -> assertThat(result.orThrow().replay()).isFalse());
        assertThat(entries.hash("log")).isEqualTo(Map.of("hits", "13", "bytes", "102", "fields", "2"));
        assertThat(entries.ttlMillis("log")).isPositive();
        assertThat(entries.keys("*")).containsExactly("log");
    }
}
