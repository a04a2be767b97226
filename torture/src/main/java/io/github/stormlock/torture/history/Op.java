package io.github.stormlock.torture.history;

/**
 * One attempt at an update, as its client saw it.
 *
 * @param answered when the client heard of it; {@link Long#MAX_VALUE} if it never did
 * @param n its place in the chain, from 1; 0 where the client does not know
 * @param why what was said
 * @param ran when the update ran first; 0 if it did not, or if nobody knows
 */
public record Op(
        String client,
        String op,
        String id,
        String entry,
        String door,
        long invoked,
        Line.Kind outcome,
        long answered,
        long n,
        String why,
        long ran) {
    public static final String REPLAY = "replay";
    /** Begins what is said of an attempt that ended by what its update threw. */
    public static final String THREW = "the update threw";
    /** Begins what is said of an attempt that ended by what no update throws, and the library does not name. */
    public static final String UNEXPECTED = "unexpected: ";

    public boolean isOk() {
        return outcome == Line.Kind.OK;
    }

    Op ended(Line line) {
        return new Op(client, op, id, entry, door, invoked, line.kind(), line.at(), line.n(), line.why(), line.ran());
    }

    @Override
    public String toString() {
        String when = answered == Long.MAX_VALUE ? "never answered" : "answered at " + Moments.seconds(answered);
        return client + ": update " + id + " of " + entry + " (" + door + ", attempt " + op + ") begun at "
                + Moments.seconds(invoked) + ", " + when + ": " + outcome + (n > 0 ? " as number " + n : "")
                + (why.isEmpty() ? "" : " (" + why + ")");
    }
}
