package io.github.stormlock.redis.internal.pipeline;

import io.github.stormlock.redis.Subscription;
import io.github.stormlock.redis.SubscriptionListener;
import io.github.stormlock.redis.internal.connect.Deadline;
import io.github.stormlock.redis.internal.connect.Failures;
import io.github.stormlock.redis.internal.connect.JedisSettings;
import io.github.stormlock.redis.internal.route.Topology;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A subscription with a thread of its own and one connection after another. If one ends for any reason, the thread
 * makes the next, until it is closed. Thread-safe.
 */
final class JedisSubscription implements Subscription {
    private static final Logger LOG = LoggerFactory.getLogger(JedisSubscription.class);
    private static final AtomicInteger COUNT = new AtomicInteger();
    private static final long FIRST_PAUSE = TimeUnit.MILLISECONDS.toNanos(50);
    private static final long LONGEST_PAUSE = TimeUnit.SECONDS.toNanos(1);
    private static final long CLOSE_MILLIS = 1_000;

    private final JedisSettings settings;
    private final Topology topology;
    private final String channel;
    private final SubscriptionListener listener;
    private final Consumer<JedisSubscription> onClose;
    private final Thread thread;
    private volatile boolean closed;
    private volatile @Nullable SubscribedConnection current;

    JedisSubscription(
            JedisSettings settings,
            Topology topology,
            String channel,
            SubscriptionListener listener,
            Consumer<JedisSubscription> onClose) {
        this.settings = settings;
        this.topology = topology;
        this.channel = channel;
        this.listener = listener;
        this.onClose = onClose;
        this.thread = new Thread(this::keepSubscribed, "storm-lock-subscription-" + COUNT.incrementAndGet());
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    @Override
    public boolean isConfirmed() {
        SubscribedConnection connection = current;
        return connection != null && connection.isConfirmed();
    }

    @Override
    public void ping() {
        SubscribedConnection connection = current;
        if (connection == null) {
            return;
        }
        if (topology.mayStay(connection.address())) {
            connection.ping();
        } else {
            connection.end();
        }
    }

    @Override
    public void close() {
        closed = true;
        SubscribedConnection connection = current;
        if (connection != null) {
            connection.end();
        }
        LockSupport.unpark(thread);
        onClose.accept(this);
        awaitEnd();
    }

    /**
     * Waits until the thread has ended, 1 s at most, so that nothing is left behind. A listener that closes its own
     * subscription does not wait, because it runs on that thread.
     */
    private void awaitEnd() {
        if (Thread.currentThread() == thread) {
            return;
        }
        try {
            thread.join(CLOSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void keepSubscribed() {
        long pause = FIRST_PAUSE;
        while (!closed) {
            if (subscribeOnce(/* loud= */ pause == FIRST_PAUSE)) {
                pause = FIRST_PAUSE;
            }
            pause(pause);
            pause = Math.min(2 * pause, LONGEST_PAUSE);
        }
    }

    /**
     * Subscribes, and stays as long as the connection lasts.
     *
     * @param loud true to log at INFO if it fails
     * @return true if it was ever confirmed
     */
    private boolean subscribeOnce(boolean loud) {
        SubscribedConnection connection = null;
        try {
            long deadline = Deadline.after(settings.config().connectTimeout().toNanos());
            connection = new SubscribedConnection(settings, topology.subscriptionNode(deadline));
            current = connection;
            // Checked after the assignment: close() sets its flag and then looks for the connection, so one of the two
            // sees the other.
            if (!closed) {
                connection.listen(channel.getBytes(StandardCharsets.UTF_8), listener);
            }
        } catch (RuntimeException e) {
            report(connection, e, loud);
        } finally {
            current = null;
        }
        if (connection == null) {
            return false;
        }
        connection.end();
        return connection.wasConfirmed();
    }

    private void report(@Nullable SubscribedConnection connection, RuntimeException e, boolean loud) {
        if (closed) {
            return;
        }
        topology.doubt();
        boolean lost = connection != null && connection.wasConfirmed();
        String reason = connection == null ? Failures.reason(e) : connection.reason(e);
        String what = lost ? "lost" : "not yet possible";
        // Not by the level as a value: Storm 2.6 has SLF4J 1.
        if (lost || loud) {
            LOG.info("Subscription to {} {}: {}", channel, what, reason);
        } else {
            LOG.debug("Subscription to {} {}: {}", channel, what, reason);
        }
    }

    private void pause(long nanos) {
        long deadline = Deadline.after(nanos);
        while (!closed && Deadline.left(deadline) > 0) {
            LockSupport.parkNanos(this, Deadline.left(deadline));
        }
    }
}
