package io.github.stormlock.lock.explored;

import io.github.stormlock.lock.explored.state.Answer;
import io.github.stormlock.lock.explored.state.Answer.Reply;
import io.github.stormlock.lock.explored.state.Draft;
import io.github.stormlock.lock.explored.state.Group;
import io.github.stormlock.lock.explored.state.Guard;
import io.github.stormlock.lock.explored.state.ModelFault;
import io.github.stormlock.lock.explored.state.ModelScenario;
import io.github.stormlock.lock.explored.state.Note;
import io.github.stormlock.lock.explored.state.Request;
import io.github.stormlock.lock.explored.state.State;
import io.github.stormlock.lock.explored.state.Stored;
import io.github.stormlock.lock.explored.state.Token;
import io.github.stormlock.lock.explored.state.WorkerQueue;
import java.util.function.Consumer;

/** The work of the scripts, each in one step. A script that wakes somebody may have several ends. */
record Server(ModelScenario scenario, Judge judge, Waking waking) {

    void run(State from, Request request, Consumer<Draft> ends) {
        Draft draft = new Draft(scenario, from);
        draft.requests.remove(request);
        int entry = scenario.entry(request.workerQueue());
        draft.store(entry, draft.primary.get(entry).withoutNote(request.workerQueue(), request.oldNote()));
        switch (request.kind()) {
            case ATTEMPT -> attempt(draft, entry, request, ends);
            case ACQUIRE -> acquire(draft, entry, request, ends);
            case COMMIT -> commit(draft, entry, request, ends);
            case WITHDRAW -> withdraw(draft, entry, request, ends);
        }
    }

    private void attempt(Draft draft, int entry, Request request, Consumer<Draft> ends) {
        Stored stored = draft.primary.get(entry);
        if (request.isLate()) {
            ends.accept(draft);
        } else if (stored.lock() != null && scenario.holds(Guard.LOCK_CHECK)) {
            ends.accept(answered(draft, request, Reply.BUSY, 0, 0));
        } else {
            judge.lookedAt(draft, entry);
            int seen = scenario.holds(Guard.ATTEMPT_LOOKS_FOR_EVENTS)
                    ? stored.marks() & Group.eventsOf(scenario, request.group())
                    : 0;
            if (seen != 0) {
                ends.accept(answered(draft, request, Reply.SEEN, stored.value(), seen));
            } else if (stored.value() == request.base() || !scenario.holds(Guard.COMPARISON)) {
                hit(draft, entry, request, ends);
            } else {
                ends.accept(answered(draft, request, Reply.MISS, stored.value(), 0));
            }
        }
    }

    private void hit(Draft draft, int entry, Request request, Consumer<Draft> ends) {
        if (draft.mayStill(ModelFault.MARKS_REFUSED) && Group.eventsOf(scenario, request.group()) != 0) {
            Draft refused = draft.copy();
            refused.spend(ModelFault.MARKS_REFUSED);
            boolean isClean = scenario.holds(Guard.MARKS_FIRST);
            if (!isClean) {
                judge.write(refused, entry, request.group(), request.base(), false);
            }
            ends.accept(answered(refused, request, isClean ? Reply.REFUSED : Reply.TORN, 0, 0));
        }
        judge.write(draft, entry, request.group(), request.base(), true);
        ends.accept(answered(draft, request, Reply.WRITTEN, 0, 0));
    }

    private void acquire(Draft draft, int entry, Request request, Consumer<Draft> ends) {
        Stored stored = draft.primary.get(entry);
        Token lock = stored.lock();
        if (lock == null || isOwn(lock, request)) {
            judge.lookedAt(draft, entry);
            draft.store(entry, stored.lockedBy(new Token(request.workerQueue(), request.number(), false)));
            ends.accept(answered(draft, request, Reply.GRANTED, stored.value(), 0));
        } else {
            draft.store(entry, stored.withNote(new Note(request.workerQueue(), request.number())));
            ends.accept(answered(draft, request, Reply.BUSY, 0, 0));
        }
    }

    private void commit(Draft draft, int entry, Request request, Consumer<Draft> ends) {
        Stored stored = draft.primary.get(entry);
        int seen = stored.marks() & Group.eventsOf(scenario, request.group());
        boolean stands = stored.lock() != null && stored.lock().is(request.workerQueue(), request.number());
        if (seen != 0 && scenario.holds(Guard.COMMIT_LOOKS_FOR_EVENTS)) {
            ends.accept(answered(draft, request, Reply.SEEN, stored.value(), seen));
        } else if (!stands && scenario.holds(Guard.COMMIT_LOOKS_FOR_TOKEN)) {
            ends.accept(answered(draft, request, Reply.GONE, 0, 0));
        } else {
            judge.write(draft, entry, request.group(), request.base(), true);
            waking.handOver(answered(draft, request, Reply.WRITTEN, 0, 0), entry, ends);
        }
    }

    private void withdraw(Draft draft, int entry, Request request, Consumer<Draft> ends) {
        Token lock = draft.primary.get(entry).lock();
        boolean passesOn = lock == null && scenario.holds(Guard.WITHDRAWAL_HANDS_OVER);
        if (passesOn || lock != null && isOwn(lock, request)) {
            waking.handOver(draft, entry, ends);
        } else {
            ends.accept(draft);
        }
    }

    private static boolean isOwn(Token lock, Request request) {
        return lock.workerQueue() == request.workerQueue() && lock.number() <= request.number();
    }

    /** Adds the answer if the queue still waits for it. */
    private static Draft answered(Draft draft, Request request, Reply reply, int value, int seen) {
        WorkerQueue workerQueue = draft.workerQueues.get(request.workerQueue());
        if (workerQueue.phase().awaits(request.kind())
                && workerQueue.number() == request.number()
                && workerQueue.copy() == request.copy()) {
            draft.answers.add(new Answer(request.workerQueue(), request.number(), reply, value, seen));
        }
        return draft;
    }
}
