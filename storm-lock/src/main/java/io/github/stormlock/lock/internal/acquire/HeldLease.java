package io.github.stormlock.lock.internal.acquire;

import io.github.stormlock.lock.LockEvents;
import io.github.stormlock.lock.internal.protocol.LockKeys;
import io.github.stormlock.lock.internal.protocol.Shown;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the library knows of a lease that it was granted. Thread-safe. Its end by the clock is counted from before the
 * grant was asked for, so it is never later than the server's.
 */
public final class HeldLease {
    private static final Logger LOG = LoggerFactory.getLogger(HeldLease.class);
    /** A renewal that brings less is not worth its round trip. */
    private static final long LEAST_GAIN_NANOS = 1_000_000;

    /** A lease that others of its JVM use one after the other lets those of other JVMs in after so long. */
    public static final long LONGEST_USE_NANOS = 50_000_000L;

    /** A lease ends once, by whichever comes first. */
    private enum State {
        HELD,
        GIVEN_BACK,
        LOST
    }

    private final Acquiring wanted;
    private final long grantedNanos;
    private final long holdMaxNanos;
    private final Ticker ticker;
    private final @Nullable Thread owner;
    private final AtomicReference<State> state = new AtomicReference<>(State.HELD);
    private final List<Runnable> listeners = new ArrayList<>(0);
    private volatile String token;
    private volatile boolean stepping;
    private volatile long endNanos;
    private volatile @Nullable WeakReference<Object> handle;

    /**
     * A lease that was just granted.
     *
     * @param owner the thread whose death ends the lease, or {@code null}
     */
    public HeldLease(Acquiring wanted, Try.Grant grant, long holdMaxNanos, Ticker ticker, @Nullable Thread owner) {
        this.wanted = wanted;
        this.token = grant.token();
        this.grantedNanos = grant.sentNanos();
        this.holdMaxNanos = holdMaxNanos;
        this.ticker = ticker;
        this.owner = owner;
        this.endNanos = grantedNanos + leaseNanos();
    }

    public LockKeys keys() {
        return wanted.keys();
    }

    public Acquiring wanted() {
        return wanted;
    }

    public String token() {
        return token;
    }

    /**
     * From here until {@link #stepped} or the end, nobody but the server knows which token stands: that this one is gone means
     * nothing.
     */
    public void step() {
        stepping = true;
    }

    /** It goes on, under another token and for a full lease from the time given. */
    public void stepped(String next, long sentNanos) {
        token = next;
        endNanos = sentNanos + leaseNanos();
        stepping = false;
    }

    /** It goes on under the token it had. */
    public void notStepped() {
        stepping = false;
    }

    /** Whether a renewal that found this token gone tells that the lease is lost. */
    public boolean standsOrFallsWith(String sent) {
        return !stepping && sent.equals(token);
    }

    long leaseNanos() {
        return wanted.leaseMillis() * 1_000_000;
    }

    public boolean isHeld() {
        return state.get() == State.HELD && remainingNanos() > 0;
    }

    public boolean isLost() {
        return state.get() == State.LOST;
    }

    public long remainingNanos() {
        return endNanos - ticker.nanos();
    }

    long heldNanos() {
        return ticker.nanos() - grantedNanos;
    }

    /** Once a third of the lease is gone. */
    public boolean isDue() {
        return remainingNanos() <= leaseNanos() / 3 * 2;
    }

    /** Whether a renewal would bring anything: not for ever, even if its holder lives. */
    public boolean mayRenew() {
        long now = ticker.nanos();
        long renewed = renewedEnd(now);
        return Math.min(renewed - now, renewed - endNanos) >= LEAST_GAIN_NANOS;
    }

    /** Its end, if it is renewed now: after a full lease, but no later than it may be held. */
    public long renewedEnd(long now) {
        return now + Math.min(leaseNanos(), holdMaxNanos - (now - grantedNanos));
    }

    /** Whether nobody is left who could give it back. */
    boolean isAbandoned() {
        WeakReference<Object> current = handle;
        return (current != null && current.get() == null) || (owner != null && !owner.isAlive());
    }

    /** The user's object: once nobody can reach it, the lease is abandoned. */
    public void belongsTo(Object user) {
        handle = new WeakReference<>(user);
    }

    public void renewed(long untilNanos) {
        endNanos = untilNanos;
    }

    /** Ends it in good order; tells whether this call ended it. */
    public boolean giveBack() {
        return end(State.GIVEN_BACK);
    }

    /**
     * Marks it lost, and tells who wants to know, on the given executor.
     *
     * @return whether this call ended it; a lease that was given back cannot be lost
     */
    public boolean lose(Executor notifier) {
        List<Runnable> interested;
        synchronized (listeners) {
            if (!end(State.LOST)) {
                return false;
            }
            interested = List.copyOf(listeners);
        }
        // First who may be at work under it, and then who counts.
        interested.forEach(listener -> tell(listener, notifier));
        wanted.events().tell(LockEvents::lost);
        return true;
    }

    public void onLost(Runnable listener, Executor notifier) {
        synchronized (listeners) {
            if (!isLost()) {
                listeners.add(listener);
                return;
            }
        }
        tell(listener, notifier);
    }

    /** A listener that throws must not end the worker, whose handler of uncaught exceptions may do that. */
    private void tell(Runnable listener, Executor notifier) {
        notifier.execute(() -> {
            try {
                listener.run();
            } catch (Throwable e) {
                LOG.warn("an action for the loss of lock {} failed", Shown.name(keys().entry()), e);
                if (Troubles.isFatal(e)) {
                    throw e;
                }
            }
        });
    }

    private boolean end(State how) {
        if (!state.compareAndSet(State.HELD, how)) {
            return false;
        }
        wanted.events().tell(events -> events.released(heldNanos()));
        return true;
    }
}
