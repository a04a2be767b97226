package io.github.stormlock.lock.internal.acquire;

import io.github.stormlock.lock.internal.protocol.LockKind;
import io.github.stormlock.redis.RedisPort;
import io.github.stormlock.redis.Subscription;
import io.github.stormlock.redis.SubscriptionListener;
import java.nio.charset.StandardCharsets;
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
 * <p>The waiters for one lock stand in a line. The first of them tries often, those behind it seldom.
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
    private boolean closed;

    public Signals(RedisPort port, String channel, Ticker ticker) {
        this.port = port;
        this.channel = channel;
        this.ticker = ticker;
    }

    /**
     * Begins to listen for one acquisition, on behalf of the calling thread.
     *
     * @param lock the key of the lock that is waited for
     */
    Waiter enlist(String acquisition, LockKind kind, String lock) {
        String name = kind.has(LockKind.Trait.CALLED_TOGETHER) ? CALL + lock : lock;
        Waiter waiter = new Waiter(acquisition, name, kind);
        waiter.line = lines.compute(name, (key, line) -> (line == null ? new Line() : line).with(waiter));
        waiters.put(acquisition, waiter);
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

    /** Wakes all who wait in a line, or the first one if it asks for all of them. */
    private void call(String name) {
        Line line = lines.get(name);
        if (line == null) {
            return;
        }
        for (Waiter waiter : line.all()) {
            waiter.signal(Signal.RECHECK);
            if (waiter.kind.has(LockKind.Trait.GRANTED_TO_ALL)) {
                return;
            }
        }
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

    /** Returns how many threads wait. */
    public int waiting() {
        return waiters.size();
    }

    /** The waiters for one lock, in the order in which they came. */
    private static final class Line {
        private final Set<Waiter> waiters = new LinkedHashSet<>();
        private volatile @Nullable Waiter first;
        private volatile boolean settled;

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
                LockSupport.unpark(next.thread);
            }
            return this;
        }

        private synchronized List<Waiter> all() {
            return List.copyOf(waiters);
        }
    }

    /** A thread that waits for one acquisition. */
    public final class Waiter implements AutoCloseable {
        private final String acquisition;
        private final String name;
        private final LockKind kind;
        private final Thread thread = Thread.currentThread();
        private final AtomicReference<Signal> pending = new AtomicReference<>(Signal.NOTHING);
        private Line line = new Line();

        private Waiter(String acquisition, String name, LockKind kind) {
            this.acquisition = acquisition;
            this.name = name;
            this.kind = kind;
        }

        /**
         * Parks until a signal comes, the time is over, or the thread is interrupted. A signal that came before
         * counts.
         *
         * @param nanos the longest time for the first of its line
         * @param behind the longest time for the others
         */
        public Signal await(long nanos, long behind) {
            long begun = ticker.nanos();
            Signal signal = pending.getAndSet(Signal.NOTHING);
            for (long left = longest(nanos, behind);
                    signal == Signal.NOTHING && left > 0 && !thread.isInterrupted() && !line.settled;
                    left = begun + longest(nanos, behind) - ticker.nanos()) {
                ticker.park(this, left);
                signal = pending.getAndSet(Signal.NOTHING);
            }
            return signal;
        }

        private long longest(long nanos, long behind) {
            return line.first == this ? nanos : behind;
        }

        /** Returns true if another of the line was granted what all of them wait for. */
        boolean isSettled() {
            return line.settled;
        }

        /** Tells all of the line that they have what they wait for. */
        void settleAll() {
            line.settled = true;
            line.all().forEach(waiter -> LockSupport.unpark(waiter.thread));
        }

        private void signal(Signal signal) {
            pending.accumulateAndGet(signal, (old, now) -> old.compareTo(now) > 0 ? old : now);
            LockSupport.unpark(thread);
        }

        @Override
        public void close() {
            waiters.remove(acquisition);
            Line unused = lines.computeIfPresent(name, (key, standing) -> standing.without(this));
        }
    }
}
