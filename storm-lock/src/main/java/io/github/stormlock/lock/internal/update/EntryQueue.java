package io.github.stormlock.lock.internal.update;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.github.stormlock.lock.internal.update.PendingUpdate.State;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * The updates of this JVM that want one entry, in order. Only the head goes to Redis; it leads until its own update is
 * settled, by an attempt or under the lock, and takes along those behind it that read the same; then the next one leads. Thread-safe.
 *
 * <p>Who gives up and who is given the lead meet under one monitor: an update either leads or is gone, never both, and an
 * update that is part of a commit under way cannot give up.
 */
public final class EntryQueue {
    /** A commit remembers at most so many events, and drops as many below each mark. */
    public static final int MOST_IN_GROUP = 1_000;

    private final ArrayDeque<PendingUpdate<?>> waiting = new ArrayDeque<>();
    private boolean led;

    /** Guarded by the table of queues. */
    private int users;

    int users(int change) {
        users += change;
        return users;
    }

    /** At the end of the queue; leads at once if nobody does. */
    public synchronized void enter(PendingUpdate<?> update) {
        if (led) {
            waiting.addLast(update);
        } else {
            led = true;
            update.lead(null);
        }
    }

    /** Leads if nobody else is here; otherwise stays outside. */
    public synchronized boolean enterIfIdle(PendingUpdate<?> update) {
        if (led) {
            return false;
        }
        enter(update);
        return true;
    }

    /** Whether it is gone from now on, and nobody will apply or lead it. */
    public synchronized boolean giveUp(PendingUpdate<?> update) {
        if (update.state() == State.WAITING) {
            boolean unused = waiting.remove(update);
        } else if (update.state() != State.TAKEN) {
            return false;
        }
        update.state(State.GONE);
        return true;
    }

    public synchronized boolean somebodyWaits() {
        return !waiting.isEmpty();
    }

    /** Whether the next one needs the lock. */
    synchronized boolean nextIsExclusive() {
        PendingUpdate<?> next = waiting.peekFirst();
        return next != null && next.isExclusive();
    }

    /**
     * A group takes along those who wait and read the same, in order; no event twice, and either all have event ids or none.
     *
     * @param before the group as it is, the leader first
     */
    @SuppressWarnings("unchecked") // who has the same view has the same type of view
    public synchronized <V> List<PendingUpdate<V>> claim(List<PendingUpdate<V>> before) {
        List<PendingUpdate<V>> group = new ArrayList<>(before.size() + waiting.size());
        group.addAll(before);
        PendingUpdate<V> leader = before.get(0);
        if (leader.isAlone() || waiting.isEmpty()) {
            return group;
        }
        GroupEvents events = new GroupEvents();
        for (PendingUpdate<V> update : before) {
            boolean unused = events.add(update);
        }
        // Updates of one thread are applied in the order submitted: none is taken along past one that stays.
        Set<Thread> staying = new HashSet<>();
        for (Iterator<PendingUpdate<?>> all = waiting.iterator(); all.hasNext() && group.size() < MOST_IN_GROUP; ) {
            PendingUpdate<?> next = all.next();
            if (next.isNamed() != leader.isNamed()) {
                break;
            }
            if (!staying.contains(next.thread())
                    && !next.isAlone()
                    && next.plan().view().equals(leader.plan().view())
                    && events.add(next)) {
                all.remove();
                next.state(State.TAKEN);
                group.add((PendingUpdate<V>) next);
            } else {
                staying.add(next.thread());
            }
        }
        return group;
    }

    /**
     * Closes a group for its commit.
     *
     * @return whether all of it still want it; otherwise nothing has changed but that who gave up is no longer in it
     */
    public synchronized <V> boolean seal(List<PendingUpdate<V>> group) {
        if (group.removeIf(update -> update.state() == State.GONE)) {
            return false;
        }
        move(group, State.SEALED);
        return true;
    }

    /** Opens a group again, whose commit wrote nothing. */
    public synchronized <V> void unseal(List<PendingUpdate<V>> group) {
        move(group, State.TAKEN);
    }

    /** Puts updates back to the front, in order, as if they had never been taken. */
    public synchronized <V> void putBack(List<PendingUpdate<V>> group) {
        for (int i = group.size() - 1; i >= 0; i--) {
            PendingUpdate<V> update = group.get(i);
            if (update.state() == State.TAKEN || update.state() == State.SEALED) {
                update.state(State.WAITING);
                waiting.addFirst(update);
                LockSupport.unpark(update.thread());
            }
        }
    }

    /** They are done, for good or ill. */
    public <V> void settle(List<PendingUpdate<V>> group) {
        synchronized (this) {
            for (PendingUpdate<V> update : group) {
                update.state(State.SETTLED);
            }
        }
        for (PendingUpdate<V> update : group) {
            if (update.thread() != Thread.currentThread()) {
                LockSupport.unpark(update.thread());
            }
        }
    }

    /** Passes a live lease on, if somebody waits. */
    boolean passOn(Tenure tenure) {
        PendingUpdate<?> next;
        synchronized (this) {
            next = waiting.pollFirst();
            if (next == null) {
                return false;
            }
            next.lead(tenure);
        }
        LockSupport.unpark(next.thread());
        return true;
    }

    /**
     * The next one leads, with nothing.
     *
     * @return whether there is none
     */
    @CanIgnoreReturnValue
    public boolean leave() {
        PendingUpdate<?> next;
        synchronized (this) {
            next = waiting.pollFirst();
            led = next != null;
            if (next != null) {
                next.lead(null);
            }
        }
        if (next != null) {
            LockSupport.unpark(next.thread());
        }
        return next == null;
    }

    private static <V> void move(List<PendingUpdate<V>> group, State state) {
        for (PendingUpdate<V> update : group) {
            // One that gave up while the group was computed stays gone: its caller was told that it is not written.
            if (update.state() != State.LEADING && update.state() != State.SETTLED && update.state() != State.GONE) {
                update.state(state);
            }
        }
    }
}
