package io.github.stormlock.redis.internal.pipeline;

import io.github.stormlock.redis.SubscriptionListener;
import io.github.stormlock.redis.internal.connect.ConnectionMaker;
import io.github.stormlock.redis.internal.connect.Failures;
import io.github.stormlock.redis.internal.connect.JedisSettings;
import io.github.stormlock.redis.internal.connect.PortConnection;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import redis.clients.jedis.HostAndPort;

/** One connection with one subscription. {@link #listen} is for one thread, and everything else for any. */
final class SubscribedConnection {
    private static final Logger LOG = LoggerFactory.getLogger(SubscribedConnection.class);
    private static final byte[] SUBSCRIBE = "subscribe".getBytes(StandardCharsets.US_ASCII);
    private static final byte[] MESSAGE = "message".getBytes(StandardCharsets.US_ASCII);
    private static final int ENDLESS = 0;

    private final JedisSettings settings;
    private final HostAndPort address;
    private final ConnectionMaker maker;
    private volatile @Nullable PortConnection open;
    private volatile boolean confirmed;
    private volatile boolean ended;
    private volatile boolean pongDue;
    private volatile boolean silent;

    SubscribedConnection(JedisSettings settings, HostAndPort address) {
        this.settings = settings;
        this.address = address;
        this.maker = new ConnectionMaker(address, settings);
    }

    HostAndPort address() {
        return address;
    }

    boolean isConfirmed() {
        return confirmed && !ended;
    }

    boolean wasConfirmed() {
        return confirmed;
    }

    /**
     * Connects, subscribes and tells the listener, until the connection ends.
     *
     * @throws RuntimeException if the connection cannot be made, or is lost; {@link #reason} says why
     */
    void listen(byte[] channel, SubscriptionListener listener) {
        PortConnection connection = maker.connect();
        connection.answerWithin(settings.commandMillis());
        connection.send(Commands.subscribe(channel));
        connection.flush();
        while (!ended) {
            Object push = connection.read();
            pongDue = false;
            if (push instanceof List<?> parts) {
                receive(connection, parts, listener);
            }
        }
    }

    /** Asks the server for a sign of life. If it has given none since the call before, the connection ends. */
    synchronized void ping() {
        PortConnection connection = open;
        if (connection == null || ended) {
            return;
        }
        if (pongDue) {
            silent = true;
            end();
            return;
        }
        pongDue = true;
        try {
            connection.send(Commands.ping());
            connection.flush();
        } catch (RuntimeException e) {
            // The reading thread throws the reason.
            end();
        }
    }

    /** Returns the reason for which {@link #listen} threw. */
    @Nullable
    String reason(RuntimeException thrown) {
        return silent ? "the server did not answer a ping" : Failures.reason(thrown);
    }

    void end() {
        ended = true;
        maker.close();
    }

    private void receive(PortConnection connection, List<?> parts, SubscriptionListener listener) {
        byte[] kind = parts.get(0) instanceof byte[] bytes ? bytes : new byte[0];
        if (Arrays.equals(kind, SUBSCRIBE)) {
            // A message may come at any time, so reading has no time-out from here on.
            connection.answerWithin(ENDLESS);
            open = connection;
            confirmed = true;
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
}
