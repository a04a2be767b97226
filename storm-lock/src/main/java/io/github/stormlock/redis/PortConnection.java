package io.github.stormlock.redis;

import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.exceptions.JedisConnectionException;

/**
 * A connection that never comes back to life. Jedis's own reconnects quietly, without a login, when something is sent
 * over it after it was closed. For one thread at a time, except {@link #kill()}.
 */
final class PortConnection extends Connection {
    // Without an initializer: the super constructor connects, and an initializer would run after it.
    private boolean wasConnected;
    private final PortSocketFactory sockets;

    PortConnection(PortSocketFactory sockets, JedisClientConfig config) {
        super(sockets, config);
        this.sockets = sockets;
    }

    @Override
    public void connect() {
        if (!wasConnected) {
            super.connect();
            wasConnected = true;
        } else if (!isConnected()) {
            throw new JedisConnectionException("the connection to " + getHostAndPort() + " was closed");
        }
    }

    void send(CommandArguments command) {
        sendCommand(command);
    }

    @Override
    public void flush() {
        super.flush();
    }

    /** The next answer; {@code null} is one. Errors are thrown. */
    @Nullable
    Object read() {
        return getUnflushedObject();
    }

    /** No answer may take longer than this. A field of the socket, so nothing is sent. */
    void answerWithin(int millis) {
        if (getSoTimeout() != millis) {
            setSoTimeout(millis);
        }
    }

    /** As {@link #answerWithin}; false if the connection has ended meanwhile. */
    boolean canWait(int millis) {
        try {
            answerWithin(millis);
            return true;
        } catch (JedisConnectionException e) {
            return false;
        }
    }

    PortSocketFactory sockets() {
        return sockets;
    }

    /** Ends the connection without a word, from any thread: a flush to a server that does not read could last. */
    void kill() {
        setBroken();
        sockets.abort();
    }
}
