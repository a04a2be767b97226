package io.github.stormlock.lock.explored;

import io.github.stormlock.lock.explored.search.BrokenInvariant;
import io.github.stormlock.lock.explored.search.Explorable;
import io.github.stormlock.lock.explored.search.Steps;
import io.github.stormlock.lock.explored.state.Answer;
import io.github.stormlock.lock.explored.state.Caller;
import io.github.stormlock.lock.explored.state.Draft;
import io.github.stormlock.lock.explored.state.Duty;
import io.github.stormlock.lock.explored.state.ModelFault;
import io.github.stormlock.lock.explored.state.ModelScenario;
import io.github.stormlock.lock.explored.state.Request;
import io.github.stormlock.lock.explored.state.State;
import io.github.stormlock.lock.explored.state.State.Stranger;
import io.github.stormlock.lock.explored.state.Stored;
import io.github.stormlock.lock.explored.state.Told;
import io.github.stormlock.lock.explored.state.WorkerQueue;
import io.github.stormlock.lock.explored.state.WorkerQueue.Phase;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/**
 * The protocol of guarded updates. Workers with a queue for each entry send attempts, acquires, commits and withdrawals.
 * The server runs them in any order, and what a scenario allows goes wrong. {@link Judge} says what is checked.
 *
 * <p>A queue is served at any time at which it may be. Waking the thread that serves it is no part of this model.
 */
final class Protocol implements Explorable<State> {
    private final ModelScenario scenario;
    private final Server server;
    private final Sender sender;
    private final Receiver receiver;
    private final Waiting waiting;
    private final Faults faults;

    Protocol(ModelScenario scenario) {
        this.scenario = scenario;
        Judge judge = new Judge(scenario);
        server = new Server(scenario, judge, new Waking(scenario));
        sender = new Sender(scenario, judge);
        CommitResult settlement = new CommitResult(scenario, judge);
        receiver = new Receiver(scenario, judge, sender, settlement);
        waiting = new Waiting(scenario, sender, settlement);
        faults = new Faults(scenario, judge, new Unanswered(scenario, judge, sender));
    }

    @Override
    public State start() {
        List<Stored> entries = Collections.nCopies(scenario.entries(), Stored.first(scenario.firstValue()));
        List<WorkerQueue> workerQueues =
                Collections.nCopies(scenario.workerQueues().size(), WorkerQueue.first(scenario.memory()));
        int updates = scenario.updates();
        Stranger.Step stranger = scenario.hasStranger() ? Stranger.Step.LOCKS : Stranger.Step.GONE;
        return new State(
                entries,
                scenario.may(ModelFault.FAIL_OVER) ? entries : List.of(),
                List.of(),
                List.of(),
                List.of(),
                workerQueues,
                Collections.nCopies(scenario.callers().size(), 0),
                scenario.troubles(),
                new Stranger(stranger, 0),
                new State.Story(
                        Collections.nCopies(updates, Told.NOT_SUBMITTED), Collections.nCopies(updates, 0), 0, 0, 0, 0));
    }

    @Override
    public boolean isAtRest(State state) {
        return state.story().told().stream().allMatch(Told::isSettled)
                && state.workerQueues().stream()
                        .allMatch(
                                workerQueue -> workerQueue.phase() == Phase.IDLE || workerQueue.phase() == Phase.DEAD);
    }

    @Override
    public void addSteps(State from, Steps<State> steps) {
        if (isAtRest(from)) {
            nothingIsLeft(from);
        }
        for (Request request : from.requests()) {
            Duty duty = request.kind() == Request.Kind.WITHDRAW ? Duty.SERVE_WITHDRAWAL : Duty.SERVE;
            server.run(
                    from,
                    request,
                    end -> steps.add(() -> "server runs " + request, duty.of(request.workerQueue()), end.finished()));
        }
        for (Answer answer : from.answers()) {
            Draft draft = new Draft(scenario, from);
            receiver.receive(draft, answer);
            steps.add(() -> "queue is told " + answer, Duty.ANSWER.of(answer.workerQueue()), draft.finished());
            Phase phase = from.workerQueues().get(answer.workerQueue()).phase();
            if (phase == Phase.ATTEMPT && answer.reply() == Answer.Reply.BUSY && draft.mayStill(ModelFault.AGAIN)) {
                Draft again = new Draft(scenario, from);
                receiver.again(again, answer);
                steps.add(() -> "queue tries again after " + answer, Steps.NO_DUTY, again.finished());
            }
        }
        for (int caller = 0; caller < scenario.callers().size(); caller++) {
            submit(from, caller, steps);
        }
        for (int workerQueue = 0; workerQueue < from.workerQueues().size(); workerQueue++) {
            begin(from, workerQueue, steps);
        }
        waiting.addSteps(from, steps);
        faults.addSteps(from, steps);
    }

    private void nothingIsLeft(State state) {
        boolean isQuiet = state.requests().isEmpty() && state.words().isEmpty();
        Stranger.Step stranger = state.stranger().step();
        boolean isHeld = stranger == Stranger.Step.WRITES || stranger == Stranger.Step.UNLOCKS;
        if (!isQuiet || isHeld || !new Draft(scenario, state).isUntroubled()) {
            return;
        }
        for (Stored entry : state.primary()) {
            BrokenInvariant.unless(
                    entry.lock() == null && entry.notes().isEmpty(),
                    "I5: all is settled, and left are " + entry.lock() + " and " + entry.notes());
        }
    }

    private void submit(State from, int number, Steps<State> steps) {
        Caller caller = scenario.callers().get(number);
        int position = from.positions().get(number);
        if (position == caller.submissions().size() || caller.waits() && !hasReturned(from, caller, position)) {
            return;
        }
        Draft draft = new Draft(scenario, from);
        draft.positions.set(number, position + 1);
        for (int update : caller.submissions().get(position)) {
            int at = scenario.update(update).workerQueue();
            WorkerQueue workerQueue = draft.workerQueues.get(at);
            draft.told.set(update, Told.OPEN);
            draft.noteValue(scenario.entry(at));
            List<Integer> queue = new ArrayList<>(workerQueue.queue());
            queue.add(update);
            draft.workerQueues.set(at, workerQueue.queueing(queue));
        }
        steps.add(
                () -> "caller " + number + " submits " + caller.submissions().get(position),
                Duty.SUBMIT.of(number),
                draft.finished());
    }

    private static boolean hasReturned(State from, Caller caller, int position) {
        return position == 0
                || caller.submissions().get(position - 1).stream()
                        .allMatch(update -> from.story().told().get(update).isSettled());
    }

    private void begin(State from, int number, Steps<State> steps) {
        WorkerQueue workerQueue = from.workerQueues().get(number);
        if (workerQueue.phase() == Phase.IDLE && !workerQueue.groupAndQueue().isEmpty()) {
            Draft draft = new Draft(scenario, from);
            sender.begin(draft, number);
            steps.add(
                    () -> "queue " + number + " sends " + workerQueue.groupAndQueue(),
                    Duty.BEGIN.of(number),
                    draft.finished());
        } else if (workerQueue.phase() == Phase.HOLD && matesHold(from, workerQueue)) {
            Draft draft = new Draft(scenario, from);
            receiver.commitQueued(draft, number);
            steps.add(() -> "queue " + number + " commits at last", Duty.BEGIN.of(number), draft.finished());
        }
    }

    // True if the other entries of the submission are held or done too.
    private boolean matesHold(State from, WorkerQueue workerQueue) {
        int update = workerQueue.queue().get(0);
        return scenario.callers().get(scenario.update(update).caller()).submissions().stream()
                .filter(submission -> submission.contains(update))
                .flatMap(List::stream)
                .allMatch(mate -> {
                    Phase phase = from.workerQueues()
                            .get(scenario.update(mate).workerQueue())
                            .phase();
                    boolean settled = from.story().told().get(mate).isSettled();
                    return settled || phase == Phase.HOLD || phase == Phase.COMMIT;
                });
    }
}
