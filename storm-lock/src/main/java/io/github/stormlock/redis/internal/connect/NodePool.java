package io.github.stormlock.redis.internal.connect;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.stormlock.redis.RedisRefusedException;
import io.github.stormlock.redis.RedisUnavailableException;
import java.time.Duration;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.apache.commons.pool2.impl.GenericObjectPool;
import redis.clients.jedis.HostAndPort;

/**
 * The command connections to one server. Thread-safe.
 *
 * <p>Threads queue at a semaphore with as many permits as the pool has room, and not inside the pool. So a thread
 * connects on its own time only: inside the pool, a thread that returns a broken connection has to connect for a
 * waiter. Also, no waiter is forgotten when that fails, and closing the pool interrupts nobody.
 */
public final class NodePool {
    private final HostAndPort address;
    private final JedisSettings settings;
    private final ConnectionMaker maker;
    private final DaemonThreads workers;
    private final GenericObjectPool<PortConnection> pool;
    private final Semaphore permits;
    private volatile boolean retired;

    public NodePool(HostAndPort address, JedisSettings settings, DaemonThreads workers) {
        this.address = address;
        this.settings = settings;
        this.maker = new ConnectionMaker(address, settings);
        this.workers = workers;
        this.pool = new GenericObjectPool<>(maker, settings.pool());
        this.permits = new Semaphore(pool.getMaxTotal(), pool.getFairness());
    }

    public HostAndPort address() {
        return address;
    }

    public JedisSettings settings() {
        return settings;
    }

    /** Returns the limit of the writing over one of its connections. */
    public WriteLimit limit(PortConnection connection, long end) {
        return new WriteLimit(connection, workers, end);
    }

    /**
     * Lends a connection, which is this thread's own until {@link #giveBack}.
     *
     * @throws RedisUnavailableException if there is none in time, or the wait is interrupted
     * @throws RedisRefusedException if the server refuses the login
     */
    @CheckReturnValue
    public PortConnection borrow(long deadline) {
        takePermit(deadline);
        boolean lent = false;
        try {
            PortConnection connection = fromPool(deadline);
            lent = true;
            return connection;
        } finally {
            if (!lent) {
                permits.release();
            }
        }
    }

    /**
     * Takes a connection back. A broken one is returned like a good one, for the maker to reject: the pool's own way to
     * invalidate one connects anew at once, on this thread, whose time is over. This is the only place that decides if
     * a connection may be lent again.
     */
    public void giveBack(PortConnection connection) {
        try {
            if (!connection.isAligned()) {
                connection.kill();
            }
            pool.returnObject(connection);
        } finally {
            permits.release();
        }
    }

    /** Closes the idle connections: after a restart of the server each would fail one script. */
    public void dropIdle() {
        pool.clear();
    }

    /**
     * Returns true if nobody but the caller has a connection. It asks the permits, since asking the pool takes its
     * lock.
     */
    public boolean lendsToOneOnly() {
        return permits.availablePermits() == pool.getMaxTotal() - 1;
    }

    public int active() {
        return pool.getNumActive();
    }

    public int idle() {
        return pool.getNumIdle();
    }

    /** Returns how often a connection was taken. */
    long borrowed() {
        return pool.getBorrowedCount();
    }

    public int waiting() {
        return permits.getQueueLength();
    }

    /** Returns true if nothing is lent any more. */
    public boolean isRetired() {
        return retired;
    }

    /** Stops lending. A lent connection ends when it is given back. */
    void retire() {
        retired = true;
        pool.close();
        permits.release(pool.getMaxTotal());
    }

    /** Stops lending, and ends what is lent. */
    public void close() {
        retire();
        maker.close();
    }

    private void takePermit(long deadline) {
        try {
            long wait = Math.min(settings.config().pool().maxWait().toNanos(), Deadline.left(deadline));
            boolean got = !pool.getFairness() && permits.tryAcquire();
            if (!got && !permits.tryAcquire(wait, TimeUnit.NANOSECONDS)) {
                throw Failures.poolExhausted(address, settings.config().pool(), wait);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Failures.interrupted(address);
        }
        if (retired) {
            permits.release();
            throw Failures.closed(address);
        }
    }

    private PortConnection fromPool(long deadline) {
        ConnectDeadline.set(deadline);
        try {
            long wait = Math.min(settings.config().pool().maxWait().toNanos(), Math.max(1, Deadline.left(deadline)));
            return pool.borrowObject(Duration.ofNanos(wait));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw Failures.interrupted(address);
        } catch (Exception e) {
            throw retired ? Failures.closed(address) : Failures.notConnected(Peer.SERVER, address, false, e);
        } finally {
            ConnectDeadline.clear();
        }
    }
}
