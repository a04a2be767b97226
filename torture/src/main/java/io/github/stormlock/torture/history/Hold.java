package io.github.stormlock.torture.history;

/**
 * One grant of a lock, as its client saw it.
 *
 * @param granted when the client heard of it
 * @param until when it gave the lock back, or when what was promised ended, whichever was first
 * @param released when it was about to give it back; {@link Long#MAX_VALUE} if it never was
 * @param fence 0 if it did not ask
 * @param fenced when it had the fence
 */
public record Hold(
        String client,
        String op,
        String lock,
        String door,
        long invoked,
        long granted,
        long until,
        long released,
        long fence,
        long fenced) {
    public boolean overlaps(Hold other) {
        return lock.equals(other.lock) && granted < other.until && other.granted < until;
    }

    Hold released(long moment) {
        return new Hold(client, op, lock, door, invoked, granted, Math.min(until, moment), moment, fence, fenced);
    }

    Hold fenced(long number, long at) {
        return new Hold(client, op, lock, door, invoked, granted, until, released, number, at);
    }

    @Override
    public String toString() {
        return client + " held " + lock + " from " + Moments.seconds(granted) + " to " + Moments.seconds(until)
                + " (attempt " + op + (fence == 0 ? ")" : ", fence " + fence + ")");
    }
}
