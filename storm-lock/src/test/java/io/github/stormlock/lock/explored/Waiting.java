package io.github.stormlock.lock.explored;

import io.github.stormlock.lock.explored.search.Steps;
import io.github.stormlock.lock.explored.state.Draft;
import io.github.stormlock.lock.explored.state.Duty;
import io.github.stormlock.lock.explored.state.Guard;
import io.github.stormlock.lock.explored.state.ModelFault;
import io.github.stormlock.lock.explored.state.ModelScenario;
import io.github.stormlock.lock.explored.state.State;
import io.github.stormlock.lock.explored.state.Told;
import io.github.stormlock.lock.explored.state.Word;
import io.github.stormlock.lock.explored.state.WorkerQueue;
import io.github.stormlock.lock.explored.state.WorkerQueue.Phase;
import java.util.ArrayList;
import java.util.List;

/** The steps of a queue that waits. It goes on by a word, by itself, or by giving up. */
record Waiting(ModelScenario scenario, Sender sender, CommitResult settlement) {
    void addSteps(State from, Steps<State> steps) {
        for (Word word : from.words()) {
            hear(from, word, steps);
        }
        for (int workerQueue = 0; workerQueue < from.workerQueues().size(); workerQueue++) {
            if (from.workerQueues().get(workerQueue).phase() == Phase.WAIT && scenario.holds(Guard.POLL)) {
                poll(from, workerQueue, steps);
            }
        }
        if (from.troubles().get(ModelFault.GIVE_UP.ordinal()) > 0) {
            for (int update = 0; update < scenario.updates(); update++) {
                giveUp(from, update, steps);
            }
        }
    }

    // A word waits until the busy answer of its queue has come. A word for an earlier acquisition is ignored.
    private void hear(State from, Word word, Steps<State> steps) {
        WorkerQueue workerQueue = from.workerQueues().get(word.workerQueue());
        boolean isOld = word.number() < workerQueue.first()
                || workerQueue.phase() == Phase.COMMIT
                || workerQueue.phase() == Phase.DEAD;
        boolean isOver = isOld || workerQueue.phase() == Phase.IDLE;
        boolean isDropped = isOver || workerQueue.phase() != Phase.WAIT && !scenario.holds(Guard.EARLY_WORD_IS_KEPT);
        if (!isDropped && workerQueue.phase() != Phase.WAIT) {
            return;
        }
        Draft draft = new Draft(scenario, from);
        draft.words.remove(word);
        if (!isDropped) {
            draft.words.removeIf(other -> other.workerQueue() == word.workerQueue());
            sender.acquire(draft, word.workerQueue(), workerQueue.number() + 1);
        }
        steps.add(
                () -> (isDropped ? "too late: " : "queue hears ") + word,
                Duty.WORD.of(word.workerQueue()),
                draft.finished());
    }

    private void poll(State from, int number, Steps<State> steps) {
        Draft draft = new Draft(scenario, from);
        sender.acquire(draft, number, draft.workerQueues.get(number).number() + 1);
        steps.add(() -> "queue " + number + " polls", Duty.POLL.of(number), draft.finished());
    }

    private void giveUp(State from, int update, Steps<State> steps) {
        int number = scenario.update(update).workerQueue();
        WorkerQueue workerQueue = from.workerQueues().get(number);
        boolean isKept =
                workerQueue.phase() == Phase.IDLE && workerQueue.group().contains(update);
        boolean isSent =
                workerQueue.phase() != Phase.IDLE && workerQueue.group().contains(update);
        if (from.story().told().get(update) != Told.OPEN
                || isSent && scenario.holds(Guard.SENT_IS_NOT_GIVEN_UP)
                || !isSent && !isKept && !workerQueue.queue().contains(update)) {
            return;
        }
        Draft draft = new Draft(scenario, from);
        draft.spend(ModelFault.GIVE_UP);
        settlement.fail(draft, update, Told.NOT_WRITTEN);
        List<Integer> queue = new ArrayList<>(workerQueue.queue());
        queue.remove((Integer) update);
        draft.workerQueues.set(number, workerQueue.queueing(queue));
        boolean isDone = queue.isEmpty() && workerQueue.group().isEmpty();
        if (isDone && (workerQueue.phase() == Phase.WAIT || workerQueue.phase() == Phase.IDLE)) {
            if (workerQueue.note() != WorkerQueue.NO_NOTE) {
                sender.withdraw(draft, number);
            }
            draft.workerQueues.set(number, draft.workerQueues.get(number).idle(workerQueue.memory()));
        }
        steps.add(() -> "update " + update + " gives up", Steps.NO_DUTY, draft.finished());
    }
}
