package io.github.stormlock.torture.history;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonInclude.Include;

/**
 * One line of a client's history.
 *
 * @param kind what happened
 * @param op the attempt: the update's id, and which try it is
 * @param id of the update, the same for each try
 * @param entry the key that it is about
 * @param door how the client went about it
 * @param at when, by the clock that all JVMs of a machine share
 * @param n the place in the chain, a fence, or another number of that kind
 * @param why what was said, if anything
 * @param ran when the update that ends here ran first; 0 if it did not
 */
@JsonInclude(Include.NON_DEFAULT)
public record Line(Kind kind, String op, String id, String entry, String door, long at, long n, String why, long ran) {
    /** What a line tells. */
    public enum Kind {
        /** An attempt begins. */
        INVOKE,
        /** It is said to be written; n is its place, or 0 where the client does not know it. */
        OK,
        /** It is said not to be written. */
        FAILED,
        /** Nobody told the client. */
        UNKNOWN,
        /** A lock was granted; n is the end of what the grant promises. */
        HELD,
        /** A fence of the grant; n is the fence. */
        FENCE,
        /** The lock is about to be given back. */
        RELEASE,
        /** The JVM stood still from at to n. */
        GAP,
        /** A commit was refused, as its lease had ended. */
        REFUSED
    }

    public Line {
        op = op == null ? "" : op;
        id = id == null ? "" : id;
        entry = entry == null ? "" : entry;
        door = door == null ? "" : door;
        why = why == null ? "" : why;
    }

    static Line begun(String op, String id, String entry, String door, long at) {
        return new Line(Kind.INVOKE, op, id, entry, door, at, 0, "", 0);
    }

    /** The end of an attempt. */
    static Line ended(Kind kind, String op, long at, long n, String why, long ran) {
        return new Line(kind, op, "", "", "", at, n, why, ran);
    }

    public static Line of(Kind kind, String op, long at, long n, String why) {
        return ended(kind, op, at, n, why, 0);
    }
}
