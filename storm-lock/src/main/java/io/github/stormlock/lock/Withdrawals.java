package io.github.stormlock.lock;

import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.RedisPort;
import io.github.stormlock.redis.RedisRefusedException;
import io.github.stormlock.redis.ScriptCall;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Withdraws waiters that have gone, for as long as their notes or leases could stand, without holding up anybody. A second
 * copy of a withdrawal finds nothing to do. Thread-safe.
 */
final class Withdrawals implements AutoCloseable {
    /** A server that answers at all answers within this time; nobody who gives up waits longer. */
    private static final long PATIENCE_NANOS = 100_000_000L;

    private static final long AGAIN_MILLIS = 100;
    private static final long NOTE_NANOS = 10_000_000_000L;
    private static final int MOST = 10_000;

    private final RedisPort port;
    private final Ticker ticker;
    private final ScheduledExecutorService executor;
    private final ConcurrentLinkedQueue<Open> open = new ConcurrentLinkedQueue<>();

    private record Open(ScriptCall call, Acquiring wanted, long endNanos) {}

    /** @param executor of one thread, used by nothing else */
    Withdrawals(RedisPort port, Ticker ticker, ScheduledExecutorService executor) {
        this.port = port;
        this.ticker = ticker;
        this.executor = executor;
    }

    /** Sends it now, if the server answers and others are not before it; else later. Never throws. */
    void now(ScriptCall call, Acquiring wanted) {
        if (!open.isEmpty()) {
            later(call, wanted);
            return;
        }
        try {
            Troubles.watchHandover(port.run(call, PATIENCE_NANOS), wanted.events());
        } catch (RedisRefusedException e) {
            Troubles.log("a waiter of lock {} could not be withdrawn: {}", wanted.keys(), e);
        } catch (RedisException e) {
            later(call, wanted);
        }
    }

    /** Sends it on a thread of its own, again and again until it is answered. Never throws. */
    void later(ScriptCall call, Acquiring wanted) {
        // Beyond this number what stands ends by itself: a note when its JVM is not seen, a grant with its lease.
        if (open.size() < MOST) {
            long standing = Math.max(wanted.leaseMillis() * 1_000_000, NOTE_NANOS);
            open.add(new Open(call, wanted, ticker.nanos() + standing));
            schedule(0);
        }
    }

    private void schedule(long millis) {
        try {
            Future<?> unused = executor.schedule(this::send, millis, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException closed) {
            open.clear();
        }
    }

    private void send() {
        if (!open.isEmpty() && sendAll(Long.MAX_VALUE)) {
            schedule(AGAIN_MILLIS);
        }
    }

    /** @return whether some are to be sent again */
    private boolean sendAll(long budgetNanos) {
        List<Open> due = new ArrayList<>();
        for (Open next = open.poll(); next != null; next = open.poll()) {
            due.add(next);
        }
        List<@Nullable Object> answers = answers(due, budgetNanos);
        boolean again = false;
        for (int i = 0; i < due.size(); i++) {
            again |= !settled(due.get(i), answers.get(i));
        }
        return again;
    }

    private List<@Nullable Object> answers(List<Open> due, long budgetNanos) {
        try {
            return port.runAll(due.stream().map(Open::call).toList(), budgetNanos);
        } catch (RedisException e) {
            List<@Nullable Object> failed = new ArrayList<>();
            due.forEach(one -> failed.add(e));
            return failed;
        }
    }

    private boolean settled(Open one, @Nullable Object answer) {
        if (!(answer instanceof RedisException e)) {
            Troubles.watchHandover(answer, one.wanted().events());
            return true;
        }
        Troubles.log(
                "a waiter of lock {} could not be withdrawn yet: {}",
                one.wanted().keys(),
                e);
        return e instanceof RedisRefusedException || one.endNanos() - ticker.nanos() <= 0 || !open.add(one);
    }

    /** Sends what is open once more, and drops what is not answered. */
    @Override
    public void close() {
        executor.shutdownNow();
        if (!open.isEmpty()) {
            boolean unused = sendAll(PATIENCE_NANOS);
            open.clear();
        }
    }
}
