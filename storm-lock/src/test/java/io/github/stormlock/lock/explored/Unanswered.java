package io.github.stormlock.lock.explored;

import io.github.stormlock.lock.explored.search.Steps;
import io.github.stormlock.lock.explored.state.Draft;
import io.github.stormlock.lock.explored.state.Guard;
import io.github.stormlock.lock.explored.state.ModelFault;
import io.github.stormlock.lock.explored.state.ModelScenario;
import io.github.stormlock.lock.explored.state.Request;
import io.github.stormlock.lock.explored.state.State;
import io.github.stormlock.lock.explored.state.Told;
import io.github.stormlock.lock.explored.state.WorkerQueue;
import java.util.List;
import java.util.stream.IntStream;

/** The steps of a queue when no answer comes in time. The request may run later, or have run. */
record Unanswered(ModelScenario scenario, Judge judge, Sender sender) {
    /** Adds the loss of the answer of one queue, or of all queues of a worker: they share one round and one pipeline. */
    void addSteps(State from, Steps<State> steps) {
        if (from.troubles().get(ModelFault.ANSWER_LOST.ordinal()) == 0) {
            return;
        }
        List<Integer> open = IntStream.range(0, from.workerQueues().size())
                .filter(workerQueue ->
                        from.workerQueues().get(workerQueue).phase().awaitsAnswer())
                .boxed()
                .toList();
        for (int workerQueue : open) {
            lose(from, List.of(workerQueue), steps);
            List<Integer> round = open.stream()
                    .filter(other -> scenario.worker(other) == scenario.worker(workerQueue))
                    .toList();
            if (round.size() > 1 && round.get(0) == workerQueue) {
                lose(from, round, steps);
            }
        }
    }

    private void lose(State from, List<Integer> workerQueues, Steps<State> steps) {
        Draft draft = new Draft(scenario, from);
        draft.spend(ModelFault.ANSWER_LOST);
        for (int workerQueue : workerQueues) {
            draft.answers.removeIf(answer -> answer.workerQueue() == workerQueue);
            switch (draft.workerQueues.get(workerQueue).phase()) {
                case ATTEMPT -> attempt(draft, workerQueue);
                case ACQUIRE -> acquire(draft, workerQueue);
                default -> commit(draft, workerQueue);
            }
        }
        steps.add(() -> "no answer for queues " + workerQueues, Steps.NO_DUTY, draft.finished());
    }

    // The deadline is earlier than the time at which the queue stops waiting.
    private void attempt(Draft draft, int number) {
        WorkerQueue workerQueue = draft.workerQueues.get(number);
        boolean hasDeadline = scenario.hasDeadline(workerQueue.group().get(0)) && scenario.holds(Guard.DEADLINE);
        if (hasDeadline) {
            draft.requests.replaceAll(request -> request.workerQueue() == number ? late(request) : request);
        }
        boolean hasEvents = scenario.update(workerQueue.group().get(0)).hasEvent();
        if ((hasEvents || !scenario.holds(Guard.NO_RESEND_WITHOUT_ID)) && workerQueue.copy() == 0) {
            draft.doubted |= Draft.bits(workerQueue.group());
            sender.attempt(draft, number, workerQueue.group(), workerQueue.base(), 1);
        } else {
            Told told = scenario.holds(Guard.UNKNOWN_IS_TOLD) ? Told.UNKNOWN : Told.NOT_WRITTEN;
            end(draft, number, told, false);
        }
    }

    private static Request late(Request request) {
        return request.kind() == Request.Kind.ATTEMPT ? request.late() : request;
    }

    private void acquire(Draft draft, int number) {
        int token = draft.workerQueues.get(number).number();
        sender.acquire(draft, number, scenario.holds(Guard.FRESH_TOKEN) ? token + 1 : token);
    }

    private void commit(Draft draft, int number) {
        WorkerQueue workerQueue = draft.workerQueues.get(number);
        if (workerQueue.copy() == 0
                && scenario.update(workerQueue.group().get(0)).hasEvent()) {
            sender.commit(draft, number, workerQueue.group(), workerQueue.base(), 1);
        } else {
            end(draft, number, Told.UNKNOWN, true);
        }
    }

    private void end(Draft draft, int number, Told told, boolean withdraws) {
        WorkerQueue workerQueue = draft.workerQueues.get(number);
        for (int update : workerQueue.group()) {
            judge.settle(draft, scenario.entry(number), update, told);
        }
        if (withdraws) {
            sender.withdraw(draft, number);
        }
        draft.workerQueues.set(number, workerQueue.idle(Receiver.GUESS));
    }
}
