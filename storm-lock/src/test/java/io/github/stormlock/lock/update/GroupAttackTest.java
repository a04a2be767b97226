package io.github.stormlock.lock.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
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
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

/** The answer to the commit of a group is lost, and one of the group was written by another client. */
@OnRedis
class GroupAttackTest {
    private static final String KEY = "lock:{log}";

    private LockFixture fixture;

    private Crowd crowd;
    private EntryReader entries;

    private Future<Outcome<ListEntry>> pushes(GuardedEntry<ListEntry> log, String id) {
        return crowd.joins(() -> log.once(EventId.opaque(id), view -> view.addLast(id)));
    }

    /** The event of one member was applied elsewhere. That settles this member, and nobody else. */
    @Test
    void eachOfAGroupWhoseAnswerIsLostIsSettledByItsOwnEvent(RedisServer redis) throws Exception {
        Faults faults = Faults.on(fixture, redis, LockSettings.DEFAULT, Faults.IMPATIENT)
                .warm();
        crowd = new Crowd(fixture, KEY);
        GuardedEntry<ListEntry> log = faults.locks()
                .guard("log", Entries.list())
                .withWait(LockFixture.LONG)
                .withEvents(crowd.events());
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
}
