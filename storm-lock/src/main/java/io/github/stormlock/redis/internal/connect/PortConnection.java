package io.github.stormlock.redis.internal.connect;

import java.net.Socket;
import java.net.SocketTimeoutException;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * A connection that any thread can end, and whose answers are read as they come. It counts the answers that are due. So
 * it alone tells if the next one belongs to the next command. For one thread at a time, except {@link #kill()} and
 * {@link #expire()}.
 */
public final class PortConnection extends Connection {
    private final PortSocketFactory sockets;
    private final SpinWait alertness = new SpinWait(Runtime.getRuntime().availableProcessors());
    private int due;
    private volatile boolean expired;

    public PortConnection(PortSocketFactory sockets, JedisClientConfig config) {
        super(sockets, config);
        this.sockets = sockets;
    }

    public void send(CommandArguments command) {
        // Counted before it is sent: half a command has no answer, and nothing may follow it.
        due++;
        sendCommand(command);
    }

    @Override
    public void flush() {
        super.flush();
    }

    /**
     * Spins for the next answer, if that pays. It is for a thread that uses the pool alone: other users would lose
     * processor time.
     */
    public void stayAwake() {
        Socket socket = sockets.socket();
        if (socket != null) {
            alertness.await(socket);
        }
    }

    /** Returns the next answer, which may be {@code null}. An error is an answer too, and is thrown. */
    @Nullable
    public Object read() {
        try {
            Object answer = getUnflushedObject();
            due--;
            return answer;
        } catch (JedisDataException e) {
            due--;
            throw e;
        }
    }

    /** Sends a command, and returns its answer as {@link #read()} does. */
    @Nullable
    public Object ask(CommandArguments command) {
        send(command);
        flush();
        return read();
    }

    /** Returns the next answer as {@link #read()} does, by a deadline. */
    @Nullable
    public Object read(long deadline) {
        answerWithin(Deadline.millis(deadline, Integer.MAX_VALUE));
        return read();
    }

    /** Returns true if every command sent was answered, so that another thread may use the connection. */
    boolean isAligned() {
        return due == 0 && !isBroken();
    }

    /**
     * Sets the longest time for an answer, in ms; 0 is endless. Every user sets it anew. It is a field of the socket,
     * so nothing is sent.
     */
    public void answerWithin(int millis) {
        if (getSoTimeout() != millis) {
            setSoTimeout(millis);
        }
    }

    public PortSocketFactory sockets() {
        return sockets;
    }

    /**
     * Ends the connection, from any thread. Nothing is sent or flushed: a flush to a server that does not read could
     * last.
     */
    public void kill() {
        setBroken();
        sockets.abort();
    }

    /** Ends the connection as {@link #kill()} does, because the server did not take in time what was written. */
    void expire() {
        expired = true;
        kill();
    }

    /**
     * Returns the reason for a failure on it. A closed socket does not tell that its time was over, so that is told
     * here.
     */
    public RuntimeException reason(RuntimeException failure) {
        return expired
                ? new JedisConnectionException(new SocketTimeoutException("the server did not read in time"))
                : failure;
    }
}
