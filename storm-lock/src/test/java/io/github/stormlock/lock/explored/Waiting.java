package io.github.stormlock.lock.explored;

import io.github.stormlock.lock.explored.search.Steps;
import io.github.stormlock.lock.explored.state.Desk;
import io.github.stormlock.lock.explored.state.Desk.Leave;
import io.github.stormlock.lock.explored.state.Desk.Phase;
import io.github.stormlock.lock.explored.state.Draft;
import io.github.stormlock.lock.explored.state.Duty;
import io.github.stormlock.lock.explored.state.Fault;
import io.github.stormlock.lock.explored.state.Guard;
import io.github.stormlock.lock.explored.state.Scenario;
import io.github.stormlock.lock.explored.state.State;
import io.github.stormlock.lock.explored.state.Told;
import io.github.stormlock.lock.explored.state.Word;
import java.util.ArrayList;
import java.util.List;

/** The steps of a desk that waits. It goes on by a word, by itself, or by giving up. */
final class Waiting {
    private final Scenario scenario;
    private final Sender sender;
    private final CommitResult settlement;

    Waiting(Scenario scenario, Sender sender, CommitResult settlement) {
        this.scenario = scenario;
        this.sender = sender;
        this.settlement = settlement;
    }

    void addSteps(State from, Steps<State> steps) {
        for (Word word : from.words()) {
            hear(from, word, steps);
        }
        for (int desk = 0; desk < from.desks().size(); desk++) {
            if (from.desks().get(desk).phase() == Phase.WAIT && scenario.holds(Guard.POLL)) {
                poll(from, desk, steps);
            }
        }
        if (from.troubles().get(Fault.GIVE_UP.ordinal()) > 0) {
            for (int update = 0; update < scenario.updates(); update++) {
                giveUp(from, update, steps);
            }
        }
    }

    // A word waits until the busy answer of its desk has come. A word for an earlier acquisition is ignored.
    private void hear(State from, Word word, Steps<State> steps) {
        Desk desk = from.desks().get(word.desk());
        boolean isOld = word.number() < desk.first() || desk.phase() == Phase.COMMIT || desk.phase() == Phase.DEAD;
        boolean isOver = isOld || desk.phase() == Phase.IDLE && desk.leave() == Leave.NOTHING;
        boolean isDropped = isOver || desk.phase() != Phase.WAIT && !scenario.holds(Guard.EARLY_WORD_IS_KEPT);
        if (!isDropped && desk.phase() != Phase.WAIT) {
            return;
        }
        Draft draft = new Draft(scenario, from);
        draft.words.remove(word);
        if (!isDropped) {
            draft.words.removeIf(other -> other.desk() == word.desk());
            wake(draft, word.desk(), desk.leave() == Leave.CLAIM || word.ofGift());
        }
        steps.add(() -> (isDropped ? "too late: " : "desk hears ") + word, Duty.WORD.of(word.desk()), draft.finished());
    }

    // A wish attempts again, or becomes a claim in time.
    private void poll(State from, int number, Steps<State> steps) {
        Draft draft = new Draft(scenario, from);
        wake(draft, number, true);
        steps.add(() -> "desk " + number + " polls and claims", Duty.POLL.of(number), draft.finished());
        if (from.desks().get(number).leave() == Leave.WISH) {
            Draft again = new Draft(scenario, from);
            wake(again, number, false);
            steps.add(() -> "desk " + number + " polls", Steps.NO_DUTY, again.finished());
        }
    }

    private void wake(Draft draft, int number, boolean claims) {
        Desk desk = draft.desks.get(number);
        if (claims) {
            sender.acquire(draft, number, desk.number() + 1);
        } else {
            draft.desks.set(number, desk.in(Phase.IDLE));
            sender.begin(draft, number);
        }
    }

    private void giveUp(State from, int update, Steps<State> steps) {
        int number = scenario.update(update).desk();
        Desk desk = from.desks().get(number);
        boolean isKept = desk.phase() == Phase.IDLE && desk.group().contains(update);
        boolean isSent = desk.phase() != Phase.IDLE && desk.group().contains(update);
        if (from.story().told().get(update) != Told.OPEN
                || isSent && scenario.holds(Guard.SENT_IS_NOT_GIVEN_UP)
                || !isSent && !isKept && !desk.queue().contains(update)) {
            return;
        }
        Draft draft = new Draft(scenario, from);
        draft.spend(Fault.GIVE_UP);
        settlement.fail(draft, update, Told.NOT_WRITTEN);
        List<Integer> queue = new ArrayList<>(desk.queue());
        queue.remove((Integer) update);
        draft.desks.set(number, desk.queueing(queue));
        boolean isDone = queue.isEmpty() && desk.group().isEmpty();
        if (isDone && (desk.phase() == Phase.WAIT || desk.phase() == Phase.IDLE)) {
            if (desk.note() != Desk.NO_NOTE) {
                sender.withdraw(draft, number);
            }
            draft.desks.set(number, draft.desks.get(number).idle(desk.memory()));
        }
        steps.add(() -> "update " + update + " gives up", Steps.NO_DUTY, draft.finished());
    }
}
