package io.github.stormlock.internal.update;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.Model;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.ListEntry;
import io.github.stormlock.internal.draft.EntryTarget;
import io.github.stormlock.internal.draft.GuardSettings;
import io.github.stormlock.internal.figures.SafeLockEvents;
import io.github.stormlock.internal.figures.SlowWaits;
import io.github.stormlock.internal.protocol.EventMarks;
import io.github.stormlock.internal.protocol.LockKeys;
import io.github.stormlock.internal.update.PendingUpdate.State;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.LockEvents;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Who leads, who is taken along, and who may still leave, among callers of one entry. */
class LeaderStateTest {
    private static final GuardSettings<ListEntry> PLAN = GuardSettings.of(
            Entries.list(), LockSettings.DEFAULT, EventMarks.of("purpose", LockSettings.DEFAULT), Duration.ZERO);

    private final Map<PendingUpdate<?>, CallerTurn> turns = new LinkedHashMap<>();

    @AfterEach
    void linesAreEmptyOnceAllHaveLeft() {
        turns.values().forEach(CallerTurn::close);
        assertThat(Model.UPDATES.lines().size()).isZero();
    }

    /** Returns an update that belongs to a thread of its own. */
    private static PendingUpdate<ListEntry> update(GuardSettings<ListEntry> guard, EventId event) {
        LockKeys keys = LockKeys.of("turns", false);
        SafeLockEvents nobody = SafeLockEvents.around(LockEvents.NONE, new SlowWaits());
        return CompletableFuture.supplyAsync(
                        () -> PendingUpdate.of(new EntryTarget<>(keys, guard), event, view -> view, true, nobody),
                        task -> new Thread(task).start())
                .join();
    }

    private PendingUpdate<ListEntry> enter(PendingUpdate<ListEntry> update) {
        turns.put(update, new CallerTurn(Model.UPDATES, update, 0, Duration.ZERO));
        return update;
    }

    private PendingUpdate<ListEntry> enter(EventId event) {
        return enter(update(PLAN, event));
    }

    private PendingUpdate<ListEntry> enter() {
        return enter(EventId.none());
    }

    /** Returns the work of one that leads, by the turn that it has. */
    private LeaderState leads(PendingUpdate<ListEntry> leader) {
        assertThat(leader.state()).isEqualTo(State.LEADING);
        return new LeaderState(Model.UPDATES, leader.targets(), turns.get(leader), leader);
    }

    private LeaderState claims(PendingUpdate<ListEntry> leader, PendingUpdate<?>... group) {
        LeaderState lead = leads(leader);
        lead.claim();
        assertThat(lead.group()).containsExactly(group);
        return lead;
    }

    /** An update without an id is never sent again, and one with an id always is. So no group has both. */
    @Test
    void groupHasIdsThroughoutOrNone() {
        PendingUpdate<ListEntry> leader = enter();
        PendingUpdate<ListEntry> like = enter();
        PendingUpdate<ListEntry> named = enter(EventId.opaque("a"));
        PendingUpdate<ListEntry> behind = enter();
        LeaderState lead = claims(leader, leader, like);
        lead.settled(lead.group());
        claims(named, named);
        assertThat(behind.state()).isEqualTo(State.WAITING);
    }

    @Test
    void whoGaveUpIsNeitherTakenNorLed() {
        PendingUpdate<ListEntry> leader = enter();
        PendingUpdate<ListEntry> gone = enter();
        PendingUpdate<ListEntry> next = enter();
        PendingUpdate<ListEntry> goneToo = enter(EventId.opaque("a"));
        PendingUpdate<ListEntry> last = enter();
        assertThat(gone.giveUp()).isTrue();
        assertThat(goneToo.giveUp()).isTrue();
        LeaderState lead = claims(leader, leader, next, last);
        lead.keepFirst(2);
        lead.settled(lead.group());
        assertThat(gone.state()).isEqualTo(State.GONE);
        assertThat(last.state()).isEqualTo(State.LEADING);
    }

    @Test
    void whoGaveUpBeforeTheCommitIsLeftOutOfItAndNobodyMayAfterwards() {
        PendingUpdate<ListEntry> leader = enter();
        PendingUpdate<ListEntry> taken = enter();
        PendingUpdate<ListEntry> other = enter();
        LeaderState lead = leads(leader);
        lead.claim();
        assertThat(taken.giveUp()).isTrue();
        assertThat(lead.seal()).isFalse();
        assertThat(lead.group()).containsExactly(leader, other);
        assertThat(other.state()).isEqualTo(State.TAKEN);
        assertThat(lead.seal()).isTrue();
        assertThat(other.giveUp()).isFalse();
        assertThat(other.state()).isEqualTo(State.SEALED);
        lead.unseal();
        assertThat(other.giveUp()).isTrue();
        lead.unseal();
        lead.keepFirst(1);
        assertThat(other.state()).isEqualTo(State.GONE);
    }

    @Test
    void whoIsPutBackKeepsItsPlace() {
        PendingUpdate<ListEntry> leader = enter();
        PendingUpdate<ListEntry> one = enter();
        PendingUpdate<ListEntry> two = enter();
        LeaderState lead = leads(leader);
        lead.claim();
        PendingUpdate<ListEntry> later = enter();
        lead.keepFirst(1);
        lead.settled(lead.group());
        claims(one, one, two, later);
    }

    /** Otherwise a leader that has left would take updates from the group of the next leader. */
    @Test
    void putBackLeavesThoseAloneThatAreLedOrDone() {
        PendingUpdate<ListEntry> leader = enter();
        PendingUpdate<ListEntry> done = enter();
        PendingUpdate<ListEntry> next = enter(EventId.opaque("a"));
        LeaderState lead = leads(leader);
        lead.claim();
        lead.settled(lead.group());
        next.putBack();
        done.putBack();
        assertThat(next.state()).isEqualTo(State.LEADING);
        assertThat(done.state()).isEqualTo(State.SETTLED);
    }

    @Test
    void groupHoldsAThousandAtMost() {
        LeaderState lead = leads(enter());
        for (int i = 0; i < 1_200; i++) {
            enter();
        }
        lead.claim();
        assertThat(lead.group()).hasSize(1_000);
        lead.settled(lead.group());
    }

    @Test
    void groupIsOfOneViewAndHoldsNoEventTwice() {
        PendingUpdate<ListEntry> leader = enter(EventId.position("file", 1, 0));
        PendingUpdate<ListEntry> replay = enter(EventId.position("file", 1, 1));
        PendingUpdate<ListEntry> ordinal = enter(EventId.position("file", 1, 1).ordinal(1));
        PendingUpdate<ListEntry> otherSource = enter(EventId.position("other", 1, 1));
        PendingUpdate<ListEntry> otherPurpose = enter(update(
                PLAN.with(EventMarks.of("other purpose", LockSettings.DEFAULT)), EventId.position("file", 1, 1)));
        PendingUpdate<ListEntry> otherView =
                enter(update(PLAN.with(Duration.ofMinutes(1)), EventId.position("third", 1, 0)));
        claims(leader, leader, ordinal, otherSource, otherPurpose);
        assertThat(List.of(replay, otherView)).allMatch(update -> update.state() == State.WAITING);
    }

    @Test
    void whoIsIsolatedRunsAlone() {
        PendingUpdate<ListEntry> leader = enter();
        PendingUpdate<ListEntry> alone = enter();
        PendingUpdate<ListEntry> last = enter();
        alone.isolate();
        LeaderState lead = claims(leader, leader, last);
        lead.keepFirst(1);
        lead.settled(lead.group());
        claims(alone, alone);
    }
}
