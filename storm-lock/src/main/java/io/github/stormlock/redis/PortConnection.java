package io.github.stormlock.redis;

import java.net.Socket;
import java.net.SocketTimeoutException;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * A connection that can be ended by any thread, and whose answers are read as they come. It counts the answers that are
 * due, so that it alone tells whether the next one belongs to the next command. For one thread at a time, except
 * {@link #kill()} and {@link #expire()}.
 */
final class PortConnection extends Connection {
    private final PortSocketFactory sockets;
    private final Alertness alertness = new Alertness(Runtime.getRuntime().availableProcessors());
    private int due;
    private volatile boolean expired;

    PortConnection(PortSocketFactory sockets, JedisClientConfig config) {
        super(sockets, config);
        this.sockets = sockets;
    }

    void send(CommandArguments command) {
        // Before it is sent: half a command has no answer, and nothing may follow it.
        due++;
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

    /** The next answer; {@code null} is one. Errors are thrown, and are answers too. */
    @Nullable
    Object read() {
        try {
            Object answer = getUnflushedObject();
            due--;
            return answer;
        } catch (JedisDataException e) {
            due--;
            throw e;
        }
    }

    /** As {@link #read()}, by a deadline. */
    @Nullable
    Object read(long deadline) {
        answerWithin(Deadline.millis(deadline, Integer.MAX_VALUE));
        return read();
    }

    /** Whether every command sent was answered, so that another may use it. */
    boolean isAligned() {
        return due == 0 && !isBroken();
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

    /** As {@link #kill()}, because the server did not take in time what was written. */
    void expire() {
        expired = true;
        kill();
    }

    /** Why something failed on it: a socket that was closed does not tell that its time was up. */
    RuntimeException reason(RuntimeException failure) {
        return expired
                ? new JedisConnectionException(new SocketTimeoutException("the server did not read in time"))
                : failure;
    }
}
