package io.github.stormlock.redis;

import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.args.Rawable;

/**
 * Sends commands over one connection, and ends the connection if the server does not take them by a deadline. A socket has
 * no time-out for writing, encrypted or not, and closing it is what ends a write that blocks. Whatever fits into a send
 * buffer that is empty cannot block, and it is empty where every earlier command was answered: so only more than that is
 * watched, and the common small command costs no timer. Of one pipeline, for one thread.
 */
final class WriteLimit {
    /** Less than the send buffer of a new connection on any system. */
    static final int NEVER_BLOCKS = 16 * 1024;

    /** What goes around an argument, at most. */
    private static final int HEAD_BYTES = 16;

    private final PortConnection connection;
    private final Workers workers;
    private final long end;
    // Set by the end of the writing or of the time, the earlier of the two: a connection lent again is not ended.
    private final AtomicBoolean over = new AtomicBoolean();
    private long bytes;
    private @Nullable Future<?> watch;

    /** @param end by when all must be written */
    WriteLimit(PortConnection connection, Workers workers, long end) {
        this.connection = connection;
        this.workers = workers;
        this.end = end;
    }

    void send(CommandArguments command) {
        if (watch == null) {
            count(command);
        }
        connection.send(command);
    }

    /** Stops watching, whether all was written or not. */
    void stop() {
        if (watch != null) {
            watch.cancel(/* mayInterruptIfRunning= */ false);
            if (!over.compareAndSet(false, true)) {
                // The timer was first, and may still be at it: the connection must not be lent again meanwhile.
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
