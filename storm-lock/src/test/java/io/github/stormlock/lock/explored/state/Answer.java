package io.github.stormlock.lock.explored.state;

import java.util.Comparator;

/**
 * The server's answer, under way to the queue that waits for it.
 *
 * @param value the value of the entry, where the reply tells it
 * @param seen the events of the group that were applied before, as bits
 */
public record Answer(int workerQueue, int number, Reply reply, int value, int seen) {
    public static final Comparator<Answer> ORDER = Comparator.comparingInt(Answer::workerQueue);

    public enum Reply {
        WRITTEN,
        SEEN,
        MISS,
        BUSY,
        GRANTED,
        /** The token does not stand. */
        GONE,
        /** Redis refused to write, and nothing was written. */
        REFUSED,
        /** Redis refused to write, and something was written. */
        TORN
    }

    @Override
    public String toString() {
        return reply + " for " + workerQueue + "/" + number + ", value " + value + ", events seen " + seen;
    }
}
