package io.github.stormlock.internal.acquire;

import io.github.stormlock.internal.acquire.Unanswered.Owed;
import io.github.stormlock.internal.lifecycle.Ticker;
import io.github.stormlock.internal.text.Printable;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Looks after the leases of one factory. One task has those leases renewed that are due. It uses connections of its own, so
 * that a drained pool starves no lease. The task itself never waits for an answer. Work that takes less than a third of its
 * lease never meets the watchdog. Thread-safe.
 */
public final class Watchdog implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);
    private static final long LONGEST_PERIOD_NANOS = 500_000_000L;
    private static final long SHORTEST_PERIOD_NANOS = 10_000_000L;
    private static final long PING_NANOS = 5_000_000_000L;
    /** Unanswered calls are sent as often as a lease of this length is looked at. */
    private static final long OWED_NANOS = 1_000_000_000L;

    private final Exchange owed;
    private final Runnable ping;
    private final ScheduledExecutorService scheduler;
    private final Executor senders;
    private final Executor notifier;
    private final Ticker ticker;
    private final Renewing renewing;
    private final Unanswered unanswered;
    private final Set<HeldLease> leases = ConcurrentHashMap.newKeySet();
    private volatile long shortestLeaseNanos = Long.MAX_VALUE;
    private long periodNanos;
    private @Nullable ScheduledFuture<?> task;
    private volatile boolean closed;
    private long lastPing;

    /**
     * Creates a watchdog that looks after nothing yet.
     *
     * @param renewals the way of renewals
     * @param owed the way of releases that are still to be made
     * @param ping called now and then, to find out if a subscription stands
     * @param senders threads that wait for answers
     */
    public Watchdog(
            Exchange renewals,
            Exchange owed,
            Runnable ping,
            ScheduledExecutorService scheduler,
            Executor senders,
            Executor notifier,
            Ticker ticker) {
        this.owed = owed;
        this.ping = ping;
        this.scheduler = scheduler;
        this.senders = senders;
        this.notifier = notifier;
        this.ticker = ticker;
        this.renewing = new Renewing(renewals, senders, ticker, this::lose);
        this.unanswered = new Unanswered(ticker);
        this.lastPing = ticker.nanos();
    }

    public void watch(HeldLease lease) {
        leases.add(lease);
        if (lease.leaseNanos() < shortestLeaseNanos) {
            schedule(lease.leaseNanos());
        }
    }

    public void forget(HeldLease lease) {
        leases.remove(lease);
    }

    /** Returns the leases that stand. */
    public List<HeldLease> watched() {
        return List.copyOf(leases);
    }

    /** Returns the executor that tells listeners of lost leases. */
    public Executor notifier() {
        return notifier;
    }

    /** Has a call sent in the background until it is answered. */
    void owe(Owed call) {
        unanswered.add(call);
        schedule(OWED_NANOS);
    }

    /** Runs something once, on a thread that must never block; not at all once this is closed. */
    public void later(Runnable part, long nanos) {
        Runnable unlessClosed = () -> {
            if (!closed) {
                part.run();
            }
        };
        try {
            var unused = scheduler.schedule(surviving(unlessClosed), nanos, TimeUnit.NANOSECONDS);
        } catch (RejectedExecutionException ended) {
            // Nobody makes updates any more.
        }
    }

    /** Returns the calls that are still without an answer. */
    Unanswered unanswered() {
        return unanswered;
    }

    /** Returns a task that survives everything thrown in it, so that the next look comes. */
    static Runnable surviving(Runnable part) {
        return () -> {
            try {
                part.run();
            } catch (Throwable e) {
                complain(e);
            }
        };
    }

    private static void complain(Throwable thrown) {
        try {
            LOG.warn("looking after leases failed; the next attempt follows", thrown);
        } catch (Throwable nothingLeftToDo) {
            // This is an OutOfMemoryError, as a rule.
        }
    }

    private synchronized void schedule(long leaseNanos) {
        if (leaseNanos < shortestLeaseNanos) {
            shortestLeaseNanos = leaseNanos;
            lookTenTimesIn(leaseNanos);
        }
    }

    /** Sets the period by the leases that stand now, not by those that stood before. */
    private synchronized void adapt() {
        // This comes first, so that a lease that comes meanwhile is counted here or waits for the monitor.
        shortestLeaseNanos = Long.MAX_VALUE;
        long shortest = unanswered.isEmpty() ? Long.MAX_VALUE : OWED_NANOS;
        for (HeldLease lease : leases) {
            shortest = Math.min(shortest, lease.leaseNanos());
        }
        shortestLeaseNanos = shortest;
        lookTenTimesIn(shortest);
    }

    /** Looks ten times during a lease, so that a renewal that fails is tried again in time. */
    private void lookTenTimesIn(long leaseNanos) {
        long period = Math.max(SHORTEST_PERIOD_NANOS, Math.min(leaseNanos / 10, LONGEST_PERIOD_NANOS));
        if (period == periodNanos || closed) {
            return;
        }
        ScheduledFuture<?> before = task;
        // The new task begins before the other one ends, so that there is a task even if this fails.
        task = scheduler.scheduleWithFixedDelay(surviving(this::look), period, period, TimeUnit.NANOSECONDS);
        periodNanos = period;
        if (before != null) {
            before.cancel(/* mayInterruptIfRunning= */ false);
        }
    }

    private void look() {
        List<HeldLease> due = new ArrayList<>(0);
        for (HeldLease lease : leases) {
            if (lease.remainingNanos() <= 0) {
                lose(lease, "it was not renewed in time");
            } else if (lease.isDue() && lease.mayRenew() && !renewing.isUnderWay(lease)) {
                due.add(lease);
            }
        }
        renewing.renew(due);
        if (!unanswered.isEmpty()) {
            senders.execute(surviving(() -> unanswered.send(owed, Releases.BUDGET_NANOS)));
        }
        adapt();
        pingNowAndThen();
    }

    private void lose(HeldLease lease, String why) {
        forget(lease);
        if (lease.lose(notifier)) {
            LOG.warn(
                    "the lease of lock {} was lost: {}",
                    Printable.name(lease.wanted().name()),
                    why);
            // It may have been renewed at the server all the same, or others of its locks may stand.
            owe(Releases.of(lease, /* wanted= */ false, ticker.nanos()));
        }
    }

    private void pingNowAndThen() {
        long now = ticker.nanos();
        if (now - lastPing >= PING_NANOS) {
            lastPing = now;
            ping.run();
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (task != null) {
            task.cancel(/* mayInterruptIfRunning= */ false);
        }
    }
}
