package io.github.stormlock.lock.internal.acquire;

import io.github.stormlock.redis.RedisPort;
import io.github.stormlock.redis.Subscription;
import io.github.stormlock.redis.SubscriptionListener;
import java.nio.charset.StandardCharsets;
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
 * free for a moment, for clients that poll.
 */
public final class Signals implements SubscriptionListener, AutoCloseable {

    /** The reasons why a waiter is woken, the weaker ones first. */
    public enum Signal {
        /** The time was over, or the thread was interrupted. */
        NOTHING,
        /** The subscription stands from now on. */
        RECHECK,
        /** The lock was left free for clients that poll: yield, then try. */
        YIELD,
        /** The lock was given to the waiter's note. */
        GIFT
    }

    private final RedisPort port;
    private final String channel;
    private final Ticker ticker;
    private final ConcurrentMap<String, Waiter> waiters = new ConcurrentHashMap<>();
    private volatile @Nullable Subscription subscription;
    private boolean closed;

    public Signals(RedisPort port, String channel, Ticker ticker) {
        this.port = port;
        this.channel = channel;
        this.ticker = ticker;
    }

    /** Begins to listen for one acquisition, on behalf of the calling thread. */
    Waiter enlist(String acquisition) {
        Waiter waiter = new Waiter(acquisition);
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
        boolean yields = message.startsWith("-");
        Waiter waiter = waiters.get(message.substring(yields ? 1 : 0, message.lastIndexOf(':') + 1));
        if (waiter != null) {
            waiter.signal(yields ? Signal.YIELD : Signal.GIFT);
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

    /** A thread that waits for one acquisition. */
    public final class Waiter implements AutoCloseable {
        private final String acquisition;
        private final Thread thread = Thread.currentThread();
        private final AtomicReference<Signal> pending = new AtomicReference<>(Signal.NOTHING);

        private Waiter(String acquisition) {
            this.acquisition = acquisition;
        }

        /**
         * Parks until a signal comes, the time is over, or the thread is interrupted. A signal that came before
         * counts.
         */
        public Signal await(long nanos) {
            long end = ticker.nanos() + nanos;
            Signal signal = pending.getAndSet(Signal.NOTHING);
            for (long left = nanos;
                    signal == Signal.NOTHING && left > 0 && !thread.isInterrupted();
                    left = end - ticker.nanos()) {
                ticker.park(this, left);
                signal = pending.getAndSet(Signal.NOTHING);
            }
            return signal;
        }

        private void signal(Signal signal) {
            pending.accumulateAndGet(signal, (old, now) -> old.compareTo(now) > 0 ? old : now);
            LockSupport.unpark(thread);
        }

        @Override
        public void close() {
            waiters.remove(acquisition);
        }
    }
}
