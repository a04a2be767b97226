package io.github.stormlock.lock.explored.batch;

import io.github.stormlock.lock.explored.batch.BatchState.Caller;
import io.github.stormlock.lock.explored.batch.BatchState.Entry;
import io.github.stormlock.lock.explored.search.BrokenInvariant;
import java.util.ArrayList;
import java.util.List;

/** A state of {@link BatchModel} that one step is changing, with the rules of who is woken. */
final class BatchDraft {
    private final BatchScenario scenario;
    final List<Entry> entries;
    final List<Caller> callers;
    final List<Integer> troubles;
    int submitted;
    int settled;
    int written;

    BatchDraft(BatchScenario scenario, BatchState state) {
        this.scenario = scenario;
        entries = new ArrayList<>(state.entries());
        callers = new ArrayList<>(state.callers());
        troubles = new ArrayList<>(state.troubles());
        submitted = state.submitted();
        settled = state.settled();
        written = state.written();
    }

    BatchState finished() {
        return new BatchState(
                List.copyOf(entries), List.copyOf(callers), submitted, settled, written, List.copyOf(troubles));
    }

    boolean isSettled(int update) {
        return (settled & 1 << update) != 0;
    }

    /** Returns true if all that a caller has submitted is settled. */
    boolean hasAll(int caller) {
        for (int update = 0; update < scenario.updates(); update++) {
            if (scenario.part(update).caller() == caller && (submitted & 1 << update) != 0 && !isSettled(update)) {
                return false;
            }
        }
        return true;
    }

    /** Returns true if an update of a caller was written. */
    boolean hasAny(int caller) {
        for (int update = 0; update < scenario.updates(); update++) {
            if (scenario.part(update).caller() == caller && (written & 1 << update) != 0) {
                return true;
            }
        }
        return false;
    }

    boolean isQueuedAt(int caller, int entry) {
        return entries.get(entry).queue().stream()
                .anyMatch(update -> scenario.part(update).caller() == caller);
    }

    /** Returns true if an entry is free in which the caller has an update. */
    boolean mayTake(int caller, int entry) {
        return entries.get(entry).isFree() && isQueuedAt(caller, entry);
    }

    boolean holdsAny(int caller) {
        return entries.stream().anyMatch(entry -> entry.holder() == caller);
    }

    void put(int entry, int holder, List<Integer> queue, List<Integer> group) {
        entries.set(entry, new Entry(holder, List.copyOf(queue), List.copyOf(group)));
    }

    void phase(int caller, Caller.Phase phase) {
        Caller now = callers.get(caller);
        callers.set(caller, new Caller(phase, now.wokenFor(), now.batch()));
    }

    void woken(int caller, int wokenFor) {
        Caller now = callers.get(caller);
        callers.set(caller, new Caller(now.phase(), wokenFor, now.batch()));
    }

    /** Wakes the owner of the first queued update that is asleep and not woken yet. */
    void wakeOwner(int entry) {
        for (int update : entries.get(entry).queue()) {
            int owner = scenario.part(update).caller();
            boolean sleeps =
                    callers.get(owner).phase().sleeps() && callers.get(owner).wokenFor() == BatchState.NOBODY;
            if (sleeps) {
                woken(owner, entry);
                return;
            }
        }
    }

    void settle(int update, boolean isWritten) {
        BrokenInvariant.unless(!isSettled(update), "SETTLED: update " + update + " is settled twice");
        if (isWritten) {
            for (int later = update + 1; later < scenario.updates(); later++) {
                boolean isSameLine = scenario.part(later).caller()
                                == scenario.part(update).caller()
                        && scenario.part(later).entry() == scenario.part(update).entry();
                BrokenInvariant.unless(
                        !isSameLine || (written & 1 << later) == 0,
                        "I10: update " + update + " is written after " + later);
            }
            written |= 1 << update;
        }
        settled |= 1 << update;
        int owner = scenario.part(update).caller();
        boolean sleeps =
                callers.get(owner).phase().sleeps() && callers.get(owner).wokenFor() == BatchState.NOBODY;
        if (sleeps && hasAll(owner) && scenario.holds(BatchRule.SETTLED_IS_WOKEN)) {
            woken(owner, BatchState.WAITS);
        }
    }
}
