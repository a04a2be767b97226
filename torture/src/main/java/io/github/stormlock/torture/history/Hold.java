package io.github.stormlock.torture.history;

/**
 * One grant of a lock, as its client saw it.
 *
 * @param share how much of the lock is held
 * @param granted the time when the client heard of the grant
 * @param until the time when it released the lock, or when the promised time ended, whichever came first
 * @param released the time when it was about to release the lock; {@link Long#MAX_VALUE} if it never was
 * @param fence the fence; 0 if the client did not ask for one
 * @param fenced the time when it had the fence
 */
public record Hold(
        String client,
        String op,
        String lock,
        String path,
        LockShare share,
        long invoked,
        long granted,
        long until,
        long released,
        long fence,
        long fenced) {
    /**
     * Returns true if both hold the same lock for some time. A client that stood still may hear of a grant when its time is
     * over: that one holds nothing.
     */
    public boolean overlaps(Hold other) {
        return lock.equals(other.lock) && Math.max(granted, other.granted) < Math.min(until, other.until);
    }

    private Hold with(long end, long givenBack) {
        return new Hold(client, op, lock, path, share, invoked, granted, end, givenBack, fence, fenced);
    }

    Hold released(long moment) {
        return with(Math.min(until, moment), moment);
    }

    Hold fenced(long number, long at) {
        return new Hold(client, op, lock, path, share, invoked, granted, until, released, number, at);
    }

    Hold prolonged(long promised) {
        return released == Long.MAX_VALUE ? with(Math.max(until, promised), released) : this;
    }

    /** Returns the part of the hold before a moment; it is empty if {@link #until} is not behind {@link #granted}. */
    public Hold before(long moment) {
        return with(Math.min(until, moment), released);
    }

    @Override
    public String toString() {
        return client + " held " + share.words() + lock + " from " + Moments.seconds(granted) + " to "
                + Moments.seconds(until) + " (attempt " + op + (fence == 0 ? ")" : ", fence " + fence + ")");
    }
}
