package io.github.stormlock.lock.explored.state;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The state of one entry at the server: lock, value, applied events and notes. A fail-over takes all of them back
 * together.
 *
 * @param marks the applied events, as bits
 * @param log the updates that made the value, in order, for the checks only
 */
public record Stored(@Nullable Token lock, int value, int marks, List<Note> notes, List<Integer> log) {
    public static Stored first(int value) {
        return new Stored(null, value, 0, List.of(), List.of());
    }

    public Stored lockedBy(@Nullable Token token) {
        return new Stored(token, value, marks, notes, log);
    }

    public Stored written(int newValue, int events, List<Integer> updates) {
        List<Integer> longer = new ArrayList<>(log);
        longer.addAll(updates);
        return new Stored(lock, newValue, marks | events, notes, List.copyOf(longer));
    }

    public Stored withNotes(List<Note> newNotes) {
        return new Stored(lock, value, marks, List.copyOf(newNotes), log);
    }

    public Stored withNote(Note note) {
        List<Note> more = new ArrayList<>(notes);
        more.add(note);
        return withNotes(more);
    }

    public Stored withoutNote(int workerQueue, int number) {
        if (notes.stream().noneMatch(note -> note.workerQueue() == workerQueue && note.number() == number)) {
            return this;
        }
        return withNotes(notes.stream()
                .filter(note -> note.workerQueue() != workerQueue || note.number() != number)
                .toList());
    }

    /** Returns the note of the waiter whose turn it is: the earliest one. */
    @Nullable
    public Note firstNote() {
        return notes.isEmpty() ? null : notes.get(0);
    }
}
