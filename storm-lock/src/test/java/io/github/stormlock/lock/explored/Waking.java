package io.github.stormlock.lock.explored;

import io.github.stormlock.lock.explored.state.Draft;
import io.github.stormlock.lock.explored.state.Guard;
import io.github.stormlock.lock.explored.state.ModelFault;
import io.github.stormlock.lock.explored.state.ModelScenario;
import io.github.stormlock.lock.explored.state.Note;
import io.github.stormlock.lock.explored.state.Stored;
import io.github.stormlock.lock.explored.state.Token;
import io.github.stormlock.lock.explored.state.Word;
import io.github.stormlock.lock.explored.state.WorkerQueue;
import java.util.function.Consumer;

/** Wakes a waiter when a script lets a lock go. Claims get the lock as a gift, and wishes are told that it is free. */
record Waking(ModelScenario scenario) {
    /** Gives back the lock. If nobody hears of a gift, the next waiter gets it. */
    void handOver(Draft draft, int entry, Consumer<Draft> ends) {
        Stored free = draft.primary.get(entry).lockedBy(null);
        draft.store(entry, free);
        Note next = free.firstNote();
        if (next == null || !scenario.holds(Guard.HAND_OVER)) {
            ends.accept(draft);
            return;
        }
        Stored without = free.withoutNote(next.workerQueue(), next.number());
        Token gift = next.isClaim() ? new Token(next.workerQueue(), next.number(), true) : null;
        draft.store(entry, without.lockedBy(gift));
        tell(
                draft,
                new Word(next.workerQueue(), next.number(), next.isClaim()),
                ends,
                unheard -> handOver(unheard, entry, ends));
    }

    /** Tells the claim that waits beside a free lock, or else the next wish. */
    void tellOn(Draft draft, int entry, boolean wanted, Consumer<Draft> ends) {
        Stored stored = draft.primary.get(entry);
        Note next = wanted && scenario.holds(Guard.TELLING_ON) && scenario.hasWishes() ? stored.firstNote() : null;
        if (next == null || stored.lock() != null) {
            ends.accept(draft);
            return;
        }
        if (!next.isClaim()) {
            draft.store(entry, stored.withoutNote(next.workerQueue(), next.number()));
        }
        // A claim keeps its note, so telling it once more would go on for ever.
        Consumer<Draft> unheard = next.isClaim() ? ends : left -> tellOn(left, entry, true, ends);
        tell(draft, new Word(next.workerQueue(), next.number(), false), ends, unheard);
    }

    private static void tell(Draft draft, Word word, Consumer<Draft> heard, Consumer<Draft> unheard) {
        if (draft.workerQueues.get(word.workerQueue()).phase() == WorkerQueue.Phase.DEAD) {
            unheard.accept(draft);
            return;
        }
        if (draft.mayStill(ModelFault.UNHEARD)) {
            Draft silent = draft.copy();
            silent.spend(ModelFault.UNHEARD);
            unheard.accept(silent);
        }
        if (!draft.words.contains(word)) {
            draft.words.add(word);
        }
        heard.accept(draft);
    }
}
