package io.github.stormlock.lock;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.lock.Tokens.Acquisition;
import io.github.stormlock.redis.PoolConfig;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.RedisPort;
import io.github.stormlock.redis.RedisRefusedException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What all locks and guarded updates of one connection share: one pool, one watchdog, one subscription, one name for
 * tokens. Counted: it ends when its last user is gone and the last operation under way is done, so that closing a factory
 * never pulls the connection from under an update. Thread-safe.
 */
final class Engine {
    /** How many updates may be open whose callers do not wait. */
    static final int MOST_ASYNC = 10_000;

    private static final int ENDED = 0;
    // A hundred years, and far from an overflow.
    private static final long ENDLESS_NANOS = 3_153_600_000_000_000_000L;

    private final String name;
    private final String server;
    private final RedisPort port;
    private final RedisPort renewals;
    private final Ticker ticker;
    private final Tokens tokens;
    private final Attempts attempts;
    private final Signals signals;
    private final Watchdog watchdog;
    private final Releases releases;
    private final FactoryThreads threads;
    private final StartCheck startCheck;
    private final OwnLeases ownLeases = new OwnLeases();
    private final EntryQueues queues = new EntryQueues();
    private final RememberedEntries remembered;
    private final ServerClock clock;
    private final Set<Class<?>> lockedKinds = ConcurrentHashMap.newKeySet();
    private final long commandTimeoutNanos;
    // One for each factory: locks of the same name in two servers are two locks.
    @SuppressWarnings("ThreadLocalUsage")
    private final ThreadLocal<Map<String, ThreadOwnedLock.Hold>> holds = ThreadLocal.withInitial(HashMap::new);

    private final AtomicInteger users = new AtomicInteger(1);
    private @Nullable UpdateRunner asyncUpdates;

    Engine(RedisPort port, RedisPort renewals, String name, Ticker ticker) {
        this(
                port,
                renewals,
                name,
                name,
                RedisConfig.DEFAULT.commandTimeout(),
                LockSettings.DEFAULT.rememberedMaxBytes(),
                ticker);
    }

    /**
     * @param name in the names of threads
     * @param server to be told from other factories by
     * @param rememberedMaxBytes 0 to remember no entries
     */
    Engine(
            RedisPort port,
            RedisPort renewals,
            String name,
            String server,
            Duration commandTimeout,
            long rememberedMaxBytes,
            Ticker ticker) {
        this.name = name;
        this.server = server;
        this.port = port;
        this.renewals = renewals;
        this.ticker = ticker;
        this.tokens = new Tokens(port.isCluster());
        this.signals = new Signals(port, tokens.channel(), ticker);
        this.threads = new FactoryThreads(name);
        this.watchdog =
                new Watchdog(renewals, signals, threads.watchdog(), threads.senders(), threads.notifier(), ticker);
        this.attempts = new Attempts(port, ticker, new Withdrawals(port, watchdog, ticker));
        this.releases = new Releases(port, watchdog::owe, ticker);
        this.startCheck = new StartCheck(port, tokens);
        this.remembered = new RememberedEntries(rememberedMaxBytes);
        this.clock = new ServerClock(port.isCluster());
        this.commandTimeoutNanos = commandTimeout.toNanos();
    }

    /** Connects nothing yet. Its one user is the caller. */
    static Engine start(RedisConfig config, long rememberedMaxBytes, Ticker ticker) {
        RedisPort port = RedisPort.open(config);
        RedisPort renewals = RedisPort.open(config.toBuilder()
                .pool(single(config.pool()))
                .clientName(config.clientName() + ":watchdog")
                .build());
        return new Engine(
                port,
                renewals,
                config.clientName().replace("storm-lock:", ""),
                server(config),
                config.commandTimeout(),
                rememberedMaxBytes,
                ticker);
    }

    private static String server(RedisConfig config) {
        String nodes = config.nodes().stream()
                .map(node -> node.host() + ':' + node.port())
                .collect(Collectors.joining(", "));
        return config.mode().name().toLowerCase(Locale.ROOT) + ' ' + nodes + ", database " + config.database();
    }

    /** A connection of its own for the watchdog, kept while there is something to renew. */
    private static PoolConfig single(PoolConfig pool) {
        return pool.toBuilder().maxTotal(1).maxIdle(1).minIdle(0).build();
    }

    /** One more user, unless it has ended. */
    boolean tryRetain() {
        return users.getAndUpdate(count -> count == ENDED ? ENDED : count + 1) != ENDED;
    }

    /** @throws IllegalStateException if it has ended */
    void retain() {
        if (!tryRetain()) {
            throw closed();
        }
    }

    static IllegalStateException closed() {
        return new IllegalStateException("this RedisLockFactory is closed");
    }

    /** One user less; the last one ends everything. */
    void letGo() {
        if (users.decrementAndGet() != ENDED) {
            return;
        }
        // The last user may be an interrupted executor, and what is closed here may swallow its interrupt.
        boolean interrupted = Thread.interrupted();
        try {
            end();
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    boolean hasEnded() {
        return users.get() == ENDED;
    }

    private void end() {
        watchdog.close();
        giveBackAll();
        signals.close();
        threads.end();
        port.close();
        renewals.close();
        // Last, since it interrupts its threads, and may be called by one of them.
        endAsyncUpdates();
    }

    /**
     * All in one pipeline, and for no longer than one release may take. Owners are told first: from here on their locks
     * may be another's.
     */
    private void giveBackAll() {
        Unanswered unanswered = watchdog.unanswered();
        long now = ticker.nanos();
        for (HeldLease lease : watchdog.watched()) {
            if (lose(lease)) {
                unanswered.add(Releases.of(lease, /* wanted= */ false, now));
            }
        }
        unanswered.send(port, Releases.BUDGET_NANOS);
        long left = now + Releases.BUDGET_NANOS - ticker.nanos();
        if (left > 0) {
            unanswered.send(port, left);
        }
    }

    /** The runner of updates whose callers do not wait. Only for a user of this, so that it has not ended. */
    synchronized UpdateRunner asyncUpdates() {
        UpdateRunner running = asyncUpdates;
        if (running == null) {
            running = new UpdateRunner(name, MOST_ASYNC, fullest -> {});
            asyncUpdates = running;
        }
        return running;
    }

    private synchronized void endAsyncUpdates() {
        if (asyncUpdates != null) {
            asyncUpdates.close();
        }
    }

    RedisPort port() {
        return port;
    }

    Ticker ticker() {
        return ticker;
    }

    Watchdog watchdog() {
        return watchdog;
    }

    OwnLeases ownLeases() {
        return ownLeases;
    }

    Attempts attempts() {
        return attempts;
    }

    EntryQueues queues() {
        return queues;
    }

    /** Whether updates of such a kind are begun under the lock: it was found to support no attempts. */
    boolean takesLockFirst(EntryKind<?> kind) {
        return !lockedKinds.isEmpty() && lockedKinds.contains(kind.getClass());
    }

    void takeLockFirst(EntryKind<?> kind) {
        boolean unused = lockedKinds.add(kind.getClass());
    }

    RememberedEntries remembered() {
        return remembered;
    }

    ServerClock clock() {
        return clock;
    }

    long commandTimeoutNanos() {
        return commandTimeoutNanos;
    }

    ThreadLocal<Map<String, ThreadOwnedLock.Hold>> holds() {
        return holds;
    }

    /** @throws IllegalArgumentException if {@code entry} can be no entry's key */
    LockKeys keys(String entry) {
        return LockKeys.of(entry, port.isCluster());
    }

    Acquisition newAcquisition() {
        return tokens.next();
    }

    /** @throws IllegalArgumentException if {@code wait} is negative */
    long deadline(Duration wait) {
        if (wait.isNegative()) {
            throw new IllegalArgumentException("the wait " + wait + " is negative");
        }
        return ticker.nanos() + Math.min(TimeUnit.NANOSECONDS.convert(wait), ENDLESS_NANOS);
    }

    /** Checks once what the server permits. */
    void checkServer(LockKeys keys, long budgetNanos) {
        startCheck.run(keys, budgetNanos);
    }

    /** As {@link AcquireLoop#run}, told to who is interested. */
    Try acquire(Acquiring wanted, long deadlineNanos) {
        UserCode.refuse("acquire", wanted.keys());
        long started = ticker.nanos();
        Try outcome = take(wanted, newAcquisition(), deadlineNanos);
        if (outcome instanceof Try.Grant) {
            wanted.events().tell(events -> events.acquired(ticker.nanos() - started));
        } else {
            wanted.events().tell(LockEvents::timedOut);
        }
        return outcome;
    }

    /**
     * Checks once what the server permits.
     *
     * @return whether the answer came before the wait was over
     */
    boolean serverChecked(Acquiring wanted, long deadlineNanos) {
        long left = deadlineNanos - ticker.nanos();
        long budget = left > 0 ? Math.max(left, Acquiring.FIRST_BUDGET_NANOS) : Long.MAX_VALUE;
        long started = ticker.nanos();
        try {
            if (wanted.interruptible()) {
                checkServer(wanted.keys(), budget);
            } else {
                startCheck.runUninterrupted(wanted.keys(), budget);
            }
            return true;
        } catch (LockUnavailableException e) {
            if (e.getCause() instanceof RedisRefusedException || !Acquiring.cutOff(ticker.nanos() - started, budget)) {
                throw e;
            }
            return false;
        }
    }

    /** As {@link AcquireLoop#run}; a later call for the same acquisition takes over what an earlier one was granted. */
    Try take(Acquiring wanted, Acquisition acquisition, long deadlineNanos) {
        if (!serverChecked(wanted, deadlineNanos)) {
            return Try.Busy.UNANSWERED;
        }
        return new AcquireLoop(attempts, signals, ticker, wanted, acquisition, deadlineNanos).run();
    }

    /** Gives back what an acquisition was granted, where nobody holds it as a lease. Never throws. */
    void withdraw(Acquiring wanted, Acquisition acquisition) {
        boolean interrupted = Thread.interrupted();
        attempts.withdraw(wanted, acquisition, "");
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Puts a grant under the watchdog's eyes. */
    HeldLease hold(Acquiring wanted, Try.Grant grant, Duration holdMax, @Nullable Thread owner) {
        HeldLease lease = new HeldLease(wanted, grant, holdMax.toNanos(), ticker, owner);
        watchdog.watch(lease);
        return lease;
    }

    /**
     * Gives a lease back, unless it ended before.
     *
     * @return whether it stood until then, as far as can be told
     */
    @CanIgnoreReturnValue
    boolean release(HeldLease lease) {
        return release(lease, /* wanted= */ false);
    }

    /** As {@link #release(HeldLease)}; where others of this JVM want a lock that was used for long, others come first. */
    @CanIgnoreReturnValue
    boolean release(HeldLease lease, boolean wanted) {
        if (lease.heldNanos() >= Tenure.LONGEST_USE_NANOS) {
            attempts.leftFree(lease.keys());
        }
        return finish(lease) && !releases.send(lease, wanted);
    }

    /**
     * Notes that a lease turned out to have ended.
     *
     * @return whether it was not known before
     */
    @CanIgnoreReturnValue
    boolean lose(HeldLease lease) {
        watchdog.forget(lease);
        return lease.lose(threads.notifier());
    }

    /** Notes that a lease was given back by the script that did the work. */
    boolean finish(HeldLease lease) {
        watchdog.forget(lease);
        return lease.giveBack();
    }

    @Override
    public String toString() {
        return server;
    }
}
