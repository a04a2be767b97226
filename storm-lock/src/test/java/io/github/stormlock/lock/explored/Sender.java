package io.github.stormlock.lock.explored;

import io.github.stormlock.lock.explored.state.Draft;
import io.github.stormlock.lock.explored.state.Effect;
import io.github.stormlock.lock.explored.state.Group;
import io.github.stormlock.lock.explored.state.Guard;
import io.github.stormlock.lock.explored.state.ModelScenario;
import io.github.stormlock.lock.explored.state.Request;
import io.github.stormlock.lock.explored.state.Request.Kind;
import io.github.stormlock.lock.explored.state.Told;
import io.github.stormlock.lock.explored.state.WorkerQueue;
import io.github.stormlock.lock.explored.state.WorkerQueue.Phase;
import java.util.ArrayList;
import java.util.List;

/** The requests of a queue. */
record Sender(ModelScenario scenario, Judge judge) {
    /** Sends what is queued, either as an attempt or, after enough misses, behind a lock. */
    void begin(Draft draft, int number) {
        WorkerQueue workerQueue = draft.workerQueues.get(number);
        if (workerQueue.misses() >= scenario.attempts()) {
            acquire(draft, number, workerQueue.number() + 1);
            return;
        }
        List<Integer> group = verdictsWithoutAnswer(draft, number, seal(workerQueue));
        if (!group.isEmpty()) {
            attempt(draft, number, group, workerQueue.memory(), 0);
        } else {
            WorkerQueue left = draft.workerQueues.get(number);
            draft.workerQueues.set(number, left.idle(left.memory()));
        }
    }

    /** Returns the updates that are sent together: the first ones of a kind, with event ids or without. */
    List<Integer> seal(WorkerQueue workerQueue) {
        // A group kept from a miss goes first. There is one only if the guard against keeping it is broken.
        List<Integer> all = workerQueue.groupAndQueue();
        boolean hasEvents = scenario.update(all.get(0)).hasEvent();
        List<Integer> group = new ArrayList<>();
        for (int update : all) {
            if (scenario.update(update).hasEvent() == hasEvents) {
                group.add(update);
            } else if (scenario.holds(Guard.GROUP_ENDS_AT_OTHER_KIND)) {
                break;
            }
        }
        return List.copyOf(group);
    }

    // Settles from memory what must not be settled so. It does nothing while the guards are in place.
    private List<Integer> verdictsWithoutAnswer(Draft draft, int number, List<Integer> sealed) {
        WorkerQueue workerQueue = draft.workerQueues.get(number);
        int entry = scenario.entry(number);
        Group group = Group.applied(scenario, sealed, workerQueue.memory());
        List<Integer> rest = new ArrayList<>(sealed);
        for (int i = 0; i < sealed.size(); i++) {
            boolean throwsEarly =
                    group.effects().get(i) == Effect.THROWS && !scenario.holds(Guard.VERDICT_OF_THROW_COMPARED);
            boolean isUnsent = group.changesNothing()
                    && group.effects().get(i) == Effect.NONE
                    && group.events() == 0
                    && !scenario.holds(Guard.UNCHANGED_IS_COMPARED);
            if (throwsEarly || isUnsent) {
                Told verdict = throwsEarly ? Told.REJECTED : Told.UNCHANGED;
                judge.settleOn(draft, entry, sealed.get(i), verdict, workerQueue.memory());
                rest.remove(sealed.get(i));
            }
        }
        List<Integer> queue = new ArrayList<>(workerQueue.queue());
        queue.removeIf(update -> draft.told.get(update).isSettled());
        draft.workerQueues.set(number, workerQueue.queueing(queue));
        return List.copyOf(rest);
    }

    void attempt(Draft draft, int number, List<Integer> group, int base, int copy) {
        WorkerQueue workerQueue = draft.workerQueues.get(number);
        int token = workerQueue.number() + 1;
        send(draft, Kind.ATTEMPT, number, token, copy, WorkerQueue.NO_NOTE, base, group);
        draft.workerQueues.set(
                number, workerQueue.sending(Phase.ATTEMPT, token, WorkerQueue.NO_NOTE, base, copy, group));
    }

    /** Asks for the lock, and leaves a note if it is held. It sends nothing of an update. */
    void acquire(Draft draft, int number, int token) {
        WorkerQueue workerQueue = draft.workerQueues.get(number);
        int copy = token == workerQueue.number() ? workerQueue.copy() + 1 : 0;
        send(draft, Kind.ACQUIRE, number, token, copy, workerQueue.note(), 0, List.of());
        draft.workerQueues.set(number, workerQueue.sending(Phase.ACQUIRE, token, token, 0, copy, List.of()));
    }

    /** Commits a group under the token that stands. */
    void commit(Draft draft, int number, List<Integer> group, int base, int copy) {
        WorkerQueue workerQueue = draft.workerQueues.get(number);
        send(draft, Kind.COMMIT, number, workerQueue.number(), copy, WorkerQueue.NO_NOTE, base, group);
        draft.workerQueues.set(
                number,
                workerQueue.sending(Phase.COMMIT, workerQueue.number(), WorkerQueue.NO_NOTE, base, copy, group));
    }

    /** Withdraws the note, and gives back a lock that may have been granted. Nobody waits for the answer. */
    void withdraw(Draft draft, int number) {
        WorkerQueue workerQueue = draft.workerQueues.get(number);
        if (scenario.holds(Guard.WITHDRAWAL)) {
            send(draft, Kind.WITHDRAW, number, workerQueue.number(), 0, workerQueue.note(), 0, List.of());
        }
    }

    private static void send(
            Draft draft, Kind kind, int workerQueue, int token, int copy, int oldNote, int base, List<Integer> group) {
        draft.requests.add(new Request(kind, workerQueue, token, copy, oldNote, base, group, false));
    }
}
