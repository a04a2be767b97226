package io.github.stormlock.internal.lines;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An update that stands in the lines of all its entries. {@link Lines} guards it by its monitor.
 *
 * @param <U> an update
 */
public final class Place<U> {
    private static final long LONGEST_PASSED_NANOS = TimeUnit.SECONDS.toNanos(1);

    final U update;
    final Owner<U> owner;
    final List<Line.Link<U>> links;
    final long sinceNanos;
    final long deadlineNanos;

    /** The taker that has the update; {@code null} while it is queued. */
    @Nullable
    Hand<U> hand;

    /** The thread that waits for it; {@code null} if none does. */
    Callers.@Nullable Caller<U> caller;

    /** A caller was at work on one of its entries when it came. */
    boolean isBehindCaller;

    /** It leaves its lines, now or when it is given back. */
    boolean isOver;

    /** A thread waits for the lock of one of its entries, and holds none of its lines meanwhile. */
    boolean attended;

    /** Tells what came of it, once its lines are free; {@code null} until it is made. */
    @Nullable
    Runnable telling;

    Place(U update, Owner<U> owner, int entries, long sinceNanos, long deadlineNanos) {
        this.update = update;
        this.owner = owner;
        this.links = new ArrayList<>(entries);
        this.sinceNanos = sinceNanos;
        this.deadlineNanos = deadlineNanos;
    }

    Lane<U> lane() {
        return owner.lane();
    }

    /** Ends its time as one that others have passed: it is taken, or gone. */
    void leavePassed() {
        // Without a look at the empty set first, each update would be given a hash code of its identity.
        if (caller == null && !lane().passed.isEmpty()) {
            lane().passed.remove(this);
        }
    }

    /** Returns true if others may still go first while its bolt is behind. */
    boolean isPassable(long now) {
        return isQueued() && now - sinceNanos < LONGEST_PASSED_NANOS;
    }

    /** Returns true if it may wait no longer. A caller looks for itself. */
    boolean isOverdue(long now) {
        return caller == null && now - deadlineNanos >= 0;
    }

    boolean isQueued() {
        return hand == null;
    }

    /** Returns true if it changes several entries in one step. */
    boolean isJoint() {
        return links.size() > 1;
    }

    /** Returns true if it waits for a lock that somebody outside of this JVM holds at one of its entries. */
    boolean waitsOutside() {
        if (attended) {
            return true;
        }
        for (Line.Link<U> link : links) {
            if (link.line.busy) {
                return true;
            }
        }
        return false;
    }
}
