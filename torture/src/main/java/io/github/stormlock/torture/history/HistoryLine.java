package io.github.stormlock.torture.history;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;

/**
 * One line of a client's history.
 *
 * @param kind the kind of event
 * @param op the attempt: the client's incarnation and the number of the attempt there
 * @param id the id of the update, the same for each attempt at it
 * @param entry the key of the entry or the name of the lock
 * @param path the way in which the client updates
 * @param at the time, by the clock that all JVMs of a machine share
 * @param n the place in the chain, a fence, or another number, depending on the kind
 * @param why the message, if there is one
 * @param ran the time when the update that ends here ran first; 0 if it did not
 */
@JsonInclude(Include.NON_DEFAULT)
public record HistoryLine(
        Kind kind, String op, String id, String entry, String path, long at, long n, String why, long ran) {
    /** The kinds of lines. */
    public enum Kind {
        /** An attempt begins. */
        INVOKE,
        /** The update was reported to be written; n is its place, or 0 if the client does not know it. */
        OK,
        /** The update was reported not to be written. */
        FAILED,
        /** The client was not told the outcome. */
        UNKNOWN,
        /** A lock was granted; n is the end of the time that the grant promises; why tells the share, as {@link LockShare} does. */
        HELD,
        /** The lock is still held; n is the end of the time that its lease promises now. */
        PROLONGED,
        /** The grant has a fence; n is the fence. */
        FENCE,
        /** The lock is about to be released. */
        RELEASE,
        /** The JVM stood still from {@code at} to n. */
        GAP
    }

    public HistoryLine {
        op = op == null ? "" : op;
        id = id == null ? "" : id;
        entry = entry == null ? "" : entry;
        path = path == null ? "" : path;
        why = why == null ? "" : why;
    }

    static HistoryLine begun(String op, String id, String entry, String path, long at) {
        return new HistoryLine(Kind.INVOKE, op, id, entry, path, at, 0, "", 0);
    }

    /** Returns the line that ends an attempt. */
    static HistoryLine ended(Kind kind, String op, long at, long n, String why, long ran) {
        return new HistoryLine(kind, op, "", "", "", at, n, why, ran);
    }

    public static HistoryLine of(Kind kind, String op, long at, long n, String why) {
        return ended(kind, op, at, n, why, 0);
    }
}
