package io.github.stormlock.lock.explored;

import io.github.stormlock.lock.explored.state.Answer;
import io.github.stormlock.lock.explored.state.Draft;
import io.github.stormlock.lock.explored.state.Group;
import io.github.stormlock.lock.explored.state.Guard;
import io.github.stormlock.lock.explored.state.ModelFault;
import io.github.stormlock.lock.explored.state.ModelScenario;
import io.github.stormlock.lock.explored.state.Request;
import io.github.stormlock.lock.explored.state.Told;
import io.github.stormlock.lock.explored.state.WorkerQueue;
import io.github.stormlock.lock.explored.state.WorkerQueue.Phase;
import java.util.ArrayList;
import java.util.List;

/** The steps of a queue that has an answer. */
record Receiver(ModelScenario scenario, Judge judge, Sender sender, CommitResult settlement) {
    /** The guess of a worker that does not remember the entry: the entry is absent. */
    static final int GUESS = 0;

    void receive(Draft draft, Answer answer) {
        draft.answers.remove(answer);
        switch (draft.workerQueues.get(answer.workerQueue()).phase()) {
            case ATTEMPT -> attempted(draft, answer);
            case ACQUIRE -> acquired(draft, answer);
            case COMMIT -> committed(draft, answer);
            default -> throw new IllegalStateException("nobody waits for " + answer);
        }
    }

    private void attempted(Draft draft, Answer answer) {
        WorkerQueue workerQueue = draft.workerQueues.get(answer.workerQueue());
        switch (answer.reply()) {
            case WRITTEN -> written(draft, answer.workerQueue());
            case SEEN -> {
                List<Integer> rest = settlement.ofSeen(draft, answer);
                back(draft, answer.workerQueue(), rest, answer.value(), workerQueue.misses());
            }
            case MISS -> {
                settlement.clearDoubt(draft, workerQueue.group());
                missed(draft, answer);
            }
            case REFUSED, TORN -> {
                Told told = answer.reply() == Answer.Reply.TORN ? Told.UNKNOWN : Told.NOT_WRITTEN;
                workerQueue.group().forEach(update -> settlement.fail(draft, update, told));
                end(draft, answer.workerQueue(), GUESS);
            }
            default -> busy(draft, answer.workerQueue());
        }
    }

    private void written(Draft draft, int number) {
        WorkerQueue workerQueue = draft.workerQueues.get(number);
        judge.settleGroup(draft, scenario.entry(number), workerQueue.group(), workerQueue.base());
        Group group = Group.applied(scenario, workerQueue.group(), workerQueue.base());
        end(draft, number, group.changesNothing() ? workerQueue.base() : group.value());
    }

    private void missed(Draft draft, Answer answer) {
        WorkerQueue workerQueue = draft.workerQueues.get(answer.workerQueue());
        if (scenario.holds(Guard.MISS_COMPUTES_ANEW)) {
            back(draft, answer.workerQueue(), workerQueue.group(), answer.value(), workerQueue.misses() + 1);
        } else {
            List<Integer> kept = workerQueue.group();
            back(draft, answer.workerQueue(), kept, answer.value(), workerQueue.misses() + 1);
            WorkerQueue going = draft.workerQueues.get(answer.workerQueue());
            List<Integer> queue = new ArrayList<>(going.queue());
            queue.removeAll(kept);
            draft.workerQueues.set(answer.workerQueue(), going.queueing(queue).keeping(kept));
        }
    }

    private void busy(Draft draft, int number) {
        goOn(draft, number);
        sender.acquire(draft, number, draft.workerQueues.get(number).number() + 1);
    }

    private static void goOn(Draft draft, int number) {
        WorkerQueue workerQueue = draft.workerQueues.get(number);
        draft.workerQueues.set(
                number, workerQueue.goingOn(workerQueue.groupAndQueue(), workerQueue.memory(), workerQueue.misses()));
    }

    /** Has the queue attempt again what met a lock. */
    void again(Draft draft, Answer answer) {
        draft.answers.remove(answer);
        draft.spend(ModelFault.AGAIN);
        goOn(draft, answer.workerQueue());
    }

    private void acquired(Draft draft, Answer answer) {
        WorkerQueue workerQueue = draft.workerQueues.get(answer.workerQueue());
        if (workerQueue.queue().isEmpty()) {
            sender.withdraw(draft, answer.workerQueue());
            draft.workerQueues.set(answer.workerQueue(), workerQueue.idle(GUESS));
        } else if (answer.reply() == Answer.Reply.BUSY) {
            draft.workerQueues.set(answer.workerQueue(), workerQueue.in(Phase.WAIT));
        } else if (scenario.holds(Guard.BATCH_HOLDS_NOTHING)) {
            draft.workerQueues.set(answer.workerQueue(), workerQueue.remembering(answer.value()));
            commitQueued(draft, answer.workerQueue());
        } else {
            draft.workerQueues.set(
                    answer.workerQueue(),
                    workerQueue.remembering(answer.value()).in(Phase.HOLD));
        }
    }

    /** Computes the queued updates on what was read under the lock, and commits them. */
    void commitQueued(Draft draft, int number) {
        WorkerQueue workerQueue = draft.workerQueues.get(number);
        List<Integer> group = sender.seal(workerQueue);
        Group applied = Group.applied(scenario, group, workerQueue.memory());
        sender.commit(draft, number, group, workerQueue.memory(), 0);
        if (applied.changesNothing() && applied.events() == 0 && !scenario.holds(Guard.UNCHANGED_IS_COMMITTED)) {
            draft.requests.removeIf(
                    request -> request.workerQueue() == number && request.kind() == Request.Kind.COMMIT);
            judge.settleGroup(draft, scenario.entry(number), group, workerQueue.memory());
            end(draft, number, workerQueue.memory());
            sender.withdraw(draft, number);
        }
    }

    private void committed(Draft draft, Answer answer) {
        WorkerQueue workerQueue = draft.workerQueues.get(answer.workerQueue());
        switch (answer.reply()) {
            case WRITTEN -> written(draft, answer.workerQueue());
            case SEEN -> {
                List<Integer> rest = settlement.ofSeen(draft, answer);
                if (rest.isEmpty()) {
                    sender.withdraw(draft, answer.workerQueue());
                    end(draft, answer.workerQueue(), answer.value());
                } else {
                    sender.commit(draft, answer.workerQueue(), rest, answer.value(), workerQueue.copy() + 1);
                }
            }
            default -> {
                // The token is gone and no event is remembered. So no copy was written, and none will be.
                settlement.fail(draft, workerQueue.group().get(0), Told.NOT_WRITTEN);
                List<Integer> rest =
                        workerQueue.group().subList(1, workerQueue.group().size());
                back(draft, answer.workerQueue(), rest, GUESS, 0);
            }
        }
    }

    // Puts what was not written before what was queued meanwhile.
    private void back(Draft draft, int number, List<Integer> rest, int memory, int misses) {
        WorkerQueue workerQueue = draft.workerQueues.get(number);
        List<Integer> queue = new ArrayList<>(rest);
        queue.addAll(scenario.holds(Guard.MISS_GOES_TO_FRONT) ? queue.size() : 0, workerQueue.queue());
        if (queue.isEmpty()) {
            end(draft, number, memory);
        } else {
            draft.workerQueues.set(number, workerQueue.goingOn(List.copyOf(queue), memory, misses));
        }
    }

    private static void end(Draft draft, int number, int memory) {
        draft.workerQueues.set(number, draft.workerQueues.get(number).idle(memory));
    }
}
