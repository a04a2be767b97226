package io.github.stormlock.internal.acquire;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.stormlock.internal.lifecycle.Ticker;
import io.github.stormlock.internal.protocol.Holder;
import io.github.stormlock.internal.protocol.LockCalls.Successor;
import io.github.stormlock.internal.protocol.LockKind;
import io.github.stormlock.internal.protocol.Tokens.Acquisition;
import io.github.stormlock.redis.RedisPort;
import io.github.stormlock.redis.Subscription;
import io.github.stormlock.redis.SubscriptionListener;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * Wakes the waiters of one factory. There is one channel and one subscription, which begins when somebody first
 * waits. Thread-safe.
 *
 * <p>A message is a noted token: the lock has been given to that token. With a minus before it, the lock was left
 * free for a moment, for clients that poll. A plus and the key of a lock call all waiters who can be let in together.
 *
 * <p>The waiters for one lock stand in a line. The first of them tries often, those behind it seldom. Where the kind of
 * lock permits it, the first is promised the lock by a lease of this JVM that ends: it has it next without a try of its
 * own, and those behind it need no note in Redis. So each of them relies on this:
 *
 * <ul>
 *   <li>A waiter that leaves the line without the lock tells the next one to try.
 *   <li>A lease that ends tells the first of the line to try, unless it was promised the lock or has left a note.
 *   <li>A promise is kept, withdrawn or doubted. A waiter whose time is over leaves a promise behind; then the lease that
 *       it was promised is given back by the thread that promised it.
 * </ul>
 */
public final class Signals implements SubscriptionListener, AutoCloseable {

    /** The reasons why a waiter is woken, the weaker ones first. */
    public enum Signal {
        /** The time was over, or the thread was interrupted. */
        NOTHING,
        /** The subscription stands from now on, or waiters are let in together: try. */
        RECHECK,
        /** The lock was left free for clients that poll: yield, then try. */
        YIELD,
        /** The lock was given to the waiter's note. */
        GIFT
    }

    private static final String CALL = "+";

    private final RedisPort port;
    private final String channel;
    private final Ticker ticker;
    private final ConcurrentMap<String, Waiter> waiters = new ConcurrentHashMap<>();
    private final ConcurrentMap<String, Line> lines = new ConcurrentHashMap<>();
    private volatile @Nullable Subscription subscription;
    private volatile boolean refusing;
    private boolean closed;

    public Signals(RedisPort port, String channel, Ticker ticker) {
        this.port = port;
        this.channel = channel;
        this.ticker = ticker;
    }

    /**
     * Begins to listen for one acquisition, on behalf of the calling thread. A waiter for several locks has a line of its
     * own: it may wait at any of them.
     *
     * @param wanted what is waited for
     */
    Waiter enlist(Acquisition acquisition, AcquireRequest wanted) {
        String lock = wanted.targets().isOne() ? wanted.line() : acquisition.name();
        String name = wanted.kind().has(LockKind.Trait.CALLED_TOGETHER) ? CALL + lock : lock;
        Waiter waiter = new Waiter(this, acquisition, name, wanted);
        waiter.line = lines.compute(name, (key, line) -> (line == null ? new Line() : line).with(waiter));
        waiters.put(acquisition.name(), waiter);
        if (subscription == null) {
            subscribe();
        }
        return waiter;
    }

    /** Returns true if the subscription stands. */
    public boolean isConfirmed() {
        Subscription current = subscription;
        return current != null && current.isConfirmed();
    }

    /** Has the connection tested, if there is one. */
    void ping() {
        Subscription current = subscription;
        if (current != null) {
            current.ping();
        }
    }

    @Override
    public void subscribed() {
        waiters.values().forEach(waiter -> waiter.signal(Signal.RECHECK));
    }

    @Override
    public void message(byte[] payload) {
        String message = new String(payload, StandardCharsets.UTF_8);
        if (message.startsWith(CALL)) {
            call(message);
            return;
        }
        boolean yields = message.startsWith("-");
        Waiter waiter = waiters.get(message.substring(yields ? 1 : 0, message.lastIndexOf(':') + 1));
        if (waiter != null) {
            waiter.signal(yields ? Signal.YIELD : Signal.GIFT);
        }
    }

    /** Wakes all who wait in a line. */
    private void call(String name) {
        Line line = lines.get(name);
        if (line != null) {
            line.all().forEach(waiter -> waiter.signal(Signal.RECHECK));
        }
    }

    /** Wakes all who wait, since those who wait for a lease are refused from here on. */
    void refuseAll() {
        refusing = true;
        waiters.values().forEach(waiter -> waiter.signal(Signal.RECHECK));
    }

    /** Returns true if nobody gets a lease any more. */
    boolean isRefusing() {
        return refusing;
    }

    private synchronized void subscribe() {
        if (subscription == null && !closed) {
            subscription = port.subscribe(channel, this);
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        Subscription current = subscription;
        if (current != null) {
            current.close();
        }
    }

    /**
     * Returns how a lock was found last by those of this JVM who wait for it; {@code null} if none waits, or if none has
     * looked.
     */
    AcquireResult.@Nullable Busy lastSeen(AcquireRequest wanted) {
        Line line = wanted.canBePassedWithin() && !lines.isEmpty() ? lines.get(wanted.line()) : null;
        return line == null ? null : line.lastSeen;
    }

    /** Promises a lock that is to be given back to the first of its line; returns {@code null} if that one cannot have it so. */
    @Nullable
    Promise promise(AcquireRequest held) {
        Line line = held.canBePassedWithin() && !lines.isEmpty() ? lines.get(held.line()) : null;
        Waiter waiter = line == null ? null : line.first;
        return waiter == null || !waiter.wanted.kind().equals(held.kind()) ? null : waiter.promise();
    }

    /** Notes that a lease has ended, so that the first of the line tries if nobody else tells it. */
    void ended(AcquireRequest held) {
        Line line = lines.isEmpty() ? null : lines.get(held.line());
        Waiter waiter = line == null ? null : line.first;
        if (waiter != null) {
            waiter.recheckUnlessNoted();
        }
    }

    /**
     * One that waits for a lock, the first of its line, as others see it. Immutable.
     *
     * @param token a token of its acquisition, perhaps not the one that Redis has
     * @param behind how many stand behind it in this JVM
     */
    public record Wait(AcquireRequest wanted, String token, Thread thread, long sinceNanos, int behind) {}

    /** Returns those that wait at this moment: of each line the first. */
    List<Wait> waits() {
        List<Wait> all = new ArrayList<>();
        for (Line line : lines.values()) {
            List<Waiter> waiting = line.all();
            if (!waiting.isEmpty()) {
                Waiter first = waiting.get(0);
                all.add(new Wait(
                        first.wanted,
                        first.acquisition.name() + '1',
                        first.thread,
                        first.sinceNanos,
                        waiting.size() - 1));
            }
        }
        return all;
    }

    /** The waiters for one lock, in the order in which they came. */
    private static final class Line {
        private final Set<Waiter> waiters = new LinkedHashSet<>();
        private volatile @Nullable Waiter first;
        private volatile AcquireResult.@Nullable Busy lastSeen;

        private synchronized Line with(Waiter waiter) {
            waiters.add(waiter);
            first = waiters.iterator().next();
            return this;
        }

        /** Removes a waiter, and tells the one that is first now. Returns {@code null} if none is left. */
        private synchronized @Nullable Line without(Waiter waiter) {
            waiters.remove(waiter);
            if (waiters.isEmpty()) {
                return null;
            } else if (first == waiter) {
                Waiter next = waiters.iterator().next();
                first = next;
                if (waiter.hasIt) {
                    LockSupport.unpark(next.thread);
                } else {
                    next.recheckUnlessNoted();
                }
            }
            return this;
        }

        private synchronized List<Waiter> all() {
            return List.copyOf(waiters);
        }
    }

    /** The lock is on the way to a waiter of this JVM. One of the three outcomes is to be told. Thread-safe. */
    record Promise(Waiter waiter, Successor successor) {
        /**
         * Tells the waiter that it has the lock.
         *
         * @param sentNanos the time of the ticker from which on its lease stands at least
         * @param usedSinceNanos since when this JVM has had the lock
         * @return false if the waiter has left
         */
        boolean keep(long sentNanos, long usedSinceNanos) {
            AcquireResult.Grant grant = new AcquireResult.Grant(
                    waiter.acquisition, successor.token(), sentNanos, List.of(), usedSinceNanos);
            return waiter.settle(Stage.GIVEN, grant, Signal.NOTHING);
        }

        /** Tells the waiter that the lock went elsewhere. */
        void withdraw(boolean leftFree) {
            waiter.settle(Stage.AWAKE, null, leftFree ? Signal.YIELD : Signal.RECHECK);
        }

        /** Tells the waiter that nobody knows whether it has the lock. */
        void doubt() {
            waiter.settle(Stage.DOUBTED, null, Signal.RECHECK);
        }
    }

    /** The states of a waiter. The lock is promised to one that is parked, and to no other. */
    private enum Stage {
        AWAKE,
        PARKED,
        PROMISED,
        GIVEN,
        DOUBTED
    }

    /** A thread that waits for one acquisition. */
    public static final class Waiter implements AutoCloseable {
        private final Signals signals;
        private final Acquisition acquisition;
        private final String lineName;
        private final AcquireRequest wanted;
        private final long sinceNanos;
        private final Thread thread = Thread.currentThread();
        private final AtomicReference<Signal> pending = new AtomicReference<>(Signal.NOTHING);
        private Line line = new Line();
        private volatile boolean hasIt;
        // These are read and written under the monitor of this waiter.
        private Stage stage = Stage.AWAKE;
        private String note = "";
        private AcquireResult.@Nullable Grant given;

        private Waiter(Signals signals, Acquisition acquisition, String lineName, AcquireRequest wanted) {
            this.wanted = wanted;
            this.sinceNanos = signals.ticker.nanos();
            this.signals = signals;
            this.acquisition = acquisition;
            this.lineName = lineName;
        }

        /** Notes that the waiter has left a note in Redis, or is about to. */
        synchronized void noted(String left) {
            note = left;
        }

        /** Notes how the lock was found, for those who come later. */
        void found(AcquireResult.Busy busy) {
            line.lastSeen = busy;
        }

        /** Notes that the waiter leaves the line because it has the lock. */
        void hasIt() {
            hasIt = true;
        }

        boolean isFirst() {
            return line.first == this;
        }

        /**
         * Parks until a signal comes, the lock is given, the time is over, or the thread is interrupted. A signal that came
         * before counts.
         *
         * @param nanos the longest time for the first of its line
         * @param behind the longest time for the others
         */
        @CheckReturnValue
        public Signal await(long nanos, long behind) {
            long begun = ticker().nanos();
            beginToPark();
            for (long left = longest(nanos, behind);
                    left > 0 && !thread.isInterrupted() && isParked();
                    left = begun + longest(nanos, behind) - ticker().nanos()) {
                ticker().park(this, left);
            }
            endToPark();
            return pending.getAndSet(Signal.NOTHING);
        }

        private Ticker ticker() {
            return signals.ticker;
        }

        private long longest(long nanos, long behind) {
            return isFirst() ? nanos : behind;
        }

        private synchronized void beginToPark() {
            stage = Stage.PARKED;
        }

        private synchronized boolean isParked() {
            return stage == Stage.PROMISED || (stage == Stage.PARKED && pending.get() == Signal.NOTHING);
        }

        /** A promise that is open now is left behind: nobody knows whether the lock will be given. */
        private synchronized void endToPark() {
            if (stage == Stage.PROMISED) {
                stage = Stage.DOUBTED;
            } else if (stage == Stage.PARKED) {
                stage = Stage.AWAKE;
            }
        }

        /** Returns what the waiter was given since it last parked; {@code null} if nothing. */
        synchronized AcquireResult.@Nullable Grant given() {
            return stage == Stage.GIVEN ? given : null;
        }

        /** Returns true if a promise ended without an outcome, so that the lock may be given under its token. */
        synchronized boolean doubts() {
            return stage == Stage.DOUBTED;
        }

        private synchronized @Nullable Promise promise() {
            if (stage != Stage.PARKED || !wanted.canBePassedWithin()) {
                return null;
            }
            stage = Stage.PROMISED;
            return new Promise(this, new Successor(acquisition.token(), note, wanted.leaseMillis()));
        }

        /** Ends a promise; returns false if the waiter has left it behind. */
        private synchronized boolean settle(Stage outcome, AcquireResult.@Nullable Grant lock, Signal signal) {
            if (stage != Stage.PROMISED) {
                return false;
            }
            stage = outcome;
            given = lock;
            if (lock != null) {
                line.lastSeen = new AcquireResult.Busy(0, wanted.leaseMillis(), Holder.of(lock.token()));
            }
            // One that has left a note is told by a message what it has to do.
            signal(outcome == Stage.AWAKE && !note.isEmpty() ? Signal.NOTHING : signal);
            return true;
        }

        private synchronized void recheckUnlessNoted() {
            signal(note.isEmpty() && wanted.canBePassedWithin() ? Signal.RECHECK : Signal.NOTHING);
        }

        private void signal(Signal signal) {
            pending.accumulateAndGet(signal, (old, now) -> old.compareTo(now) > 0 ? old : now);
            LockSupport.unpark(thread);
        }

        @Override
        public void close() {
            signals.waiters.remove(acquisition.name());
            signals.lines.computeIfPresent(lineName, (key, standing) -> standing.without(this));
        }
    }
}
