package io.github.stormlock.lock.explored.batch;

import io.github.stormlock.lock.explored.batch.BatchState.Caller.Phase;
import io.github.stormlock.lock.explored.batch.BatchState.Entry;
import io.github.stormlock.lock.explored.search.Steps;
import java.util.ArrayList;
import java.util.List;

/** The answers to the rounds of {@link BatchModel}, and what comes from outside. */
final class BatchRounds {
    private static final int MISS = 0;
    private static final int BUSY = 1;
    private static final int REPLAY = 2;
    private static final int GIVE_UP = 3;
    private static final int WORD_DUTY = 32;

    private final BatchScenario scenario;

    BatchRounds(BatchScenario scenario) {
        this.scenario = scenario;
    }

    void take(BatchDraft draft, int caller, int entry) {
        draft.put(entry, caller, List.of(), draft.entries.get(entry).queue());
    }

    /** Adds the answers for the entries of an open round, in any order. */
    void answer(BatchState from, int caller, Steps<BatchState> steps) {
        for (int entry = 0; entry < scenario.entries(); entry++) {
            if (from.entries().get(entry).holder() == caller) {
                List<Integer> group = from.entries().get(entry).group();
                written(from, caller, entry, group, steps);
                if (from.troubles().get(MISS) > 0) {
                    anew(from, caller, entry, MISS, steps);
                }
                if (from.troubles().get(REPLAY) > 0) {
                    anew(from, caller, entry, REPLAY, steps);
                }
                if (from.troubles().get(BUSY) > 0) {
                    busy(from, caller, entry, steps);
                }
            }
        }
    }

    private BatchDraft troubled(BatchState from, int trouble) {
        BatchDraft draft = new BatchDraft(scenario, from);
        draft.troubles.set(trouble, draft.troubles.get(trouble) - 1);
        return draft;
    }

    private void written(BatchState from, int caller, int entry, List<Integer> group, Steps<BatchState> steps) {
        BatchDraft draft = new BatchDraft(scenario, from);
        group.forEach(update -> draft.settle(update, true));
        letGo(draft, caller, entry);
        steps.add(() -> "written: " + group + " of entry " + entry, caller, draft.finished());
    }

    // Goes on in the same round, with the updates that have come meanwhile. The first update of a replay is settled by
    // its own id.
    private void anew(BatchState from, int caller, int entry, int trouble, Steps<BatchState> steps) {
        BatchDraft draft = troubled(from, trouble);
        Entry now = draft.entries.get(entry);
        List<Integer> group = new ArrayList<>(now.group());
        if (trouble == REPLAY) {
            draft.settle(group.remove(0), true);
        }
        group.addAll(now.queue());
        draft.put(entry, caller, List.of(), group);
        if (group.isEmpty()) {
            letGo(draft, caller, entry);
        }
        steps.add(
                () -> (trouble == MISS ? "a miss" : "a replay") + " at entry " + entry,
                Steps.NO_DUTY,
                draft.finished());
    }

    private void busy(BatchState from, int caller, int entry, Steps<BatchState> steps) {
        BatchDraft draft = troubled(from, BUSY);
        Entry now = draft.entries.get(entry);
        List<Integer> queue = new ArrayList<>(now.group());
        queue.addAll(scenario.holds(BatchRule.BACK_TO_FRONT) ? queue.size() : 0, now.queue());
        draft.put(entry, BatchState.WAITS, queue, List.of());
        endRound(draft, caller);
        steps.add(() -> "entry " + entry + " is busy", Steps.NO_DUTY, draft.finished());
    }

    private void letGo(BatchDraft draft, int caller, int entry) {
        draft.put(entry, BatchState.NOBODY, draft.entries.get(entry).queue(), List.of());
        if (scenario.holds(BatchRule.SLEEPER_IS_WOKEN)) {
            draft.wakeOwner(entry);
        }
        endRound(draft, caller);
    }

    private static void endRound(BatchDraft draft, int caller) {
        if (!draft.holdsAny(caller)) {
            draft.phase(caller, Phase.LOOKS);
        }
    }

    /** Adds a word for each entry that waits, and the updates that give up. */
    void outside(BatchState from, Steps<BatchState> steps) {
        for (int entry = 0; entry < scenario.entries(); entry++) {
            Entry now = from.entries().get(entry);
            if (now.holder() == BatchState.WAITS && !now.queue().isEmpty()) {
                BatchDraft draft = new BatchDraft(scenario, from);
                draft.put(entry, BatchState.NOBODY, now.queue(), List.of());
                draft.wakeOwner(entry);
                int number = entry;
                steps.add(() -> "a word for entry " + number, WORD_DUTY + entry, draft.finished());
            }
            if (from.troubles().get(GIVE_UP) > 0) {
                for (int update : now.queue()) {
                    giveUp(from, entry, update, steps);
                }
            }
        }
    }

    private void giveUp(BatchState from, int entry, int update, Steps<BatchState> steps) {
        BatchDraft draft = troubled(from, GIVE_UP);
        Entry now = draft.entries.get(entry);
        List<Integer> queue = new ArrayList<>(now.queue());
        queue.remove((Integer) update);
        // The note is withdrawn, so no word will come.
        boolean isLast = queue.isEmpty() && now.holder() == BatchState.WAITS;
        int freed = scenario.holds(BatchRule.LAST_WAITER_FREES) ? BatchState.NOBODY : BatchState.FORGOTTEN;
        draft.put(entry, isLast ? freed : now.holder(), queue, now.group());
        draft.settle(update, false);
        if (draft.entries.get(entry).isFree() && scenario.holds(BatchRule.WAKING_IS_PASSED_ON)) {
            draft.wakeOwner(entry);
        }
        steps.add(() -> "update " + update + " gives up", Steps.NO_DUTY, draft.finished());
    }
}
