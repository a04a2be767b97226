package io.github.stormlock.lock.internal.update;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.stormlock.lock.internal.update.EntryQueues.Behind;
import io.github.stormlock.lock.internal.update.EntryQueues.Computing;
import io.github.stormlock.lock.internal.update.PendingUpdate.State;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the updates of this JVM that want one entry, in order. One of them leads at a time, and only the leader goes
 * to Redis. It takes along those behind it that read the same. It leads until its own update is settled, by an
 * attempt or under the lock; then the next one leads. Thread-safe.
 *
 * <p>An update is in one of six states. Every change of state is made under the queue's monitor.
 *
 * <ul>
 *   <li>{@code WAITING}: it stands in the queue. Its own thread may give up; the leader may take it into the group,
 *       or pass the lead to it.
 *   <li>{@code LEADING}: it computes and sends, for itself and its group. It does not give up here: it is settled, or
 *       it throws, and in both cases it passes the lead on.
 *   <li>{@code TAKEN}: the leader computes it as part of a group. Nothing is on its way, so its own thread may still
 *       give up.
 *   <li>{@code SEALED}: the group's attempt or commit is on its way and may be written already. So it cannot give up;
 *       it waits for its outcome past its deadline, and through an interrupt. Only the leader moves it on: to
 *       {@code SETTLED}, or back to {@code TAKEN} or {@code WAITING} once it is known that nothing was written. After
 *       a commit whose answer was lost it may go back too; then its own mark tells whether it was written.
 *   <li>{@code SETTLED}: its outcome is known.
 *   <li>{@code GONE}: it gave up, and its caller was told so. It is not written, unless it was put back after a commit
 *       whose answer was lost: then its caller was told that its outcome is unknown.
 * </ul>
 *
 * <p>These races meet under the monitor:
 *
 * <ul>
 *   <li>Giving up and being given the lead. An update leads or is gone, never both. So the lead never goes to an
 *       update that has left, which would strand those behind it.
 *   <li>Giving up and being sent. {@link #seal} closes the whole group in one step. If one update of it is gone,
 *       nothing is sent, and the leader computes the others again without it.
 *   <li>Being settled and reading the outcome. The leader stores the outcome before the state becomes
 *       {@code SETTLED}, and the update's thread reads it only after it has seen that state.
 *   <li>Being woken and going to sleep. The state changes before the thread is unparked, and a waiting thread looks
 *       at its state before each park. So no wake-up is lost.
 * </ul>
 */
public final class EntryQueue {
    /** The most updates in one group, and so the most events that one attempt or commit remembers. */
    public static final int MOST_IN_GROUP = 1_000;

    private final ArrayDeque<PendingUpdate<?>> waiting = new ArrayDeque<>();
    private boolean led;
    /** Only for those who look: what leads knows its queues. */
    private volatile @Nullable LeaderState leader;

    /** Counts the users of this queue. {@link EntryQueues} guards it, not this monitor. */
    private int users;

    int users(int change) {
        users += change;
        return users;
    }

    /** Adds an update at the end of the queue. It leads at once if no other update does. */
    public synchronized void enter(PendingUpdate<?> update) {
        if (led) {
            waiting.addLast(update);
        } else {
            led = true;
            update.lead(null);
        }
    }

    /** Takes the lead if no update leads. It is for an update that leads the queues of several entries. */
    @CheckReturnValue
    public synchronized boolean leadIfIdle() {
        boolean idle = !led;
        led = true;
        return idle;
    }

    /**
     * Takes an update out that does not want to wait any longer.
     *
     * @return true if it is gone: nobody will apply it or pass the lead to it. False if it leads, is on its way or is
     *     settled
     */
    @CheckReturnValue
    synchronized boolean giveUp(PendingUpdate<?> update) {
        if (update.state() == State.WAITING) {
            waiting.remove(update);
        } else if (update.state() != State.TAKEN) {
            return false;
        }
        update.state(State.GONE);
        return true;
    }

    /** Returns how many updates wait for their turn. */
    synchronized int size() {
        return waiting.size();
    }

    /** Returns those that wait for their turn, for those who look; {@code null} if none waits. */
    public synchronized @Nullable Behind behind() {
        PendingUpdate<?> first = waiting.peekFirst();
        return first == null ? null : new Behind(first.thread(), first.sinceNanos(), waiting.size());
    }

    /** Returns the update that is computed now without a lock, for those who look; {@code null} if none is. */
    public @Nullable Computing computing() {
        LeaderState leading = leader;
        long since = leading == null ? 0 : leading.computesSince();
        if (leading == null || since == 0 || leading.tenure() != null) {
            return null;
        }
        PendingUpdate<?> own = leading.own();
        return new Computing(
                own.thread(),
                own.guard().caller(),
                since,
                size() + leading.group().size() - 1);
    }

    /** Notes what leads the queue, for those who look at it. */
    void leader(LeaderState leading) {
        leader = leading;
    }

    /** Returns true if an update waits for its turn. */
    public synchronized boolean somebodyWaits() {
        return !waiting.isEmpty();
    }

    /** Returns true if the update that leads next needs the lock. */
    synchronized boolean nextIsExclusive() {
        PendingUpdate<?> next = waiting.peekFirst();
        return next != null && next.isExclusive();
    }

    /**
     * Takes waiting updates into a group, in order, if they read the same as the leader. No event comes twice in a
     * group, and either all of its updates have event ids or none has.
     *
     * @param before the group so far, the leader first
     * @return the group with those that were taken, {@link #MOST_IN_GROUP} at most
     */
    @CheckReturnValue
    synchronized List<PendingUpdate<?>> claim(List<PendingUpdate<?>> before) {
        List<PendingUpdate<?>> group = new ArrayList<>(before.size() + waiting.size());
        group.addAll(before);
        PendingUpdate<?> leader = before.get(0);
        if (leader.isAlone() || waiting.isEmpty()) {
            return group;
        }
        GroupEvents events = new GroupEvents();
        for (PendingUpdate<?> update : before) {
            events.add(update);
        }
        // Updates of one thread are applied in the order submitted. So none is taken along past one of its thread
        // that stays.
        Set<Thread> staying = new HashSet<>();
        for (Iterator<PendingUpdate<?>> all = waiting.iterator(); all.hasNext() && group.size() < MOST_IN_GROUP; ) {
            PendingUpdate<?> next = all.next();
            if (next.hasEventId() != leader.hasEventId()) {
                break;
            }
            if (!staying.contains(next.thread())
                    && !next.isAlone()
                    && next.groupKey().equals(leader.groupKey())
                    && events.add(next)) {
                all.remove();
                next.state(State.TAKEN);
                group.add(next);
            } else {
                staying.add(next.thread());
            }
        }
        return group;
    }

    /**
     * Closes a group that was computed, before its attempt or commit is sent.
     *
     * @return true if the group may be sent. False if some of it gave up: those have left the group, nothing else has
     *     changed, and the others have to be computed again
     */
    @CheckReturnValue
    public synchronized boolean seal(List<PendingUpdate<?>> group) {
        if (group.removeIf(update -> update.state() == State.GONE)) {
            return false;
        }
        move(group, State.SEALED);
        return true;
    }

    /** Opens a group again whose attempt or commit wrote nothing, so that its updates may give up. */
    synchronized void unseal(List<PendingUpdate<?>> group) {
        move(group, State.TAKEN);
    }

    /** Puts updates back to the front of the queue, in order, as if they had never been taken. */
    public synchronized void putBack(List<PendingUpdate<?>> group) {
        for (int i = group.size() - 1; i >= 0; i--) {
            PendingUpdate<?> update = group.get(i);
            if (update.state() == State.TAKEN || update.state() == State.SEALED) {
                update.state(State.WAITING);
                waiting.addFirst(update);
                LockSupport.unpark(update.thread());
            }
        }
    }

    /** Settles updates that were written, have failed or turned out to be replays, and wakes their threads. */
    public void settle(List<PendingUpdate<?>> group) {
        synchronized (this) {
            for (PendingUpdate<?> update : group) {
                update.state(State.SETTLED);
            }
        }
        for (PendingUpdate<?> update : group) {
            if (update.thread() != Thread.currentThread()) {
                LockSupport.unpark(update.thread());
            }
        }
    }

    /**
     * Makes the next update the leader and gives it a live lease.
     *
     * @return false if nobody waits; then nothing has changed
     */
    @CheckReturnValue
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
     * Makes the next update the leader, without a lease.
     *
     * @return true if there is none, so that nobody leads any more
     */
    @CheckReturnValue
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

    private static void move(List<PendingUpdate<?>> group, State state) {
        for (PendingUpdate<?> update : group) {
            // One that gave up while the group was computed stays gone: its caller was told that it is not written.
            if (update.state() != State.LEADING && update.state() != State.SETTLED && update.state() != State.GONE) {
                update.state(state);
            }
        }
    }
}
