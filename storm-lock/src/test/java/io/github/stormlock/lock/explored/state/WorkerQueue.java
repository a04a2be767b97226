package io.github.stormlock.lock.explored.state;

import java.util.ArrayList;
import java.util.List;

/**
 * The queue of one entry in one worker, with its open request. At most one request is open.
 *
 * @param number the token last used
 * @param note the token of the note that may stand at the server, or -1
 * @param first the first token of what is open; words for earlier tokens are ignored
 * @param memory the value that the worker remembers of the entry, right or wrong
 * @param base the value that the group was computed on
 * @param copy the number of times that the request was sent again
 * @param group the updates that were sent
 */
public record WorkerQueue(
        Phase phase,
        int number,
        int note,
        int first,
        int memory,
        int misses,
        int base,
        int copy,
        List<Integer> queue,
        List<Integer> group) {
    public static final int NO_NOTE = -1;

    public enum Phase {
        IDLE,
        ATTEMPT,
        ACQUIRE,
        /** The queue is parked until a word comes. */
        WAIT,
        COMMIT,
        /** The queue holds a lock and does nothing: only a broken batch does this. */
        HOLD,
        DEAD;

        public boolean awaitsAnswer() {
            return this == ATTEMPT || this == ACQUIRE || this == COMMIT;
        }

        public boolean awaits(Request.Kind kind) {
            return awaitsAnswer() && name().equals(kind.name());
        }
    }

    public static WorkerQueue first(int memory) {
        return new WorkerQueue(Phase.IDLE, 0, NO_NOTE, 0, memory, 0, 0, 0, List.of(), List.of());
    }

    /** Returns the idle queue, after a duty that was open has ended. */
    public WorkerQueue idle(int newMemory) {
        return new WorkerQueue(Phase.IDLE, number, NO_NOTE, number, newMemory, 0, 0, 0, queue, List.of());
    }

    public WorkerQueue dead() {
        return new WorkerQueue(Phase.DEAD, number, NO_NOTE, number, 0, 0, 0, 0, List.of(), List.of());
    }

    /** Returns the queue that goes on with a queue, after an answer that leaves nothing open at the server. */
    public WorkerQueue goingOn(List<Integer> newQueue, int newMemory, int newMisses) {
        return new WorkerQueue(Phase.IDLE, number, NO_NOTE, first, newMemory, newMisses, 0, 0, newQueue, List.of());
    }

    public WorkerQueue sending(
            Phase newPhase, int newNumber, int newNote, int newBase, int newCopy, List<Integer> newGroup) {
        List<Integer> rest = new ArrayList<>(queue);
        rest.removeAll(newGroup);
        int newFirst = phase == Phase.IDLE && newPhase == Phase.ATTEMPT && misses == 0 ? newNumber : first;
        return new WorkerQueue(
                newPhase, newNumber, newNote, newFirst, memory, misses, newBase, newCopy, List.copyOf(rest), newGroup);
    }

    public WorkerQueue in(Phase newPhase) {
        return new WorkerQueue(newPhase, number, note, first, memory, misses, base, copy, queue, group);
    }

    public WorkerQueue remembering(int value) {
        return new WorkerQueue(phase, number, note, first, value, misses, base, copy, queue, group);
    }

    public WorkerQueue queueing(List<Integer> newQueue) {
        return new WorkerQueue(phase, number, note, first, memory, misses, base, copy, List.copyOf(newQueue), group);
    }

    public WorkerQueue keeping(List<Integer> newGroup) {
        return new WorkerQueue(phase, number, note, first, memory, misses, base, copy, queue, newGroup);
    }

    public WorkerQueue renumbered(int newNumber, int newNote, int newFirst) {
        return new WorkerQueue(phase, newNumber, newNote, newFirst, memory, misses, base, copy, queue, group);
    }

    /** Returns the group, and behind it all that was queued meanwhile. */
    public List<Integer> groupAndQueue() {
        List<Integer> all = new ArrayList<>(group);
        all.addAll(queue);
        return List.copyOf(all);
    }
}
