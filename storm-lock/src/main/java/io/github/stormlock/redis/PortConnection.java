package io.github.stormlock.redis;

import java.net.Socket;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.JedisClientConfig;

/**
 * A connection that can be ended by any thread, and whose answers are read as they come. For one thread at a time, except
 * {@link #kill()}.
 */
final class PortConnection extends Connection {
    private final PortSocketFactory sockets;
    private final Alertness alertness = new Alertness(Runtime.getRuntime().availableProcessors());

    PortConnection(PortSocketFactory sockets, JedisClientConfig config) {
        super(sockets, config);
        this.sockets = sockets;
    }

    void send(CommandArguments command) {
        sendCommand(command);
    }

    @Override
    public void flush() {
        super.flush();
    }

    /** Waits for the next answer awake, if that pays; the other users of the pool would pay for it. */
    void stayAwake() {
        Socket socket = sockets.socket();
        if (socket != null) {
            boolean unused = alertness.await(socket);
        }
    }

    /** The next answer; {@code null} is one. Errors are thrown. */
    @Nullable
    Object read() {
        return getUnflushedObject();
    }

    /** No answer may take longer than this, which every user sets anew. A field of the socket, so nothing is sent. */
    void answerWithin(int millis) {
        if (getSoTimeout() != millis) {
            setSoTimeout(millis);
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
