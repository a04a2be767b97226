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

/** Wakes a waiter when a script lets a lock go: the waiter gets it as a gift. */
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
        draft.store(entry, without.lockedBy(new Token(next.workerQueue(), next.number(), true)));
        Word word = new Word(next.workerQueue(), next.number());
        if (draft.workerQueues.get(word.workerQueue()).phase() == WorkerQueue.Phase.DEAD) {
            handOver(draft, entry, ends);
            return;
        }
        if (draft.mayStill(ModelFault.UNHEARD)) {
            Draft silent = draft.copy();
            silent.spend(ModelFault.UNHEARD);
            handOver(silent, entry, ends);
        }
        if (!draft.words.contains(word)) {
            draft.words.add(word);
        }
        ends.accept(draft);
    }
}
