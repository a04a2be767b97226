package io.github.stormlock.lock.explored;

import io.github.stormlock.lock.explored.search.BrokenInvariant;
import io.github.stormlock.lock.explored.search.Steps;
import io.github.stormlock.lock.explored.state.Draft;
import io.github.stormlock.lock.explored.state.Duty;
import io.github.stormlock.lock.explored.state.ModelFault;
import io.github.stormlock.lock.explored.state.ModelScenario;
import io.github.stormlock.lock.explored.state.QueuePlace;
import io.github.stormlock.lock.explored.state.Request;
import io.github.stormlock.lock.explored.state.State;
import io.github.stormlock.lock.explored.state.State.Stranger;
import io.github.stormlock.lock.explored.state.Stored;
import io.github.stormlock.lock.explored.state.Token;
import io.github.stormlock.lock.explored.state.Told;
import io.github.stormlock.lock.explored.state.Update;
import io.github.stormlock.lock.explored.state.Word;
import io.github.stormlock.lock.explored.state.WorkerQueue;
import io.github.stormlock.lock.explored.state.WorkerQueue.Phase;
import java.util.ArrayList;
import java.util.List;

/** The steps that go wrong, and those of the foreign client. */
record Faults(ModelScenario scenario, Judge judge, Unanswered unanswered) {
    private static final int STRANGER_ADDS = 4;

    void addSteps(State from, Steps<State> steps) {
        unanswered.addSteps(from, steps);
        for (int entry = 0; entry < from.primary().size(); entry++) {
            endLease(from, entry, steps);
        }
        stranger(from, steps);
        failOver(from, steps);
        if (may(from, ModelFault.WORD_LOST)) {
            for (Word word : from.words()) {
                Draft draft = troubled(from, ModelFault.WORD_LOST);
                draft.words.remove(word);
                steps.add(() -> "lost: " + word, Steps.NO_DUTY, draft.finished());
            }
        }
        if (may(from, ModelFault.KILL)) {
            scenario.workerQueues().stream()
                    .map(QueuePlace::worker)
                    .distinct()
                    .forEach(worker -> kill(from, worker, steps));
        }
    }

    private static boolean may(State from, ModelFault trouble) {
        return from.troubles().get(trouble.ordinal()) > 0;
    }

    private Draft troubled(State from, ModelFault trouble) {
        Draft draft = new Draft(scenario, from);
        draft.spend(trouble);
        return draft;
    }

    // A lease that everybody has forgotten ends by itself. Any other lease may end, as often as the scenario allows.
    private void endLease(State from, int entry, Steps<State> steps) {
        Token lock = from.primary().get(entry).lock();
        if (lock == null || lock.isStrangers()) {
            return;
        }
        boolean isForgotten = isForgotten(from, lock);
        boolean isGift = lock.isGift() && may(from, ModelFault.GIFT_ENDS);
        ModelFault ending = isGift ? ModelFault.GIFT_ENDS : ModelFault.LEASE_ENDS;
        if (isForgotten || may(from, ending)) {
            Draft draft = isForgotten ? new Draft(scenario, from) : troubled(from, ending);
            draft.store(entry, draft.primary.get(entry).lockedBy(null));
            steps.add(
                    () -> "the lease " + lock + " ends",
                    isForgotten ? Duty.LEASE.of(entry) : Steps.NO_DUTY,
                    draft.finished());
        }
    }

    private static boolean isForgotten(State from, Token lock) {
        WorkerQueue workerQueue = from.workerQueues().get(lock.workerQueue());
        boolean isUsed = workerQueue.number() == lock.number()
                && (workerQueue.phase().awaitsAnswer() || workerQueue.phase() == Phase.HOLD);
        boolean isResent = workerQueue.phase() == Phase.ACQUIRE;
        boolean isGiftToCome = lock.isGift()
                && lock.number() >= workerQueue.first()
                && from.words().stream().anyMatch(word -> word.workerQueue() == lock.workerQueue());
        boolean isGivenBack = from.requests().stream()
                .anyMatch(request ->
                        request.kind() == Request.Kind.WITHDRAW && request.workerQueue() == lock.workerQueue());
        return !isUsed && !isResent && !isGiftToCome && !isGivenBack;
    }

    private void stranger(State from, Steps<State> steps) {
        Stored entry = from.primary().get(0);
        Draft draft = new Draft(scenario, from);
        switch (from.stranger().step()) {
            case LOCKS -> {
                if (entry.lock() == null) {
                    judge.lookedAt(draft, 0);
                    draft.store(0, entry.lockedBy(new Token(Token.STRANGER, 0, false)));
                    draft.stranger = new Stranger(Stranger.Step.WRITES, entry.value());
                    steps.add(() -> "a stranger locks", Steps.NO_DUTY, draft.finished());
                }
            }
            case WRITES -> {
                boolean isHolder = entry.lock() != null && entry.lock().isStrangers();
                int read = from.stranger().read();
                BrokenInvariant.unless(
                        !isHolder || read == entry.value(),
                        "I1: the stranger read " + read + " under its lock and finds " + entry.value());
                if (isHolder) {
                    draft.store(0, entry.written(read + STRANGER_ADDS, 0, List.of()));
                    draft.noteValue(0);
                }
                draft.stranger = new Stranger(Stranger.Step.UNLOCKS, 0);
                steps.add(() -> "the stranger writes", Duty.STRANGER.of(0), draft.finished());
            }
            case UNLOCKS -> {
                boolean isHolder = entry.lock() != null && entry.lock().isStrangers();
                draft.store(0, isHolder ? entry.lockedBy(null) : entry);
                draft.stranger = new Stranger(Stranger.Step.GONE, 0);
                steps.add(() -> "the stranger unlocks", Duty.STRANGER.of(0), draft.finished());
            }
            case GONE -> {}
        }
    }

    private void failOver(State from, Steps<State> steps) {
        if (!scenario.may(ModelFault.FAIL_OVER) || from.primary().equals(from.replica())) {
            return;
        }
        if (may(from, ModelFault.FAIL_OVER)) {
            Draft copied = new Draft(scenario, from);
            copied.replica.clear();
            copied.replica.addAll(from.primary());
            steps.add(() -> "the replica catches up", Steps.NO_DUTY, copied.finished());
            Draft draft = troubled(from, ModelFault.FAIL_OVER);
            for (int entry = 0; entry < from.primary().size(); entry++) {
                cut(draft, entry);
            }
            steps.add(() -> "fail-over", Steps.NO_DUTY, draft.finished());
        }
    }

    private static void cut(Draft draft, int entry) {
        Stored before = draft.primary.get(entry);
        Stored after = draft.replica.get(entry);
        List<Integer> lost = new ArrayList<>(before.log());
        lost.removeAll(after.log());
        draft.cut |= Draft.bits(lost);
        draft.cutMarks |= before.marks() & ~after.marks();
        draft.store(entry, after);
        draft.noteValue(entry);
    }

    private void kill(State from, int worker, Steps<State> steps) {
        Draft draft = troubled(from, ModelFault.KILL);
        for (int workerQueue = 0; workerQueue < draft.workerQueues.size(); workerQueue++) {
            if (scenario.worker(workerQueue) == worker) {
                int dead = workerQueue;
                draft.workerQueues.set(
                        workerQueue, draft.workerQueues.get(workerQueue).dead());
                draft.answers.removeIf(answer -> answer.workerQueue() == dead);
                draft.words.removeIf(word -> word.workerQueue() == dead);
            }
        }
        for (int update = 0; update < draft.told.size(); update++) {
            Update its = scenario.update(update);
            if (scenario.worker(its.workerQueue()) == worker
                    && !draft.told.get(update).isSettled()) {
                draft.told.set(update, Told.DEAD);
                draft.positions.set(
                        its.caller(),
                        scenario.callers().get(its.caller()).submissions().size());
            }
        }
        steps.add(() -> "worker " + worker + " is killed", Steps.NO_DUTY, draft.finished());
    }
}
