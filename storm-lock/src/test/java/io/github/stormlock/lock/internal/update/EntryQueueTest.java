package io.github.stormlock.lock.internal.update;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.ListEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.LockEvents;
import io.github.stormlock.lock.internal.draft.EntryTarget;
import io.github.stormlock.lock.internal.draft.GuardSettings;
import io.github.stormlock.lock.internal.figures.SafeLockEvents;
import io.github.stormlock.lock.internal.protocol.EventMarks;
import io.github.stormlock.lock.internal.protocol.LockKeys;
import io.github.stormlock.lock.internal.update.PendingUpdate.State;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** The queue says who leads, who is taken along, and who may still leave. */
class EntryQueueTest {
    private static final GuardSettings<ListEntry> PLAN = GuardSettings.of(
            Entries.list(), LockSettings.DEFAULT, EventMarks.of("purpose", LockSettings.DEFAULT), Duration.ZERO);

    private final EntryQueue queue = new EntryQueue();

    /** Returns an update that belongs to a thread of its own. */
    private static PendingUpdate<ListEntry> update(GuardSettings<ListEntry> guard, EventId event) {
        LockKeys keys = LockKeys.of("log", false);
        SafeLockEvents nobody = SafeLockEvents.around(LockEvents.NONE);
        return CompletableFuture.supplyAsync(
                        () -> PendingUpdate.of(new EntryTarget<>(keys, guard), event, view -> view, true, nobody),
                        task -> new Thread(task).start())
                .join();
    }

    private PendingUpdate<ListEntry> enter(EventId event) {
        PendingUpdate<ListEntry> update = update(PLAN, event);
        queue.enter(update);
        return update;
    }

    private PendingUpdate<ListEntry> enter() {
        return enter(EventId.none());
    }

    @Test
    void firstLeadsAndTheOthersWait() {
        assertThat(enter().state()).isEqualTo(State.LEADING);
        assertThat(enter().state()).isEqualTo(State.WAITING);
        assertThat(queue.leadIfIdle()).isFalse();
    }

    /** An update without an id is never sent again, and one with an id always is. So no group has both. */
    @Test
    void groupHasIdsThroughoutOrNone() {
        PendingUpdate<ListEntry> leader = enter();
        PendingUpdate<ListEntry> like = enter();
        PendingUpdate<ListEntry> named = enter(EventId.opaque("a"));
        PendingUpdate<ListEntry> behind = enter();
        assertThat(queue.claim(List.of(leader))).containsExactly(leader, like);
        queue.settle(List.of(leader, like));
        queue.leave();
        assertThat(queue.claim(List.of(named))).containsExactly(named);
        assertThat(behind.state()).isEqualTo(State.WAITING);
    }

    @Test
    void whoGaveUpIsNeitherTakenNorLed() {
        PendingUpdate<ListEntry> leader = enter();
        PendingUpdate<ListEntry> gone = enter();
        PendingUpdate<ListEntry> next = enter();
        assertThat(queue.giveUp(gone)).isTrue();
        assertThat(queue.claim(List.of(leader))).containsExactly(leader, next);
        queue.settle(List.of(leader, next));
        queue.leave();
        assertThat(gone.state()).isEqualTo(State.GONE);
        assertThat(queue.leadIfIdle()).isTrue();
    }

    @Test
    void whoGaveUpBeforeTheCommitIsLeftOutOfItAndNobodyMayAfterwards() {
        PendingUpdate<ListEntry> leader = enter();
        PendingUpdate<ListEntry> taken = enter();
        PendingUpdate<ListEntry> other = enter();
        List<PendingUpdate<?>> group = queue.claim(List.of(leader));
        assertThat(queue.giveUp(taken)).isTrue();
        assertThat(queue.seal(group)).isFalse();
        assertThat(group).containsExactly(leader, other);
        assertThat(queue.seal(group)).isTrue();
        assertThat(queue.giveUp(other)).isFalse();
        assertThat(other.state()).isEqualTo(State.SEALED);
    }

    @Test
    void leaderAndWhoIsPassedTheLeadCannotGiveUp() {
        PendingUpdate<ListEntry> leader = enter();
        PendingUpdate<ListEntry> next = enter();
        assertThat(queue.giveUp(leader)).isFalse();
        queue.leave();
        assertThat(next.state()).isEqualTo(State.LEADING);
        assertThat(queue.giveUp(next)).isFalse();
    }

    @Test
    void putBackComesFirstAndInOrder() {
        PendingUpdate<ListEntry> leader = enter();
        PendingUpdate<ListEntry> one = enter();
        PendingUpdate<ListEntry> two = enter();
        List<PendingUpdate<?>> group = queue.claim(List.of(leader));
        PendingUpdate<ListEntry> later = enter();
        queue.putBack(group);
        queue.leave();
        assertThat(queue.claim(List.of(one))).containsExactly(one, two, later);
    }

    /** Otherwise a leader that has left would take updates from the group of the next leader. */
    @Test
    void putBackLeavesThoseAloneThatAreLedOrDone() {
        PendingUpdate<ListEntry> leader = enter();
        PendingUpdate<ListEntry> next = enter();
        List<PendingUpdate<?>> group = queue.claim(List.of(leader));
        queue.settle(group);
        queue.putBack(group);
        assertThat(queue.somebodyWaits()).isFalse();
        assertThat(next.state()).isEqualTo(State.SETTLED);
    }

    @Test
    void groupHoldsAThousandAtMost() {
        PendingUpdate<ListEntry> leader = enter();
        for (int i = 0; i < 1_200; i++) {
            enter();
        }
        assertThat(queue.claim(List.of(leader))).hasSize(1_000);
        assertThat(queue.somebodyWaits()).isTrue();
    }

    @Test
    void groupIsOfOneViewAndHoldsNoEventTwice() {
        PendingUpdate<ListEntry> leader = enter(EventId.position("file", 1, 0));
        PendingUpdate<ListEntry> replay = enter(EventId.position("file", 1, 1));
        PendingUpdate<ListEntry> ordinal = enter(EventId.position("file", 1, 1).ordinal(1));
        PendingUpdate<ListEntry> otherSource = enter(EventId.position("other", 1, 1));
        PendingUpdate<ListEntry> otherPurpose =
                update(PLAN.with(EventMarks.of("other purpose", LockSettings.DEFAULT)), EventId.position("file", 1, 1));
        queue.enter(otherPurpose);
        PendingUpdate<ListEntry> otherView = update(PLAN.with(Duration.ofMinutes(1)), EventId.position("third", 1, 0));
        queue.enter(otherView);
        assertThat(queue.claim(List.of(leader))).containsExactly(leader, ordinal, otherSource, otherPurpose);
        List<PendingUpdate<?>> left = new ArrayList<>(List.of(replay, otherView));
        assertThat(left).allMatch(update -> update.state() == State.WAITING);
    }

    @Test
    void whoIsIsolatedRunsAlone() {
        PendingUpdate<ListEntry> leader = enter();
        PendingUpdate<ListEntry> alone = enter();
        PendingUpdate<ListEntry> last = enter();
        alone.isolate();
        assertThat(queue.claim(List.of(leader))).containsExactly(leader, last);
        queue.leave();
        assertThat(queue.claim(List.of(alone))).containsExactly(alone);
    }

    @Test
    void tableHoldsQueuesInUseOnly() {
        EntryQueues queues = new EntryQueues();
        EntryQueue first = queues.enter("a");
        assertThat(queues.enter("a")).isSameAs(first);
        assertThat(queues.enter("b")).isNotSameAs(first);
        queues.leave("a");
        assertThat(queues.size()).isEqualTo(2);
        queues.leave("a");
        queues.leave("b");
        assertThat(queues.size()).isZero();
    }
}
