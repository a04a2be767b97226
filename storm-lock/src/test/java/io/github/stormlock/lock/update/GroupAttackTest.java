package io.github.stormlock.lock.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.GuardedBatch;
import io.github.stormlock.GuardedEntry;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.entry.ListEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.LeaseLostException;
import io.github.stormlock.lock.Outcome;
import io.github.stormlock.lock.fixture.Crowd;
import io.github.stormlock.lock.fixture.Faults;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisServer;
import io.github.stormlock.test.ReplyLoss;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
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

    private static Callable<Boolean> counts(GuardedEntry<HashEntry> page) {
        return () -> {
            page.change(view -> view.add("hits", 1));
            return true;
        };
    }

    private Future<Outcome<ListEntry>> pushes(GuardedEntry<ListEntry> log, String id) {
        return crowd.joins(() -> log.once(EventId.opaque(id), view -> view.addLast(id)));
    }

    @Test
    void keptCommitWhoseAnswerIsLostIsNotWrittenAgain() throws Exception {
        Faults faults = crowdBehindFaults(Faults.IMPATIENT);
        GuardedEntry<ListEntry> log = guard(faults.locks().guard("log", Entries.list()));
        Future<Outcome<ListEntry>> first = pushes(log, "a");
        Future<Outcome<ListEntry>> second = pushes(log.exclusive(), "b");
        crowd.awaitAsked();
        faults.proxy().dropReplyWhen(Faults.with("RPUSH"), 1, ReplyLoss.CUT);
        crowd.letGo();
        assertThat(LockFixture.result(first).replay()).isFalse();
        assertThat(LockFixture.result(second).entry().asList()).containsExactly("a", "b");
        assertThat(entries.list("log")).containsExactly("a", "b");
        assertThat(entries.keys(KEY)).isEmpty();
    }

    @Test
    void lateCopyOfAKeptCommitDoesNotUndoTheNextOfItsTenure() throws Exception {
        Faults faults = crowdBehindFaults(Faults.IMPATIENT);
        GuardedEntry<HashEntry> page = guard(faults.locks().guard("log", Entries.hash()));
        Future<Boolean> first = crowd.joins(counts(page));
        AtomicInteger runs = new AtomicInteger();
        // An update that throws is left to the next commit, which knows the entry from the commit before.
        Future<Boolean> second = crowd.joins(() -> {
            page.change(view -> {
                view.add("hits", 1);
                if (runs.incrementAndGet() == 1) {
                    throw new IllegalStateException("the first time only");
                }
            });
        });
        crowd.awaitAsked();
        faults.proxy().holdRequestWhen(Faults.with("HSET"), 1);
        crowd.letGo();
        assertThat(LockFixture.result(first)).isTrue();
        assertThat(LockFixture.result(second)).isTrue();
        assertThat(faults.proxy().held()).isEqualTo(1);
        faults.proxy().releaseHeld();
        assertThat(entries.hash("log")).isEqualTo(Map.of("hits", "2"));
    }

    @Test
    void whoIsInACommitUnderWayAwaitsItsOutcomePastItsDeadline() throws Exception {
        Faults faults = crowdBehindFaults(LockFixture.LONG);
        Duration wait = Duration.ofSeconds(2);
        GuardedEntry<ListEntry> log = guard(faults.locks().guard("log", Entries.list()));
        Future<Outcome<ListEntry>> leader = pushes(log, "a");
        Future<Outcome<ListEntry>> member = pushes(log.withWait(wait), "b");
        long joined = System.nanoTime();
        crowd.awaitAsked();
        faults.proxy().holdRequestWhen(Faults.with("RPUSH"), 1);
        crowd.letGo();
        await().until(() -> faults.proxy().held() == 1);
        await().until(() -> System.nanoTime() - joined > wait.toNanos());
        assertThat(member.isDone()).isFalse();
        faults.proxy().releaseHeld();
        assertThat(LockFixture.result(leader).replay()).isFalse();
        assertThat(LockFixture.result(member).entry().asList()).containsExactly("a", "b");
        assertThat(entries.list("log")).containsExactly("a", "b");
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
        assertThatThrownBy(() -> LockFixture.result(first)).isInstanceOf(LeaseLostException.class);
        assertThat(LockFixture.result(second).replay()).isTrue();
        assertThat(LockFixture.result(third).replay()).isFalse();
        faults.proxy().releaseHeld();
        assertThat(entries.list("log")).containsExactly("b, elsewhere", "c");
    }

    @Test
    void updatesOfABatchThatSeeOneEntryInOtherWaysAreWrittenEachInItsOwn() {
        fixture.foreigner().hset("log", Map.of("hits", "10", "bytes", "100"));
        GuardedEntry<HashEntry> page = fixture.factory().guard("log", Entries.hash());
        GuardedBatch<HashEntry> batch = page.batch();
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
