package io.github.stormlock.quorum;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.internal.figures.SafeLockEvents;
import io.github.stormlock.internal.kind.NamedLock;
import io.github.stormlock.internal.lifecycle.Ticker;
import io.github.stormlock.internal.protocol.LockKeys;
import io.github.stormlock.lock.DistributedLock;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LeaseLostException;
import io.github.stormlock.lock.LockEvents;
import io.github.stormlock.lock.LockInterruptedException;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.redis.RedisConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Collectors;

/**
 * Makes locks that a majority of independent Redis servers grants, known as red locks. So a lock outlives the loss of a
 * minority of the servers. The servers know nothing of each other, and are no replicas. Thread-safe.
 *
 * <p>A server that may have lost its locks does not vote for one <i>longest lease</i>, counted from the first request
 * that it gets. It recognises that by the key {@code lock-quorum:born}: after a restart, after a removal of all keys, or
 * where another server took its place. So a new installation waits once, when it is connected. The longest lease is the
 * same for all clients: one that gives another is refused.
 *
 * <p>Two holders at a time are excluded only as far as clocks and servers are sound. This is what it does <b>not</b>
 * promise:
 *
 * <ul>
 *   <li>A holder that is paused past the end of its lease goes on when it wakes, and does not know. Only
 *       {@link Lease#fence}, checked by what is written to, stops it.
 *   <li>The clock of a server must not jump, nor run faster than ours by more than a hundredth of a lease and 2 ms. Start
 *       Redis after the clock of its machine is set.
 *   <li>A replica must not take over the place of a server: some clients may still reach the old one, and both vote.
 *   <li>A server that removes keys to gain memory loses locks. Set {@code maxmemory-policy} to {@code noeviction}.
 *   <li>No entry is changed under such a lease: {@code Guard.updateUnder} refuses it. A guard of a
 *       {@link io.github.stormlock.RedisLockFactory} checks its lock in the step that writes, which is stronger.
 * </ul>
 *
 * <p>Needs the rights of a mutex on each server, and {@code INFO}, {@code TIME}, and the key {@code lock-quorum:born}.
 */
public final class RedisQuorum implements AutoCloseable {
    /** The longest lease of all clients, unless another is given: 30 s. */
    public static final Duration DEFAULT_LONGEST_LEASE = Duration.ofSeconds(30);

    private static final Duration MOST = Duration.ofHours(1);
    private static final int FEWEST = 3;

    private final QuorumRuntime quorum;
    private final SafeLockEvents events;
    private final AtomicBoolean closed;

    private RedisQuorum(QuorumRuntime quorum, LockEvents listener, AtomicBoolean closed) {
        this.quorum = quorum;
        this.events = SafeLockEvents.around(listener, quorum.slow());
        this.closed = closed;
    }

    /**
     * Connects to the servers with default settings: leases of 5 s, and none longer than 30 s. It waits until a majority
     * votes, which is at once unless most servers are new or have lost their data.
     *
     * @param uris the servers, an odd number and at least 3, each as
     *     {@code redis://[user:password@]host[:port][/database]}, or {@code rediss://} for TLS
     * @return the quorum, which the caller closes
     * @throws IllegalArgumentException as {@link #connect(Collection, LockSettings, Duration)} does, or if a text is no
     *     such URI
     * @throws LockUnavailableException if a majority of the servers fails or does not answer
     */
    public static RedisQuorum connect(Collection<String> uris) {
        List<RedisConfig> servers = uris.stream()
                .map(uri -> RedisConfig.fromUri(uri).toBuilder()
                        .clientName("storm-lock:quorum")
                        .build())
                .toList();
        return connect(servers, LockSettings.DEFAULT, DEFAULT_LONGEST_LEASE);
    }

    /**
     * Connects to the servers. It waits until a majority votes, for one longest lease at most if most of them are new.
     *
     * @param servers the servers, an odd number and at least 3, each standalone. Their pools mean nothing here: one
     *     connection to each carries all
     * @param settings what the locks begin with: {@code lease} and {@code holdMax} count
     * @param longestLease the longest lease that any client of these servers takes, in whole milliseconds, from the lease
     *     to 1 h. It is the time for which a server does not vote that may have
     *     lost its locks
     * @return the quorum, which the caller closes
     * @throws IllegalArgumentException if the number of servers is even or less than 3, one is not standalone, one is
     *     named twice or reached by two of the addresses, the lease is longer than the longest, the longest is out of
     *     range, or the settings have a prefix of keys
     * @throws IllegalStateException if other clients gave another longest lease
     * @throws LockUnavailableException if a majority of the servers fails or does not answer
     * @throws LockInterruptedException if the thread is interrupted while it waits; its interrupt flag stays set
     */
    public static RedisQuorum connect(Collection<RedisConfig> servers, LockSettings settings, Duration longestLease) {
        List<RedisConfig> all = List.copyOf(servers);
        requireServers(all);
        requireLongest(settings.lease(), longestLease);
        if (!settings.keyPrefix().isEmpty()) {
            throw new IllegalArgumentException("LockSettings.keyPrefix = " + settings.keyPrefix()
                    + " is given, and the locks of a quorum have no prefix: its servers serve nothing else");
        }
        List<RedisLane> lanes = new ArrayList<>(all.size());
        Duration answer = Duration.ZERO;
        for (RedisConfig server : all) {
            lanes.add(lane(server, settings.lease()));
            Duration longest = server.connectTimeout().plus(server.commandTimeout());
            answer = answer.compareTo(longest) > 0 ? answer : longest;
        }
        return over(lanes, settings, longestLease, answer, Ticker.SYSTEM);
    }

    /**
     * Starts a quorum over these lanes.
     *
     * @param answer how long the first answer may take
     */
    static RedisQuorum over(
            List<RedisLane> lanes, LockSettings settings, Duration longestLease, Duration answer, Ticker ticker) {
        RedisQuorum started = unchecked(lanes, settings, longestLease, ticker);
        QuorumRuntime quorum = started.quorum;
        boolean votes = false;
        try {
            new QuorumStart(quorum.masters(), quorum.ticker(), answer.toNanos()).run();
            votes = true;
        } finally {
            if (!votes) {
                started.close();
            }
        }
        return started;
    }

    /** Starts a quorum over these lanes, and does not look at who votes. */
    static RedisQuorum unchecked(List<RedisLane> lanes, LockSettings settings, Duration longestLease, Ticker ticker) {
        return new RedisQuorum(
                QuorumRuntime.of(lanes, settings, longestLease.toMillis(), ticker),
                LockEvents.NONE,
                new AtomicBoolean());
    }

    /** Opens a lane that is kept for a whole lease without an answer: so long a give-back stays behind its try. */
    private static RedisLane lane(RedisConfig server, Duration lease) {
        Duration answer = server.commandTimeout().compareTo(lease) > 0 ? server.commandTimeout() : lease;
        return new PortLane(server.toBuilder().commandTimeout(answer).build());
    }

    private static void requireServers(List<RedisConfig> servers) {
        if (servers.size() < FEWEST || servers.size() % 2 == 0) {
            throw new IllegalArgumentException("a quorum has an odd number of servers, at least " + FEWEST + ", not "
                    + servers.size() + ": one more than an odd number only makes a majority harder to reach");
        }
        List<String> names = servers.stream()
                .map(server -> server.nodes().get(0).host()
                        + ':'
                        + server.nodes().get(0).port())
                .collect(Collectors.toList());
        for (int i = 0; i < servers.size(); i++) {
            if (servers.get(i).mode() != RedisConfig.Mode.STANDALONE) {
                throw new IllegalArgumentException("a quorum has standalone servers, and the mode of " + names.get(i)
                        + " is " + servers.get(i).mode());
            } else if (names.indexOf(names.get(i)) < i) {
                throw new IllegalArgumentException(
                        "the server " + names.get(i) + " is named twice: a quorum needs independent ones");
            }
        }
    }

    private static void requireLongest(Duration lease, Duration longest) {
        if (lease.compareTo(longest) > 0 || longest.compareTo(MOST) > 0) {
            throw new IllegalArgumentException("a longest lease of " + longest.toMillis()
                    + " ms is out of range: give at least LockSettings.lease = " + lease.toMillis()
                    + " ms, and at most "
                    + MOST.toMillis() + " ms");
        }
    }

    /**
     * {@return this quorum with a listener} It is told what happens to the locks that are made from what is returned. It has
     * no end of its own: to close one is to close both.
     *
     * @param listener takes the place of the one that the quorum has
     */
    public RedisQuorum withEvents(LockEvents listener) {
        return new RedisQuorum(
                quorum,
                Objects.requireNonNull(listener, "the listener is null; LockEvents.NONE ignores everything"),
                closed);
    }

    /**
     * {@return the lock of this name} It behaves as {@link DistributedLock} says, with these differences.
     *
     * <p>Each server is waited for as long as the least of a tenth of the lease, the rest of the wait, and the larger of
     * 50 ms and four of its median round trips. The lock is granted if a majority grants it and a tenth of the lease is
     * left. The lease ends one hundredth and 2 ms before the servers' leases do, counted from before the first request.
     * A waiter tries again after a random pause of 5 to 50 ms, later up to 200 ms: no server can wake it.
     *
     * <p>{@link DistributedLock#tryAcquire} and {@link DistributedLock#acquire} throw {@link LockUnavailableException} if
     * a majority of the servers fails, or if servers that may have lost their locks prevent a majority for longer than
     * the wait: the message tells until when. They throw {@link IllegalStateException} if two addresses turn out to be
     * one server, or other clients have given another longest lease.
     *
     * <p>{@link Lease#close} never throws. {@link java.util.concurrent.locks.Lock#unlock} of {@link DistributedLock#asLock}
     * throws {@link LockUnavailableException} if a majority of the servers did not confirm within a second, and
     * {@link LeaseLostException} if the lease was lost. {@link Lease#fence} makes one round trip; its numbers rise while no
     * majority loses its data, and no server's clock falls behind.
     *
     * @param name the name of the lock; foreign clients find it under {@code lock:{name}} on each server
     * @throws IllegalArgumentException if {@code name} is empty, longer than 16,384 bytes, or reserved
     */
    public DistributedLock mutex(String name) {
        return new NamedLock(
                new QuorumMutex(quorum, LockKeys.of(Objects.requireNonNull(name, "the name is null"), false), events));
    }

    /**
     * Gives back all leases, which count as lost, and ends the connections. Waits for a second at most for servers that
     * do not answer. Idempotent. A thread that waits for a lock then, or asks for one later, is refused with an
     * {@link IllegalStateException}.
     */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            quorum.users().close();
        }
    }

    @Override
    public String toString() {
        return "quorum of " + quorum.masters().all();
    }
}
