package io.github.stormlock.lock.explored.batch;

import io.github.stormlock.lock.explored.batch.BatchState.Caller;
import io.github.stormlock.lock.explored.batch.BatchState.Caller.Phase;
import io.github.stormlock.lock.explored.batch.BatchState.Entry;
import io.github.stormlock.lock.explored.search.BrokenInvariant;
import io.github.stormlock.lock.explored.search.Explorable;
import io.github.stormlock.lock.explored.search.Steps;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * Callers of one worker that each update several entries in a batch. A caller runs rounds itself: it takes the free
 * entries in which it has an update, sends what anybody has queued there, and settles it. Otherwise it sleeps until it
 * is woken. The server is abstract: a group is written, misses, meets a lock, or finds an event applied before.
 */
public final class BatchModel implements Explorable<BatchState> {
    private final BatchScenario scenario;
    private final BatchRounds rounds;

    public BatchModel(BatchScenario scenario) {
        this.scenario = scenario;
        rounds = new BatchRounds(scenario);
    }

    @Override
    public BatchState start() {
        return new BatchState(
                Collections.nCopies(scenario.entries(), new Entry(BatchState.NOBODY, List.of(), List.of())),
                Collections.nCopies(scenario.callers(), new Caller(Phase.SUBMITS, BatchState.NOBODY, 0)),
                0,
                0,
                0,
                scenario.troubles());
    }

    @Override
    public boolean isAtRest(BatchState state) {
        return state.callers().stream().allMatch(caller -> caller.phase() == Phase.GONE);
    }

    @Override
    public void addSteps(BatchState from, Steps<BatchState> steps) {
        for (int caller = 0; caller < scenario.callers(); caller++) {
            switch (from.callers().get(caller).phase()) {
                case SUBMITS -> submit(from, caller, steps);
                case LOOKS -> look(from, caller, steps);
                case HAS_LOOKED -> sayAsleep(from, caller, steps);
                case SENT -> rounds.answer(from, caller, steps);
                case SAYS_ASLEEP, ASLEEP -> sleep(from, caller, steps);
                case GONE -> {}
            }
        }
        rounds.outside(from, steps);
    }

    private BatchDraft draft(BatchState from) {
        return new BatchDraft(scenario, from);
    }

    // Submits one entry after the other: the others of the batch may be taken before the last is submitted.
    private void submit(BatchState from, int caller, Steps<BatchState> steps) {
        BatchDraft draft = draft(from);
        for (int update = 0; update < scenario.updates(); update++) {
            BatchScenario.Part part = scenario.part(update);
            boolean isDue = part.caller() == caller
                    && part.batch() == from.callers().get(caller).batch();
            if (isDue && (draft.submitted & 1 << update) == 0) {
                Entry entry = draft.entries.get(part.entry());
                List<Integer> queue = new ArrayList<>(entry.queue());
                queue.add(update);
                draft.put(part.entry(), entry.holder(), queue, entry.group());
                draft.submitted |= 1 << update;
                int number = update;
                steps.add(() -> "caller " + caller + " submits " + number, caller, draft.finished());
                return;
            }
        }
        draft.phase(caller, Phase.LOOKS);
        steps.add(() -> "caller " + caller + " looks", caller, draft.finished());
    }

    private void look(BatchState from, int caller, Steps<BatchState> steps) {
        boolean mayTake = false;
        BatchDraft now = draft(from);
        for (int entry = 0; entry < scenario.entries(); entry++) {
            if (now.mayTake(caller, entry)) {
                mayTake = true;
                BatchDraft draft = draft(from);
                rounds.take(draft, caller, entry);
                int number = entry;
                steps.add(() -> "caller " + caller + " takes entry " + number, caller, draft.finished());
            }
        }
        if (now.holdsAny(caller)) {
            now.phase(caller, Phase.SENT);
            steps.add(() -> "caller " + caller + " sends", caller, now.finished());
        } else if (returns(now, caller)) {
            returned(now, caller, steps);
        } else if (!mayTake) {
            now.phase(caller, Phase.HAS_LOOKED);
            steps.add(() -> "caller " + caller + " finds nothing", caller, now.finished());
        }
    }

    // This is a step of its own after the look. Between the two the caller is awake, and nobody wakes it.
    private void sayAsleep(BatchState from, int caller, Steps<BatchState> steps) {
        BatchDraft draft = draft(from);
        draft.phase(caller, Phase.SAYS_ASLEEP);
        steps.add(() -> "caller " + caller + " says that it sleeps", caller, draft.finished());
    }

    private boolean returns(BatchDraft draft, int caller) {
        return draft.hasAll(caller) || draft.hasAny(caller) && !scenario.holds(BatchRule.LEAVES_WHEN_ALL_SETTLED);
    }

    private void returned(BatchDraft draft, int caller, Steps<BatchState> steps) {
        BrokenInvariant.unless(
                draft.hasAll(caller), "TOLD: caller " + caller + " returns before all of its batch is settled");
        int next = draft.callers.get(caller).batch() + 1;
        boolean isLast = true;
        for (int update = 0; update < scenario.updates(); update++) {
            isLast &= scenario.part(update).caller() != caller
                    || scenario.part(update).batch() < next;
        }
        draft.callers.set(caller, new Caller(isLast ? Phase.GONE : Phase.SUBMITS, BatchState.NOBODY, next));
        steps.add(() -> "caller " + caller + " returns", caller, draft.finished());
    }

    private void sleep(BatchState from, int caller, Steps<BatchState> steps) {
        BatchDraft draft = draft(from);
        int wokenFor = from.callers().get(caller).wokenFor();
        if (wokenFor != BatchState.NOBODY) {
            draft.woken(caller, BatchState.NOBODY);
            draft.phase(caller, Phase.LOOKS);
            if (wokenFor >= 0 && draft.mayTake(caller, wokenFor)) {
                rounds.take(draft, caller, wokenFor);
            } else if (wokenFor >= 0
                    && draft.entries.get(wokenFor).isFree()
                    && scenario.holds(BatchRule.WAKING_IS_PASSED_ON)) {
                draft.wakeOwner(wokenFor);
            }
            steps.add(() -> "caller " + caller + " wakes up", caller, draft.finished());
        } else if (from.callers().get(caller).phase() == Phase.SAYS_ASLEEP) {
            boolean hasWork = draft.hasAll(caller);
            for (int entry = 0; entry < scenario.entries(); entry++) {
                hasWork |= draft.mayTake(caller, entry);
            }
            boolean parks = !hasWork || !scenario.holds(BatchRule.LOOKS_AGAIN);
            draft.phase(caller, parks ? Phase.ASLEEP : Phase.LOOKS);
            steps.add(() -> "caller " + caller + (parks ? " parks" : " looks again"), caller, draft.finished());
        }
    }
}
