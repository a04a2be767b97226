package io.github.stormlock.quorum;

import io.github.stormlock.internal.protocol.Bytes;
import io.github.stormlock.internal.protocol.Holder;
import java.util.List;

/** The answer of one server of a quorum to a try to take a lock. Immutable. */
sealed interface QuorumVote {

    /** Returns the name that the server has had since it was started. */
    String runId();

    /**
     * The lock stands there under the token.
     *
     * @param fence a number above the last fence that this server keeps
     */
    record Granted(String runId, long fence) implements QuorumVote {}

    /**
     * Another holds the lock there.
     *
     * @param leftMillis milliseconds until the other's lease would end; negative if it has no end
     */
    record Busy(String runId, long leftMillis, Holder holder) implements QuorumVote {}

    /** The server may have lost its locks, and does not vote for so many milliseconds. */
    record Barred(String runId, long leftMillis) implements QuorumVote {}

    /** Other clients gave this longest lease, in milliseconds. */
    record OtherLongest(String runId, long longestMillis) implements QuorumVote {}

    /** Reads an answer of the script. */
    static QuorumVote of(List<?> reply) {
        String runId = Bytes.text(reply.get(1));
        long number = Bytes.number(reply.get(2));
        return switch ((int) Bytes.number(reply.get(0))) {
            case 1 -> new Granted(runId, number);
            case 0 -> new Busy(runId, number, Holder.of(Bytes.text(reply.get(3))));
            case -3 -> new Barred(runId, number);
            default -> new OtherLongest(runId, number);
        };
    }
}
