package io.github.stormlock.lock;

import io.github.stormlock.redis.RedisPort;
import io.github.stormlock.redis.Script;
import io.github.stormlock.redis.ScriptCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Renews the leases of one factory: one task, and one pipeline for all leases that are due, on a connection of its own, so
 * that a drained pool starves no lease. A section shorter than a third of its lease never meets it. Thread-safe.
 */
final class Watchdog implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Watchdog.class);
    private static final Script RENEW = Script.of(Watchdog.class, "renew");
    private static final long LONGEST_PERIOD_NANOS = 500_000_000L;
    private static final long SHORTEST_PERIOD_NANOS = 10_000_000L;
    private static final long PING_NANOS = 5_000_000_000L;

    private final RedisPort port;
    private final Signals signals;
    private final ScheduledExecutorService scheduler;
    private final Executor notifier;
    private final Ticker ticker;
    private final Set<HeldLease> leases = ConcurrentHashMap.newKeySet();
    private long periodNanos = Long.MAX_VALUE;
    private @Nullable ScheduledFuture<?> task;
    private volatile long shortestLeaseNanos = Long.MAX_VALUE;
    private long lastPing;

    /** @param port used by nothing else */
    Watchdog(RedisPort port, Signals signals, ScheduledExecutorService scheduler, Executor notifier, Ticker ticker) {
        this.port = port;
        this.signals = signals;
        this.scheduler = scheduler;
        this.notifier = notifier;
        this.ticker = ticker;
        this.lastPing = ticker.nanos();
    }

    void watch(HeldLease lease) {
        leases.add(lease);
        if (lease.leaseNanos() < shortestLeaseNanos) {
            schedule(lease.leaseNanos());
        }
    }

    void forget(HeldLease lease) {
        leases.remove(lease);
    }

    /** The leases that stand. */
    List<HeldLease> watched() {
        return List.copyOf(leases);
    }

    /** Tells listeners of lost leases. */
    Executor notifier() {
        return notifier;
    }

    /** Ten times in the shortest lease seen, so that a renewal that fails is tried again in time. */
    private synchronized void schedule(long leaseNanos) {
        shortestLeaseNanos = Math.min(shortestLeaseNanos, leaseNanos);
        long period = Math.max(SHORTEST_PERIOD_NANOS, Math.min(shortestLeaseNanos / 10, LONGEST_PERIOD_NANOS));
        if (period < periodNanos && !scheduler.isShutdown()) {
            if (task != null) {
                task.cancel(/* mayInterruptIfRunning= */ false);
            }
            periodNanos = period;
            task = scheduler.scheduleWithFixedDelay(this::tick, period, period, TimeUnit.NANOSECONDS);
        }
    }

    private void tick() {
        try {
            pingNowAndThen();
            List<HeldLease> due = new ArrayList<>(0);
            List<HeldLease> abandoned = new ArrayList<>(0);
            for (HeldLease lease : leases) {
                sort(lease, due, abandoned);
            }
            renew(due);
            release(abandoned);
        } catch (RuntimeException e) {
            LOG.warn("renewing leases failed; the next attempt follows in {} ms", periodNanos / 1_000_000, e);
        }
    }

    private void sort(HeldLease lease, List<HeldLease> due, List<HeldLease> abandoned) {
        if (lease.remainingNanos() <= 0) {
            lose(lease, "it was not renewed in time");
        } else if (lease.isAbandoned()) {
            abandoned.add(lease);
        } else if (lease.isDue() && lease.mayRenew()) {
            due.add(lease);
        }
    }

    private void renew(List<HeldLease> due) {
        if (due.isEmpty()) {
            return;
        }
        List<ScriptCall> calls = new ArrayList<>(due.size());
        List<String> tokens = new ArrayList<>(due.size());
        for (HeldLease lease : due) {
            String token = lease.token();
            tokens.add(token);
            calls.add(new ScriptCall(
                    RENEW,
                    List.of(lease.keys().lockKey()),
                    List.of(Bytes.of(token), Bytes.of(lease.wanted().leaseMillis()))));
        }
        long sent = ticker.nanos();
        List<Object> replies = port.runAll(calls, shortestLeaseNanos / 3);
        for (int i = 0; i < due.size(); i++) {
            settle(due.get(i), tokens.get(i), replies.get(i), sent);
        }
    }

    private void settle(HeldLease lease, String token, Object reply, long sent) {
        if (!(reply instanceof Long renewed)) {
            LOG.debug("lock {} was not renewed: {}", Shown.name(lease.keys().entry()), reply);
        } else if (renewed == 0) {
            // A token that was replaced or given back meanwhile is refused too, and that means nothing; lose() tells
            // whether
            // it was given back.
            if (lease.standsOrFallsWith(token)) {
                lose(lease, "its token is gone");
            }
        } else if (lease.remainingNanos() > 0) {
            lease.renewed(sent);
        } else {
            lose(lease, "it was renewed too late");
            Releases.send(port, lease);
        }
    }

    private void lose(HeldLease lease, String why) {
        forget(lease);
        if (lease.lose(notifier)) {
            LOG.warn(
                    "the lease of lock {} was lost: {}", Shown.name(lease.keys().entry()), why);
        }
    }

    private void release(List<HeldLease> abandoned) {
        for (HeldLease lease : abandoned) {
            LOG.warn(
                    "lock {} is given back: its holder is gone without having done so",
                    Shown.name(lease.keys().entry()));
            forget(lease);
            if (lease.giveBack()) {
                Releases.send(port, lease);
            }
        }
    }

    private void pingNowAndThen() {
        long now = ticker.nanos();
        if (now - lastPing >= PING_NANOS) {
            lastPing = now;
            signals.ping();
        }
    }

    @Override
    public synchronized void close() {
        if (task != null) {
            task.cancel(/* mayInterruptIfRunning= */ false);
        }
    }
}
