package io.github.stormlock.lock.explored;

import io.github.stormlock.lock.explored.Answer.Reply;
import java.util.function.Consumer;

/** What the scripts do, each in one step. A script that wakes somebody may have several ends. */
final class Server {
    private final Scenario scenario;
    private final Judge judge;

    Server(Scenario scenario, Judge judge) {
        this.scenario = scenario;
        this.judge = judge;
    }

    void run(State from, Request request, Consumer<Draft> ends) {
        Draft draft = new Draft(scenario, from);
        draft.requests.remove(request);
        int entry = scenario.entry(request.desk());
        if (!request.isLate() || !scenario.holds(Guard.DEADLINE_BEFORE_LOCK)) {
            draft.store(entry, draft.primary.get(entry).withoutNote(request.desk(), request.oldNote()));
            switch (request.kind()) {
                case ATTEMPT -> attempt(draft, entry, request, ends);
                case ACQUIRE -> acquire(draft, entry, request, ends);
                case COMMIT -> commit(draft, entry, request, ends);
                case WITHDRAW -> withdraw(draft, entry, request, ends);
            }
        } else {
            ends.accept(draft);
        }
    }

    private void attempt(Draft draft, int entry, Request request, Consumer<Draft> ends) {
        Stored stored = draft.primary.get(entry);
        if (stored.lock() != null && scenario.holds(Guard.LOCK_CHECK)) {
            leaveNote(draft, entry, request, false);
            ends.accept(answered(draft, request, Reply.BUSY, 0, 0));
        } else if (request.isLate()) {
            ends.accept(draft);
        } else {
            judge.lookedAt(draft, entry);
            int seen = scenario.holds(Guard.ATTEMPT_LOOKS_FOR_EVENTS)
                    ? stored.marks() & Group.eventsOf(scenario, request.group())
                    : 0;
            if (seen != 0) {
                Draft answered = answered(draft, request, Reply.SEEN, stored.value(), seen);
                tellOn(answered, entry, request.leavesNote() && scenario.holds(Guard.TELLING_ON_WHEN_SEEN), ends);
            } else if (stored.value() == request.base() || !scenario.holds(Guard.COMPARISON)) {
                hit(draft, entry, request, ends);
            } else {
                Draft answered = answered(draft, request, Reply.MISS, stored.value(), 0);
                tellOn(answered, entry, request.leavesNote(), ends);
            }
        }
    }

    private void hit(Draft draft, int entry, Request request, Consumer<Draft> ends) {
        if (draft.mayStill(Trouble.MARKS_REFUSED) && Group.eventsOf(scenario, request.group()) != 0) {
            Draft refused = draft.copy();
            refused.spend(Trouble.MARKS_REFUSED);
            boolean isClean = scenario.holds(Guard.MARKS_FIRST);
            if (!isClean) {
                judge.write(refused, entry, request.group(), request.base(), false);
            }
            tellOn(
                    answered(refused, request, isClean ? Reply.REFUSED : Reply.TORN, 0, 0),
                    entry,
                    request.leavesNote(),
                    ends);
        }
        judge.write(draft, entry, request.group(), request.base(), true);
        tellOn(answered(draft, request, Reply.WRITTEN, 0, 0), entry, request.leavesNote(), ends);
    }

    private void acquire(Draft draft, int entry, Request request, Consumer<Draft> ends) {
        Stored stored = draft.primary.get(entry);
        Token lock = stored.lock();
        if (lock == null || isOwn(lock, request)) {
            judge.lookedAt(draft, entry);
            draft.store(entry, stored.lockedBy(new Token(request.desk(), request.number(), false)));
            ends.accept(answered(draft, request, Reply.GRANTED, stored.value(), 0));
        } else {
            leaveNote(draft, entry, request, true);
            ends.accept(answered(draft, request, Reply.BUSY, 0, 0));
        }
    }

    private void commit(Draft draft, int entry, Request request, Consumer<Draft> ends) {
        Stored stored = draft.primary.get(entry);
        int seen = stored.marks() & Group.eventsOf(scenario, request.group());
        boolean stands = stored.lock() != null && stored.lock().is(request.desk(), request.number());
        if (!stands && scenario.holds(Guard.COMMIT_LOOKS_FOR_TOKEN)) {
            ends.accept(answered(draft, request, Reply.GONE, 0, seen));
        } else if (seen != 0 && scenario.holds(Guard.COMMIT_LOOKS_FOR_EVENTS)) {
            ends.accept(answered(draft, request, Reply.SEEN, stored.value(), seen));
        } else {
            judge.write(draft, entry, request.group(), request.base(), true);
            handOver(answered(draft, request, Reply.WRITTEN, 0, 0), entry, ends);
        }
    }

    private void withdraw(Draft draft, int entry, Request request, Consumer<Draft> ends) {
        Token lock = draft.primary.get(entry).lock();
        boolean passesOn = lock == null && scenario.holds(Guard.WITHDRAWAL_HANDS_OVER);
        if (passesOn || lock != null && isOwn(lock, request)) {
            handOver(draft, entry, ends);
        } else {
            ends.accept(draft);
        }
    }

    private static boolean isOwn(Token lock, Request request) {
        return lock.desk() == request.desk() && lock.number() <= request.number();
    }

    private void leaveNote(Draft draft, int entry, Request request, boolean isClaim) {
        if (request.leavesNote()) {
            Violation.unless(!request.isLate(), "I5: a late copy of desk " + request.desk() + " leaves a note");
            Note note = new Note(request.desk(), request.number(), isClaim);
            draft.store(entry, draft.primary.get(entry).withNote(note));
        }
    }

    /** Gives back the lock. Where nobody hears of a gift, the next waiter gets it. */
    void handOver(Draft draft, int entry, Consumer<Draft> ends) {
        Stored free = draft.primary.get(entry).lockedBy(null);
        draft.store(entry, free);
        Note next = free.firstNote();
        if (next == null || !scenario.holds(Guard.HAND_OVER)) {
            ends.accept(draft);
            return;
        }
        Stored without = free.withoutNote(next.desk(), next.number());
        Token gift = next.isClaim() ? new Token(next.desk(), next.number(), true) : null;
        draft.store(entry, without.lockedBy(gift));
        tell(
                draft,
                new Word(next.desk(), next.number(), next.isClaim()),
                ends,
                unheard -> handOver(unheard, entry, ends));
    }

    /** Tells the claim that waits beside a free lock, or else the next wish. */
    private void tellOn(Draft draft, int entry, boolean wanted, Consumer<Draft> ends) {
        Stored stored = draft.primary.get(entry);
        Note next = wanted && scenario.holds(Guard.TELLING_ON) && scenario.hasWishes() ? stored.firstNote() : null;
        if (next == null || stored.lock() != null) {
            ends.accept(draft);
            return;
        }
        if (!next.isClaim()) {
            draft.store(entry, stored.withoutNote(next.desk(), next.number()));
        }
        // A claim keeps its note, so telling it once more would never end.
        Consumer<Draft> unheard = next.isClaim() ? ends : left -> tellOn(left, entry, true, ends);
        tell(draft, new Word(next.desk(), next.number(), false), ends, unheard);
    }

    private static void tell(Draft draft, Word word, Consumer<Draft> heard, Consumer<Draft> unheard) {
        if (draft.desks.get(word.desk()).phase() == Desk.Phase.DEAD) {
            unheard.accept(draft);
            return;
        }
        if (draft.mayStill(Trouble.UNHEARD)) {
            Draft silent = draft.copy();
            silent.spend(Trouble.UNHEARD);
            unheard.accept(silent);
        }
        if (!draft.words.contains(word)) {
            draft.words.add(word);
        }
        heard.accept(draft);
    }

    /** Answers, if the desk still waits for it. */
    private static Draft answered(Draft draft, Request request, Reply reply, int value, int seen) {
        Desk desk = draft.desks.get(request.desk());
        if (desk.phase().awaits(request.kind()) && desk.number() == request.number() && desk.copy() == request.copy()) {
            draft.answers.add(new Answer(request.desk(), request.number(), reply, value, seen));
        }
        return draft;
    }
}
