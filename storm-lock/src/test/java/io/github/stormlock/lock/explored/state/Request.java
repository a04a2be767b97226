package io.github.stormlock.lock.explored.state;

import java.util.Comparator;
import java.util.List;

/**
 * A script under way to the server, which runs it once, at any time.
 *
 * @param number the token, a number that rises with each try of a queue
 * @param copy the number of the copy, which tells resends under one token apart
 * @param oldNote the note left before, which every script removes first, or -1
 * @param base the value that the group was computed on
 * @param isLate true if the server's clock is past its deadline
 */
public record Request(
        Kind kind, int workerQueue, int number, int copy, int oldNote, int base, List<Integer> group, boolean isLate) {
    public static final Comparator<Request> ORDER = Comparator.comparingInt(Request::workerQueue)
            .thenComparingInt(Request::number)
            .thenComparingInt(Request::copy)
            .thenComparing(Request::kind);

    public enum Kind {
        ATTEMPT,
        ACQUIRE,
        COMMIT,
        /** Withdraws a note, and gives back the lock if the queue has it. */
        WITHDRAW
    }

    public Request late() {
        return new Request(kind, workerQueue, number, copy, oldNote, base, group, true);
    }

    public Request renumbered(int newNumber, int newOldNote) {
        return new Request(kind, workerQueue, newNumber, copy, newOldNote, base, group, isLate);
    }

    @Override
    public String toString() {
        return kind + " " + workerQueue + "/" + number + (copy > 0 ? "." + copy : "") + (isLate ? " late" : "")
                + (group.isEmpty() ? "" : " of " + group + " on " + base);
    }
}
