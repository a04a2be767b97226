package io.github.stormlock.internal.acquire;

import io.github.stormlock.internal.lifecycle.Ticker;
import io.github.stormlock.internal.text.Printable;
import io.github.stormlock.lock.LockCount;
import io.github.stormlock.lock.LockTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A lease that this JVM was granted, as far as the JVM knows. Thread-safe. Its end by our clock is counted from
 * before the grant was asked for, so it is never later than the server's.
 */
public final class HeldLease {
    private static final Logger LOG = LoggerFactory.getLogger(HeldLease.class);
    /** The least time that a renewal must gain to be worth its round trip. */
    private static final long LEAST_GAIN_NANOS = 1_000_000;

    /**
     * The longest time for which updates of one JVM use a lease one after the other. After that other JVMs are let
     * in.
     */
    public static final long LONGEST_USE_NANOS = 50_000_000L;

    /** The states of a lease. It ends once, in one of two ways. */
    private enum State {
        HELD,
        GIVEN_BACK,
        LOST
    }

    private final AcquireRequest wanted;
    private final long grantedNanos;
    private final long usedSinceNanos;
    private final long holdMaxNanos;
    private final long driftNanos;
    private final Ticker ticker;
    private final Thread thread = Thread.currentThread();
    private final AtomicReference<State> state = new AtomicReference<>(State.HELD);
    private final List<Runnable> listeners = new ArrayList<>(0);
    private final String token;
    private volatile boolean ending;
    private volatile long endNanos;
    private final AtomicInteger renewals = new AtomicInteger();

    /**
     * Begins with a lease that was just granted.
     *
     * @param holdMaxNanos the longest time for which it is renewed, counted from its grant
     * @param driftNanos how much earlier than on the servers it ends here, because their clocks may run faster than ours
     */
    public HeldLease(
            AcquireRequest wanted, AcquireResult.Grant grant, long holdMaxNanos, Ticker ticker, long driftNanos) {
        this.wanted = wanted;
        this.token = grant.token();
        this.grantedNanos = grant.sentNanos();
        this.usedSinceNanos = grant.usedSinceNanos();
        this.holdMaxNanos = holdMaxNanos;
        this.ticker = ticker;
        this.driftNanos = driftNanos;
        this.endNanos = grantedNanos + leaseNanos() - driftNanos;
    }

    public AcquireRequest wanted() {
        return wanted;
    }

    public String token() {
        return token;
    }

    /**
     * Notes that a script goes out which ends the lease. Only the server knows then whether the token stands. If a
     * renewal finds it gone, that means nothing.
     */
    public void ends() {
        ending = true;
    }

    /** Notes that the lease goes on after all. */
    public void goesOn() {
        ending = false;
    }

    /** Returns true if the lease is lost when a renewal finds its token gone. */
    boolean fallsWithItsToken() {
        return !ending;
    }

    long leaseNanos() {
        return wanted.leaseMillis() * 1_000_000;
    }

    public boolean isHeld() {
        return state.get() == State.HELD && remainingNanos() > 0;
    }

    boolean isLost() {
        return state.get() == State.LOST;
    }

    public long remainingNanos() {
        return endNanos - ticker.nanos();
    }

    /** Returns the thread that has acquired it, which may have passed it on. */
    public Thread thread() {
        return thread;
    }

    /** Returns how often it was renewed. */
    public int renewals() {
        return renewals.get();
    }

    /** Returns the time of the ticker from which on it stands at least. */
    public long grantedNanos() {
        return grantedNanos;
    }

    long heldNanos() {
        return ticker.nanos() - grantedNanos;
    }

    /** Returns since when this JVM has had the lock, in this lease and those before it that were passed within the JVM. */
    long usedSinceNanos() {
        return usedSinceNanos;
    }

    /** Returns for how long this JVM has had the lock, in this lease and those before it. */
    long usedNanos() {
        return ticker.nanos() - usedSinceNanos;
    }

    /** Returns true if it is time to renew the lease: a third of it is gone. */
    public boolean isDue() {
        return remainingNanos() <= leaseNanos() / 3 * 2;
    }

    /** Returns true if a renewal would gain anything. A lease is not renewed for ever, even if its holder lives. */
    boolean mayRenew() {
        long now = ticker.nanos();
        long renewed = renewedEnd(now) - driftNanos;
        return Math.min(renewed - now, renewed - endNanos) >= LEAST_GAIN_NANOS;
    }

    /**
     * Returns the end of the lease on the server if it is renewed now: after a full lease, but no later than it may be
     * held.
     */
    long renewedEnd(long now) {
        return now + Math.min(leaseNanos(), holdMaxNanos - (now - grantedNanos));
    }

    /** Notes that the lease was renewed, to an end that {@link #renewedEnd} gave. */
    void renewed(long untilNanos) {
        renewals.incrementAndGet();
        endNanos = untilNanos - driftNanos;
    }

    /** Ends the lease because it is given back. Returns true if this call ended it. */
    public boolean giveBack() {
        return end(State.GIVEN_BACK);
    }

    /**
     * Marks the lease lost and tells the listeners, on the given executor.
     *
     * @return true if this call ended it; a lease that was given back cannot be lost
     */
    public boolean lose(Executor notifier) {
        List<Runnable> interested;
        synchronized (listeners) {
            if (!end(State.LOST)) {
                return false;
            }
            interested = new ArrayList<>(listeners);
        }
        // First the listeners, who may be working under the lease; then the counters.
        interested.forEach(listener -> tell(listener, notifier));
        wanted.events().tell(LockCount.LOST);
        return true;
    }

    /** Adds a listener for the loss of the lease; runs it at once if the lease is lost already. */
    public void onLost(Runnable listener, Executor notifier) {
        synchronized (listeners) {
            if (!isLost()) {
                listeners.add(listener);
                return;
            }
        }
        tell(listener, notifier);
    }

    /** Runs a listener. What it throws must not end the worker: its handler of uncaught exceptions may do that. */
    private void tell(Runnable listener, Executor notifier) {
        notifier.execute(() -> {
            try {
                listener.run();
            } catch (Throwable e) {
                LOG.warn("an action for the loss of lock {} failed", Printable.name(wanted.name()), e);
            }
        });
    }

    private boolean end(State how) {
        if (!state.compareAndSet(State.HELD, how)) {
            return false;
        }
        wanted.events().took(LockTime.HOLD, heldNanos());
        return true;
    }
}
