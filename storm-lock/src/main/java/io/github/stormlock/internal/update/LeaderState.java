package io.github.stormlock.internal.update;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.stormlock.internal.acquire.Unanswered.Owed;
import io.github.stormlock.internal.draft.GroupTargets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Holds what a leader works on: its turn, its group, and its lease if it has one. Used by one thread.
 */
public final class LeaderState {
    /** The most updates in one group, and so the most events that one attempt or commit remembers. */
    public static final int MOST_IN_GROUP = 1_000;

    private final UpdateRuntime runtime;
    private final GroupTargets targets;
    private final Turn turn;
    private final PendingUpdate<?> own;
    private final Consumer<List<PendingUpdate<?>>> back;
    private List<PendingUpdate<?>> group;
    private @Nullable Tenure tenure;

    /**
     * Begins for an update that leads already, and that others may join.
     *
     * @param targets the entries that the group writes
     */
    LeaderState(UpdateRuntime runtime, GroupTargets targets, Turn turn, PendingUpdate<?> own) {
        this(runtime, targets, turn, new ArrayList<>(List.of(own)), some -> some.forEach(PendingUpdate::putBack));
    }

    /**
     * Begins for a group that was brought along, whose first update leads already.
     *
     * @param targets the entries that the group writes
     * @param back takes those of the group that are not written now
     */
    public LeaderState(
            UpdateRuntime runtime,
            GroupTargets targets,
            List<PendingUpdate<?>> group,
            Consumer<List<PendingUpdate<?>>> back) {
        this(runtime, targets, Turn.ALONE, group, back);
    }

    private LeaderState(
            UpdateRuntime runtime,
            GroupTargets targets,
            Turn turn,
            List<PendingUpdate<?>> group,
            Consumer<List<PendingUpdate<?>>> back) {
        this.runtime = runtime;
        this.targets = targets;
        this.turn = turn;
        this.back = back;
        this.own = group.get(0);
        this.group = group;
        this.tenure = own.tenure();
    }

    /** Notes that the users' code begins to compute the group, for those who look. A lease shows itself. */
    void computes(long nowNanos) {
        own.computes(tenure == null ? nowNanos : 0);
    }

    /** Notes that the group is computed. */
    void computed() {
        own.computes(0);
    }

    public PendingUpdate<?> own() {
        return own;
    }

    /** Returns the entries that the group writes. */
    public GroupTargets targets() {
        return targets;
    }

    /** Returns the updates behind it that wait, as far as it may take them along. */
    private List<PendingUpdate<?>> waiting() {
        if (own.isJoint()) {
            return List.of();
        }
        List<PendingUpdate<?>> along = turn.along();
        List<PendingUpdate<?>> waiting = new ArrayList<>(along.size());
        for (PendingUpdate<?> update : along) {
            if (update.state() == PendingUpdate.State.WAITING) {
                waiting.add(update);
            }
        }
        return waiting;
    }

    /** Returns how many updates wait for their turn behind it. */
    int behind() {
        return waiting().size();
    }

    /** Returns true if the update that leads next needs the lock. */
    boolean nextIsExclusive() {
        List<PendingUpdate<?>> waiting = waiting();
        return !waiting.isEmpty() && waiting.get(0).isExclusive();
    }

    /** Returns the group, with the leader's own update first. */
    public List<PendingUpdate<?>> group() {
        return group;
    }

    /** Lets the updates of the group give up: nothing of it is on its way. */
    void unseal() {
        group.forEach(PendingUpdate::unseal);
    }

    /**
     * Closes the group, which was computed before, so that it can be sent. Returns true if all of it still want it;
     * otherwise those that gave up have left it.
     */
    @CheckReturnValue
    boolean seal() {
        for (PendingUpdate<?> update : group) {
            if (!update.seal()) {
                unseal();
                group.removeIf(other -> other.state() == PendingUpdate.State.GONE);
                return false;
            }
        }
        return true;
    }

    /**
     * Takes waiting updates into the group, in order, if they read the same. No event comes twice in a group, and either
     * all of its updates have event ids or none has: one without is never sent again, and one with an id always is.
     */
    void claim() {
        if (own.isAlone()) {
            return;
        }
        List<PendingUpdate<?>> waiting = waiting();
        if (waiting.isEmpty()) {
            return;
        }
        List<PendingUpdate<?>> claimed = new ArrayList<>(group);
        GroupEvents events = new GroupEvents();
        claimed.forEach(events::add);
        // Updates of one thread are applied in the order submitted. So none is taken along past one of its thread that
        // stays.
        Set<Thread> staying = new HashSet<>(0);
        for (PendingUpdate<?> next : waiting) {
            if (next.hasEventId() != own.hasEventId() || claimed.size() == MOST_IN_GROUP) {
                break;
            } else if (!staying.contains(next.thread())
                    && !next.isAlone()
                    && next.groupKey().equals(own.groupKey())
                    && events.add(next)
                    && next.take()) {
                claimed.add(next);
            } else {
                staying.add(next.thread());
            }
        }
        group = claimed;
    }

    /**
     * Returns the updates with these numbers. Scripts number the events from 1, in the order of the group; updates
     * without an event id have no number.
     */
    List<PendingUpdate<?>> named(List<Integer> numbers) {
        List<PendingUpdate<?>> named = new ArrayList<>(group);
        named.removeIf(update -> !update.hasEventId());
        List<PendingUpdate<?>> found = new ArrayList<>(numbers.size());
        for (int number : numbers) {
            found.add(named.get(number - 1));
        }
        return found;
    }

    /** Returns true if one of them shows its entries to its caller. */
    static boolean isShown(List<PendingUpdate<?>> some) {
        for (PendingUpdate<?> update : some) {
            if (update.showsEntry()) {
                return true;
            }
        }
        return false;
    }

    /** Returns true if one of the group shows its entries to its caller. */
    public boolean isShown() {
        return isShown(group);
    }

    /** Returns true if one of the group shows this entry to its caller. */
    boolean isShown(int index) {
        String entry = targets.name(index);
        for (PendingUpdate<?> update : group) {
            if (update.showsEntry() && update.targets().contains(entry)) {
                return true;
            }
        }
        return false;
    }

    /** Keeps the first updates of the group, and puts the others back to where they came from. */
    public void keepFirst(int count) {
        if (group.size() <= count) {
            return;
        }
        back.accept(List.copyOf(group.subList(count, group.size())));
        group = new ArrayList<>(group.subList(0, count));
    }

    /** Settles updates of the group whose outcome is known. The others stay in the group. */
    public void settled(List<PendingUpdate<?>> done) {
        if (done.size() == group.size()) {
            group = List.of();
        } else {
            group.removeAll(done);
        }
        // Before the lines are free: what is settled leaves them in that step.
        done.forEach(PendingUpdate::settled);
        try {
            // The next leader goes to Redis while these wake up.
            if (done.contains(own)) {
                keepFirst(0);
                leave();
            }
        } finally {
            // Also after a stack overflow in between: the threads of these updates wait for nothing but their
            // outcome.
            done.forEach(PendingUpdate::wake);
        }
    }

    @Nullable
    public Tenure tenure() {
        return tenure;
    }

    Tenure live() {
        return Objects.requireNonNull(tenure);
    }

    /** Returns true if its lease stands, as far as this JVM knows. */
    public boolean isHeld() {
        return live().lease().isHeld();
    }

    public void begin(Tenure begun) {
        tenure = begun;
    }

    /**
     * Ends the lease in this JVM, so that the watchdog does not renew it. A next step of its token may take it over.
     */
    @Nullable
    @CheckReturnValue
    Tenure takeOver() {
        Tenure before = tenure;
        tenure = null;
        if (before != null) {
            runtime.locks().finish(before.lease());
        }
        return before;
    }

    /** Notes that a script has given the lease back. */
    void givenBack() {
        var unused = takeOver();
    }

    /**
     * Counts the lease as given back, and returns the withdrawal that makes it so.
     */
    @CheckReturnValue
    public Owed withdrawal() {
        Tenure before = live();
        givenBack();
        return runtime.locks().attempts().withdrawal(before.lease().wanted(), before.acquisition());
    }

    /** Notes that the lease has ended without being given back. */
    void lost() {
        Tenure before = tenure;
        tenure = null;
        if (before != null) {
            runtime.locks().lose(before.lease());
            if (!targets.isOne()) {
                // Some of its locks may stand.
                runtime.locks().withdraw(before.lease().wanted(), before.acquisition());
            }
        }
    }

    /** Ends the turn. The lease is passed on, if that may go on; otherwise it is given back. Idempotent. */
    public void leave() {
        Tenure live = tenure;
        tenure = null;
        boolean passedOn = false;
        try {
            if (live != null && !live.isLent()) {
                passedOn = targets.isOne() && live.mayGoOn(runtime.ticker().nanos()) && turn.passOn(live);
                if (!passedOn) {
                    // Also if one of several locks was lost: a release gives back those that stand, and so does the
                    // watchdog where it has noticed the loss before.
                    runtime.locks().release(live.lease(), !waiting().isEmpty());
                }
            }
        } finally {
            // Also after a stack overflow in between: a lease ends by itself, but a turn does not.
            turn.end();
        }
    }
}
