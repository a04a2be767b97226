package io.github.stormlock.torture.history;

/**
 * One attempt at an update, as its client saw it.
 *
 * @param answered the time when the client heard of the outcome; {@link Long#MAX_VALUE} if it never did
 * @param n the place of the update in the chain, from 1; 0 if the client does not know it
 * @param why the message, if there is one
 * @param ran the time when the update ran first; 0 if it did not, or if that is unknown
 */
public record Op(
        String client,
        String op,
        String id,
        String entry,
        String path,
        long invoked,
        HistoryLine.Kind outcome,
        long answered,
        long n,
        String why,
        long ran) {
    public static final String REPLAY = "replay";
    /** The beginning of the message of an attempt that ended by what its update threw. */
    public static final String THREW = "the update threw";
    /**
     * The beginning of the message of an attempt that ended by an exception that no update throws and the library does not
     * name.
     */
    public static final String UNEXPECTED = "unexpected: ";

    /** The beginning of what a look at all accounts says that has seen a part of a transfer. */
    public static final String HALF = "the sum of all accounts is ";

    public boolean isOk() {
        return outcome == HistoryLine.Kind.OK;
    }

    /** Returns true if it is an attempt at an update of an entry. */
    public boolean isOfAnUpdate() {
        return !id.isEmpty() && !PathNames.updatesNothing(path);
    }

    Op ended(HistoryLine line) {
        return new Op(client, op, id, entry, path, invoked, line.kind(), line.at(), line.n(), line.why(), line.ran());
    }

    @Override
    public String toString() {
        String when = answered == Long.MAX_VALUE ? "never answered" : "answered at " + Moments.seconds(answered);
        return client + ": update " + id + " of " + entry + " (" + path + ", attempt " + op + ") begun at "
                + Moments.seconds(invoked) + ", " + when + ": " + outcome + (n > 0 ? " as number " + n : "")
                + (why.isEmpty() ? "" : " (" + why + ")");
    }
}
