package io.github.stormlock.redis.internal.pipeline;

import io.github.stormlock.redis.Subscription;
import io.github.stormlock.redis.SubscriptionListener;
import io.github.stormlock.redis.internal.connect.ConnectionMaker;
import io.github.stormlock.redis.internal.connect.Deadline;
import io.github.stormlock.redis.internal.connect.Failures;
import io.github.stormlock.redis.internal.connect.JedisSettings;
import io.github.stormlock.redis.internal.connect.PortConnection;
import io.github.stormlock.redis.internal.route.Topology;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.HostAndPort;

/**
 * A subscription with a thread of its own and one connection after another. If one ends for any reason, the thread
 * makes the next, until it is closed. Thread-safe.
 */
final class JedisSubscription implements Subscription {
    private static final Logger LOG = LoggerFactory.getLogger(JedisSubscription.class);
    private static final AtomicInteger COUNT = new AtomicInteger();
    private static final byte[] SUBSCRIBE = "subscribe".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] MESSAGE = "message".getBytes(StandardCharsets.US_ASCII);
    private static final int ENDLESS = 0;
    private static final long FIRST_PAUSE_MILLIS = 50;
    private static final long LONGEST_PAUSE_MILLIS = 1_000;
    private static final long CLOSE_MILLIS = 1_000;

    private final JedisSettings settings;
    private final Topology topology;
    private final String channel;
    private final SubscriptionListener listener;
    private final Consumer<JedisSubscription> onClose;
    private final Thread thread;
    private final CountDownLatch closed = new CountDownLatch(1);
    private volatile @Nullable ConnectionMaker maker;
    private volatile @Nullable HostAndPort address;
    /** The connection, while the server has confirmed the subscription on it. */
    private volatile @Nullable PortConnection confirmed;

    private volatile boolean pongDue;
    /** True if the connection was ever confirmed. Only the thread uses it. */
    private boolean stood;

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
        return confirmed != null;
    }

    @Override
    public synchronized void ping() {
        PortConnection connection = confirmed;
        HostAndPort server = address;
        if (connection == null || server == null) {
            return;
        }
        if (pongDue || !topology.mayStay(server)) {
            end();
            return;
        }
        pongDue = true;
        try {
            connection.send(Commands.ping());
            connection.flush();
        } catch (RuntimeException e) {
            // The reading thread tells the reason.
            end();
        }
    }

    @Override
    public void close() {
        closed.countDown();
        end();
        onClose.accept(this);
        // A listener that closes its own subscription runs on that thread.
        if (Thread.currentThread() != thread) {
            awaitEnd();
        }
    }

    /** Ends the connection. Waits for nobody, so that a ping that cannot be written ends too. */
    private void end() {
        confirmed = null;
        ConnectionMaker current = maker;
        if (current != null) {
            current.close();
        }
    }

    private void awaitEnd() {
        try {
            thread.join(CLOSE_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private boolean isClosed() {
        return closed.getCount() == 0;
    }

    private void keepSubscribed() {
        long pause = FIRST_PAUSE_MILLIS;
        while (!isClosed()) {
            stood = false;
            try {
                listen();
            } catch (RuntimeException e) {
                report(e, /* loud= */ stood || pause == FIRST_PAUSE_MILLIS);
            } finally {
                end();
            }
            pause = stood ? FIRST_PAUSE_MILLIS : pause;
            pause(pause);
            pause = Math.min(2 * pause, LONGEST_PAUSE_MILLIS);
        }
    }

    /** Subscribes, and stays as long as the connection lasts. */
    private void listen() {
        HostAndPort server = topology.subscriptionNode(
                Deadline.after(settings.config().connectTimeout().toNanos()));
        ConnectionMaker current = new ConnectionMaker(server, settings);
        address = server;
        maker = current;
        // Checked after the assignment: close() sets its flag and then looks for the connection, so one of the two sees
        // the other.
        if (isClosed()) {
            return;
        }
        PortConnection connection = current.connect();
        connection.answerWithin(settings.commandMillis());
        connection.send(Commands.subscribe(channel.getBytes(StandardCharsets.UTF_8)));
        connection.flush();
        while (!isClosed()) {
            Object push = connection.read();
            pongDue = false;
            if (push instanceof List<?> parts) {
                receive(connection, parts);
            }
        }
    }

    private void receive(PortConnection connection, List<?> parts) {
        byte[] kind = parts.get(0) instanceof byte[] bytes ? bytes : new byte[0];
        if (Arrays.equals(kind, SUBSCRIBE)) {
            // A message may come at any time, so reading has no time-out from here on.
            connection.answerWithin(ENDLESS);
            stood = true;
            confirmed = connection;
            tell(listener::subscribed);
        } else if (Arrays.equals(kind, MESSAGE) && parts.get(2) instanceof byte[] payload) {
            tell(() -> listener.message(payload));
        }
    }

    /** Tells the listener. One that throws, although told not to, must not cost the subscription. */
    private static void tell(Runnable what) {
        try {
            what.run();
        } catch (RuntimeException e) {
            LOG.error("A listener of a subscription failed", e);
        }
    }

    private void report(RuntimeException e, boolean loud) {
        if (isClosed()) {
            return;
        }
        topology.doubt();
        if (loud) {
            LOG.info("Subscription to {} {}: {}", channel, stood ? "lost" : "not yet possible", Failures.reason(e));
        }
    }

    private void pause(long millis) {
        try {
            closed.await(millis, TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            // Nobody interrupts this thread but to end it.
            closed.countDown();
        }
    }
}
