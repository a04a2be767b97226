package io.github.stormlock.torture.run;

import io.github.stormlock.test.internal.process.DaemonThread;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisException;

/**
 * Compares the servers' clock with the clock of the histories. Leases end by the servers' time; histories tell moments of
 * the clock that all JVMs of the machine share. While both keep in step, a moment of the one is a moment of the other. It is
 * begun and closed by one thread.
 */
public final class ClockWatch implements AutoCloseable {
    private static final long PAUSE_NANOS = 50_000_000;
    /** A look that took longer tells too little. */
    private static final long SOON_NANOS = 3_000_000;

    private static final long MOST_NANOS = 50_000_000;

    private final ServerSetup setup;
    private final Thread thread;
    private volatile boolean closed;
    private volatile long lowest = Long.MAX_VALUE;
    private volatile long highest = Long.MIN_VALUE;

    public ClockWatch(ServerSetup setup) {
        this.setup = setup;
        this.thread = DaemonThread.start("clock-watch", this::watch);
    }

    private void watch() {
        while (!closed) {
            try {
                setup.everywhere(ClockWatch::offset).forEach(this::saw);
            } catch (JedisException | IllegalStateException serverIsAway) {
                // The server is away, so this look tells nothing.
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    /** Returns by how much the server's clock is ahead, in the middle of a look; the end of time if it took too long. */
    private static long offset(Jedis redis) {
        redis.ping();
        long asked = System.nanoTime();
        List<String> time = redis.time();
        long answered = System.nanoTime();
        if (answered - asked > SOON_NANOS) {
            return Long.MAX_VALUE;
        }
        long server = Long.parseLong(time.get(0)) * 1_000_000_000L + Long.parseLong(time.get(1)) * 1_000L;
        return server - (asked + (answered - asked) / 2);
    }

    private void saw(long offset) {
        if (offset != Long.MAX_VALUE) {
            lowest = Math.min(lowest, offset);
            highest = Math.max(highest, offset);
        }
    }

    /**
     * Returns by how much the clocks parted, in nanoseconds.
     *
     * @throws HarnessException if that is too much, or if no server told its time
     */
    public long parted() {
        if (lowest == Long.MAX_VALUE) {
            throw new HarnessException("no server told its time", null);
        }
        long parted = highest - lowest;
        if (parted > MOST_NANOS) {
            throw new HarnessException(
                    "the servers' clock was set during the run, by " + parted / 1_000_000 + " ms", null);
        }
        return parted;
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
