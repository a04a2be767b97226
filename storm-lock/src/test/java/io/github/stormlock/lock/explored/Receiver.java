package io.github.stormlock.lock.explored;

import io.github.stormlock.lock.explored.state.Answer;
import io.github.stormlock.lock.explored.state.Desk;
import io.github.stormlock.lock.explored.state.Desk.Leave;
import io.github.stormlock.lock.explored.state.Desk.Phase;
import io.github.stormlock.lock.explored.state.Draft;
import io.github.stormlock.lock.explored.state.Group;
import io.github.stormlock.lock.explored.state.Guard;
import io.github.stormlock.lock.explored.state.Request;
import io.github.stormlock.lock.explored.state.Scenario;
import io.github.stormlock.lock.explored.state.Told;
import java.util.ArrayList;
import java.util.List;

/** The steps of a desk that has an answer. */
final class Receiver {
    /** The guess of a worker that does not remember the entry: the entry is absent. */
    static final int GUESS = 0;

    private final Scenario scenario;
    private final Judge judge;
    private final Sender sender;
    private final CommitResult settlement;

    Receiver(Scenario scenario, Judge judge, Sender sender, CommitResult settlement) {
        this.scenario = scenario;
        this.judge = judge;
        this.sender = sender;
        this.settlement = settlement;
    }

    void receive(Draft draft, Answer answer) {
        draft.answers.remove(answer);
        switch (draft.desks.get(answer.desk()).phase()) {
            case ATTEMPT -> attempted(draft, answer);
            case ACQUIRE -> acquired(draft, answer);
            case COMMIT -> committed(draft, answer);
            default -> throw new IllegalStateException("nobody waits for " + answer);
        }
    }

    private void attempted(Draft draft, Answer answer) {
        Desk desk = draft.desks.get(answer.desk());
        switch (answer.reply()) {
            case WRITTEN -> written(draft, answer.desk());
            case SEEN -> {
                List<Integer> rest = settlement.ofSeen(draft, answer);
                back(draft, answer.desk(), rest, answer.value(), desk.misses());
            }
            case MISS -> {
                settlement.clearDoubt(draft, desk.group());
                missed(draft, answer);
            }
            case REFUSED, TORN -> {
                Told told = answer.reply() == Answer.Reply.TORN ? Told.UNKNOWN : Told.NOT_WRITTEN;
                desk.group().forEach(update -> settlement.fail(draft, update, told));
                end(draft, answer.desk(), GUESS);
            }
            default -> busy(draft, answer.desk());
        }
    }

    private void written(Draft draft, int number) {
        Desk desk = draft.desks.get(number);
        judge.settleGroup(draft, scenario.entry(number), desk.group(), desk.base());
        Group group = Group.applied(scenario, desk.group(), desk.base());
        end(draft, number, group.changesNothing() ? desk.base() : group.value());
    }

    private void missed(Draft draft, Answer answer) {
        Desk desk = draft.desks.get(answer.desk());
        if (scenario.holds(Guard.MISS_COMPUTES_ANEW)) {
            back(draft, answer.desk(), desk.group(), answer.value(), desk.misses() + 1);
        } else {
            List<Integer> kept = desk.group();
            back(draft, answer.desk(), kept, answer.value(), desk.misses() + 1);
            Desk going = draft.desks.get(answer.desk());
            List<Integer> queue = new ArrayList<>(going.queue());
            queue.removeAll(kept);
            draft.desks.set(answer.desk(), going.queueing(queue).keeping(kept));
        }
    }

    private void busy(Draft draft, int number) {
        Desk desk = draft.desks.get(number);
        Desk going = desk.goingOn(desk.groupAndQueue(), desk.note(), desk.memory(), desk.misses());
        draft.desks.set(number, going);
        if (!scenario.hasWishes()) {
            sender.acquire(draft, number, going.number() + 1);
        } else if (desk.leave() == Leave.NOTHING) {
            draft.desks.set(number, going.leaving(Leave.WISH));
        } else {
            draft.desks.set(number, going.in(Phase.WAIT));
        }
    }

    private void acquired(Draft draft, Answer answer) {
        Desk desk = draft.desks.get(answer.desk());
        if (desk.queue().isEmpty()) {
            sender.withdraw(draft, answer.desk());
            draft.desks.set(answer.desk(), desk.idle(GUESS));
        } else if (answer.reply() == Answer.Reply.BUSY) {
            draft.desks.set(answer.desk(), desk.in(Phase.WAIT));
        } else if (scenario.holds(Guard.BATCH_HOLDS_NOTHING)) {
            draft.desks.set(answer.desk(), desk.remembering(answer.value()));
            commitQueued(draft, answer.desk());
        } else {
            draft.desks.set(answer.desk(), desk.remembering(answer.value()).in(Phase.HOLD));
        }
    }

    /** Computes the queued updates on what was read under the lock, and commits them. */
    void commitQueued(Draft draft, int number) {
        Desk desk = draft.desks.get(number);
        List<Integer> group = sender.seal(desk);
        Group applied = Group.applied(scenario, group, desk.memory());
        sender.commit(draft, number, group, desk.memory(), 0);
        if (applied.changesNothing() && applied.events() == 0 && !scenario.holds(Guard.UNCHANGED_IS_COMMITTED)) {
            draft.requests.removeIf(request -> request.desk() == number && request.kind() == Request.Kind.COMMIT);
            judge.settleGroup(draft, scenario.entry(number), group, desk.memory());
            end(draft, number, desk.memory());
            sender.withdraw(draft, number);
        }
    }

    private void committed(Draft draft, Answer answer) {
        Desk desk = draft.desks.get(answer.desk());
        switch (answer.reply()) {
            case WRITTEN -> written(draft, answer.desk());
            case SEEN -> {
                List<Integer> rest = settlement.ofSeen(draft, answer);
                if (rest.isEmpty()) {
                    sender.withdraw(draft, answer.desk());
                    end(draft, answer.desk(), answer.value());
                } else {
                    sender.commit(draft, answer.desk(), rest, answer.value(), desk.copy() + 1);
                }
            }
            default -> gone(draft, answer);
        }
    }

    // The token is gone, so a first copy was refused. A second copy cannot tell a release from an end of the lease.
    private void gone(Draft draft, Answer answer) {
        Desk desk = draft.desks.get(answer.desk());
        List<Integer> rest = new ArrayList<>(settlement.ofSeen(draft, answer));
        if (desk.copy() > 0) {
            for (int update : List.copyOf(rest)) {
                if (!scenario.update(update).hasEvent()) {
                    settlement.fail(draft, update, Told.UNKNOWN);
                    rest.remove((Integer) update);
                }
            }
        }
        back(draft, answer.desk(), rest, GUESS, 0);
    }

    // Puts what was not written before what was queued meanwhile.
    private void back(Draft draft, int number, List<Integer> rest, int memory, int misses) {
        Desk desk = draft.desks.get(number);
        List<Integer> queue = new ArrayList<>(rest);
        queue.addAll(scenario.holds(Guard.MISS_GOES_TO_FRONT) ? queue.size() : 0, desk.queue());
        if (queue.isEmpty()) {
            end(draft, number, memory);
        } else {
            draft.desks.set(
                    number,
                    desk.goingOn(List.copyOf(queue), Desk.NO_NOTE, memory, misses)
                            .leaving(Leave.NOTHING));
        }
    }

    private static void end(Draft draft, int number, int memory) {
        draft.desks.set(number, draft.desks.get(number).idle(memory));
    }
}
