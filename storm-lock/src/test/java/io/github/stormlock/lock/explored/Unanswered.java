package io.github.stormlock.lock.explored;

import io.github.stormlock.lock.explored.search.Steps;
import io.github.stormlock.lock.explored.state.Desk;
import io.github.stormlock.lock.explored.state.Draft;
import io.github.stormlock.lock.explored.state.Fault;
import io.github.stormlock.lock.explored.state.Guard;
import io.github.stormlock.lock.explored.state.Request;
import io.github.stormlock.lock.explored.state.Scenario;
import io.github.stormlock.lock.explored.state.State;
import io.github.stormlock.lock.explored.state.Told;
import java.util.List;
import java.util.stream.IntStream;

/** The steps of a desk when no answer comes in time. The request may run later, or have run. */
final class Unanswered {
    private final Scenario scenario;
    private final Judge judge;
    private final Sender sender;

    Unanswered(Scenario scenario, Judge judge, Sender sender) {
        this.scenario = scenario;
        this.judge = judge;
        this.sender = sender;
    }

    /** Adds the loss of the answer of one desk, or of all desks of a worker: they share one round and one pipeline. */
    void addSteps(State from, Steps<State> steps) {
        if (from.troubles().get(Fault.ANSWER_LOST.ordinal()) == 0) {
            return;
        }
        List<Integer> open = IntStream.range(0, from.desks().size())
                .filter(desk -> from.desks().get(desk).phase().awaitsAnswer())
                .boxed()
                .toList();
        for (int desk : open) {
            lose(from, List.of(desk), steps);
            List<Integer> round = open.stream()
                    .filter(other -> scenario.worker(other) == scenario.worker(desk))
                    .toList();
            if (round.size() > 1 && round.get(0) == desk) {
                lose(from, round, steps);
            }
        }
    }

    private void lose(State from, List<Integer> desks, Steps<State> steps) {
        Draft draft = new Draft(scenario, from);
        draft.spend(Fault.ANSWER_LOST);
        for (int desk : desks) {
            draft.answers.removeIf(answer -> answer.desk() == desk);
            switch (draft.desks.get(desk).phase()) {
                case ATTEMPT -> attempt(draft, desk);
                case ACQUIRE -> acquire(draft, desk);
                default -> commit(draft, desk);
            }
        }
        steps.add(() -> "no answer for desks " + desks, Steps.NO_DUTY, draft.finished());
    }

    // The deadline is earlier than the time at which the desk stops waiting.
    private void attempt(Draft draft, int number) {
        Desk desk = draft.desks.get(number);
        boolean hasDeadline = scenario.hasDeadline(desk.group().get(0)) && scenario.holds(Guard.DEADLINE);
        if (hasDeadline) {
            draft.requests.replaceAll(request -> request.desk() == number ? late(request) : request);
        }
        boolean hasEvents = scenario.update(desk.group().get(0)).hasEvent();
        if ((hasEvents || !scenario.holds(Guard.NO_RESEND_WITHOUT_ID)) && desk.copy() == 0) {
            draft.doubted |= Draft.bits(desk.group());
            sender.attempt(draft, number, desk.group(), desk.base(), 1);
        } else {
            Told told = scenario.holds(Guard.UNKNOWN_IS_TOLD) ? Told.UNKNOWN : Told.NOT_WRITTEN;
            end(draft, number, told, desk.note() != Desk.NO_NOTE);
        }
    }

    private static Request late(Request request) {
        return request.kind() == Request.Kind.ATTEMPT ? request.late() : request;
    }

    private void acquire(Draft draft, int number) {
        int token = draft.desks.get(number).number();
        sender.acquire(draft, number, scenario.holds(Guard.FRESH_TOKEN) ? token + 1 : token);
    }

    private void commit(Draft draft, int number) {
        Desk desk = draft.desks.get(number);
        if (desk.copy() == 0) {
            sender.commit(draft, number, desk.group(), desk.base(), 1);
        } else {
            end(draft, number, Told.UNKNOWN, true);
        }
    }

    private void end(Draft draft, int number, Told told, boolean withdraws) {
        Desk desk = draft.desks.get(number);
        for (int update : desk.group()) {
            judge.settle(draft, scenario.entry(number), update, told);
        }
        if (withdraws) {
            sender.withdraw(draft, number);
        }
        draft.desks.set(number, desk.idle(Receiver.GUESS));
    }
}
