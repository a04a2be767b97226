package io.github.stormlock.internal.acquire;

import io.github.stormlock.internal.lifecycle.Ticker;
import io.github.stormlock.internal.protocol.LockCalls;
import io.github.stormlock.internal.text.Printable;
import io.github.stormlock.redis.ScriptCall;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sends renewals and takes their answers. Leases of one length share a pipeline, and its budget is a third of that
 * length. So a short lease does not cut off the answers to longer ones. Each pipeline has a thread of its own. So a
 * node that does not answer delays only the renewals that were sent together. Thread-safe.
 */
final class Renewing {
    private static final Logger LOG = LoggerFactory.getLogger(Renewing.class);

    private final Exchange exchange;
    private final Executor senders;
    private final Ticker ticker;
    private final BiConsumer<HeldLease, String> lost;
    private final Set<HeldLease> underWay = ConcurrentHashMap.newKeySet();

    /**
     * Creates it; sends nothing yet.
     *
     * @param lost told which lease was lost, and why
     */
    Renewing(Exchange exchange, Executor senders, Ticker ticker, BiConsumer<HeldLease, String> lost) {
        this.exchange = exchange;
        this.senders = senders;
        this.ticker = ticker;
        this.lost = lost;
    }

    /** Returns true if an answer for this lease is awaited. */
    boolean isUnderWay(HeldLease lease) {
        return underWay.contains(lease);
    }

    void renew(List<HeldLease> due) {
        if (due.isEmpty()) {
            return;
        }
        Map<Long, List<HeldLease>> byLength = new HashMap<>(2);
        for (HeldLease lease : due) {
            byLength.computeIfAbsent(lease.leaseNanos(), length -> new ArrayList<>(1))
                    .add(lease);
        }
        byLength.forEach(this::begin);
    }

    private void begin(long length, List<HeldLease> some) {
        underWay.addAll(some);
        boolean begun = false;
        try {
            senders.execute(Watchdog.surviving(() -> run(some, length / 3)));
            begun = true;
        } finally {
            if (!begun) {
                some.forEach(underWay::remove);
            }
        }
    }

    private void run(List<HeldLease> some, long budgetNanos) {
        try {
            send(some, budgetNanos);
        } finally {
            some.forEach(underWay::remove);
        }
    }

    private void send(List<HeldLease> some, long budgetNanos) {
        long sent = ticker.nanos();
        // A lease that was given back meanwhile is not renewed: if its release was lost, the lock would stand for
        // another lease.
        List<HeldLease> held = some.stream().filter(HeldLease::isHeld).toList();
        if (held.isEmpty()) {
            return;
        }
        List<@Nullable Object> replies =
                exchange.runAll(held.stream().map(lease -> call(lease, sent)).toList(), budgetNanos);
        for (int i = 0; i < held.size(); i++) {
            settle(held.get(i), sent, replies.get(i));
        }
    }

    /** Makes the call. The time is rounded up, so that the server's end is not before ours. */
    private static ScriptCall call(HeldLease lease, long sent) {
        long millis = (lease.renewedEnd(sent) - sent + 999_999) / 1_000_000;
        return LockCalls.renew(lease.wanted().kind(), lease.wanted().targets().keys(), lease.token(), millis);
    }

    private void settle(HeldLease lease, long sent, @Nullable Object reply) {
        if (!(reply instanceof Long renewed)) {
            LOG.debug(
                    "lock {} was not renewed: {}", Printable.name(lease.wanted().name()), reply);
        } else if (renewed == 0) {
            // A lease that was given back meanwhile is refused too, and that means nothing.
            if (lease.fallsWithItsToken()) {
                lost.accept(lease, "its token is gone");
            }
        } else if (lease.remainingNanos() > 0) {
            lease.renewed(lease.renewedEnd(sent));
        } else {
            lost.accept(lease, "it was renewed too late");
        }
    }
}
