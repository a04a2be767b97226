package io.github.stormlock.torture.history;

/**
 * One attempt at an update, as its client saw it.
 *
 * @param answered when the client heard of it; {@link Long#MAX_VALUE} if it never did
 * @param n its place in the chain, from 1; 0 where the client does not know
 * @param why what was said
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
        String why) {
    public static final String REPLAY = "replay";

    public boolean isOk() {
        return outcome == Line.Kind.OK;
    }

    Op ended(Line line) {
        return new Op(client, op, id, entry, door, invoked, line.kind(), line.at(), line.n(), line.why());
    }

    @Override
    public String toString() {
        String when = answered == Long.MAX_VALUE ? "never answered" : "answered at " + Moments.seconds(answered);
        return client + ": update " + id + " of " + entry + " (" + door + ", attempt " + op + ") begun at "
                + Moments.seconds(invoked) + ", " + when + ": " + outcome + (n > 0 ? " as number " + n : "")
                + (why.isEmpty() ? "" : " (" + why + ")");
    }
}
