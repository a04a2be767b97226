package io.github.stormlock.lock.explored;

import io.github.stormlock.lock.explored.state.Answer;
import io.github.stormlock.lock.explored.state.Draft;
import io.github.stormlock.lock.explored.state.Guard;
import io.github.stormlock.lock.explored.state.ModelScenario;
import io.github.stormlock.lock.explored.state.Told;
import io.github.stormlock.lock.explored.state.WorkerQueue;
import java.util.ArrayList;
import java.util.List;

/** Settles updates that an answer did not write, each by what is known of it alone. */
record CommitResult(ModelScenario scenario, Judge judge) {
    /** Settles the updates whose events were applied before, and returns the others. */
    List<Integer> ofSeen(Draft draft, Answer answer) {
        WorkerQueue workerQueue = draft.workerQueues.get(answer.workerQueue());
        List<Integer> rest = new ArrayList<>();
        for (int update : workerQueue.group()) {
            boolean isSeen = (answer.seen() & scenario.update(update).eventBit()) != 0;
            if (isSeen || answer.seen() != 0 && !scenario.holds(Guard.OWN_RECEIPT)) {
                judge.settle(draft, scenario.entry(answer.workerQueue()), update, Told.WRITTEN);
            } else {
                rest.add(update);
            }
        }
        return rest;
    }

    /** Settles an update that, as far as its queue knows, was not written. */
    void fail(Draft draft, int update, Told told) {
        boolean isDoubted = (draft.doubted & 1 << update) != 0 && scenario.holds(Guard.DOUBT_IS_TOLD);
        judge.settle(draft, scenario.entryOfUpdate(update), update, isDoubted ? Told.UNKNOWN : told);
    }

    /** Ends the doubt after a miss: no event was applied, and a copy that is still under way is past its deadline. */
    void clearDoubt(Draft draft, List<Integer> group) {
        for (int update : group) {
            draft.doubted &= scenario.hasDeadline(update) ? ~(1 << update) : -1;
        }
    }
}
