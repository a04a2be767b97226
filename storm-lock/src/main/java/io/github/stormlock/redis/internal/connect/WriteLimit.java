package io.github.stormlock.redis.internal.connect;

import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.args.Rawable;

/**
 * Sends commands over one connection, and ends the connection if the server does not take them by a deadline. A socket
 * has no time-out for writing, encrypted or not, and only closing it ends a write that blocks.
 *
 * <p>A send buffer is empty if every earlier command was answered, and a write that fits into an empty one cannot
 * block. So only a larger write is watched, and the common small command costs no timer. For one pipeline and one
 * thread.
 */
public final class WriteLimit {
    /** The most bytes that are not watched: less than the send buffer of a new connection on any system. */
    public static final int NEVER_BLOCKS = 16 * 1024;

    /** The most bytes that the protocol puts around an argument. */
    private static final int HEAD_BYTES = 16;

    private final PortConnection connection;
    private final DaemonThreads workers;
    private final long end;
    // Set by the end of the writing or by the end of the time, the earlier of the two, so that a connection that is
    // lent again is not ended.
    private final AtomicBoolean over = new AtomicBoolean();
    private long bytes;
    private @Nullable Future<?> watch;

    /**
     * Creates a watch over what is sent on a connection.
     *
     * @param end the deadline by which all must be written
     */
    public WriteLimit(PortConnection connection, DaemonThreads workers, long end) {
        this.connection = connection;
        this.workers = workers;
        this.end = end;
    }

    public void send(CommandArguments command) {
        if (watch == null) {
            count(command);
        }
        connection.send(command);
    }

    /** Stops watching, no matter if all was written. */
    public void stop() {
        if (watch != null) {
            watch.cancel(/* mayInterruptIfRunning= */ false);
            if (!over.compareAndSet(false, true)) {
                // The timer was first, and may still be ending the connection, which must not be lent again meanwhile.
                connection.expire();
            }
        }
    }

    private void count(CommandArguments command) {
        for (Rawable argument : command) {
            bytes += argument.getRaw().length + HEAD_BYTES;
            if (bytes > NEVER_BLOCKS) {
                watch = workers.after(Deadline.left(end), this::expire);
                return;
            }
        }
    }

    private void expire() {
        if (over.compareAndSet(false, true)) {
            connection.expire();
        }
    }
}
