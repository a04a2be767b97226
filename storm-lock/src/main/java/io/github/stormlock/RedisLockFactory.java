package io.github.stormlock;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.config.StormLockConfig;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.internal.draft.EntryTarget;
import io.github.stormlock.internal.draft.GuardSettings;
import io.github.stormlock.internal.figures.SafeLockEvents;
import io.github.stormlock.internal.kind.Acquiring;
import io.github.stormlock.internal.kind.AllLocks;
import io.github.stormlock.internal.kind.KeptLatch;
import io.github.stormlock.internal.kind.NamedLock;
import io.github.stormlock.internal.kind.PermitPool;
import io.github.stormlock.internal.kind.ReadWrite;
import io.github.stormlock.internal.kind.Shared;
import io.github.stormlock.internal.lifecycle.Ticker;
import io.github.stormlock.internal.protocol.Callers;
import io.github.stormlock.internal.protocol.Claimant;
import io.github.stormlock.internal.protocol.EventMarks;
import io.github.stormlock.internal.protocol.LockKind;
import io.github.stormlock.internal.text.Printable;
import io.github.stormlock.lock.DistributedLock;
import io.github.stormlock.lock.LockEvents;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.lock.insight.CallerFigures;
import io.github.stormlock.lock.kind.DistributedReadWriteLock;
import io.github.stormlock.lock.kind.Latch;
import io.github.stormlock.lock.kind.Permits;
import io.github.stormlock.redis.RedisConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Makes locks and guarded entries over one connection pool. It connects when first used. It remembers small entries
 * in as much memory as its settings allow, so that an update of one need not read it: those of which an attempt
 * compared and wrote up to about 1 KB, and those of up to 16 KB that were written under the lock.
 * Thread-safe.
 *
 * <p>Inside a topology, {@link #of} gives every caller in a worker the same pool, memory, watchdog and subscription.
 * Each caller closes the factory that it was given, and the last one ends what they share: see {@link #close()}.
 */
public final class RedisLockFactory implements AutoCloseable {
    private static final int LONGEST_CALLER = 100;
    private static final String NO_SERVER_NAMED =
            "; no server is configured, so this is the default: set storm.lock.redis.uri or storm.lock.redis.nodes";

    private final FactoryRuntime runtime;
    private final LockSettings settings;
    private final String purpose;
    /** The end of the message that the server is out of reach; empty for none. */
    private final String unreachable;

    private final int caller;
    private final LockEvents listener;
    private final AtomicBoolean closed;

    FactoryRuntime runtime() {
        return runtime;
    }

    private RedisLockFactory(FactoryRuntime runtime, LockSettings settings, String purpose, String unreachable) {
        this(runtime, settings, purpose, unreachable, Callers.NOBODY, LockEvents.NONE, new AtomicBoolean());
    }

    private RedisLockFactory(
            FactoryRuntime runtime,
            LockSettings settings,
            String purpose,
            String unreachable,
            int caller,
            LockEvents listener,
            AtomicBoolean closed) {
        this.unreachable = unreachable;
        this.runtime = runtime;
        this.settings = settings;
        this.purpose = purpose;
        this.caller = caller;
        this.listener = listener;
        this.closed = closed;
    }

    /**
     * {@return the worker's factory for a topology, as {@code storm.lock.*} describes it}
     *
     * @param topologyConfiguration the configuration that a bolt's {@code prepare} is given
     * @throws IllegalArgumentException if it is wrong; the message names every key that is
     */
    public static RedisLockFactory of(Map<String, Object> topologyConfiguration) {
        StormLockConfig config = StormLockConfig.of(topologyConfiguration);
        String topology = config.topology();
        RedisConfig redis =
                config.redis().toBuilder().clientName(clientName(topology)).build();
        return new RedisLockFactory(
                SharedRuntimes.get(config, redis),
                config.lock(),
                topology,
                config.namesServer() ? "" : NO_SERVER_NAMED);
    }

    /**
     * {@return a factory that is shared with nobody, with default settings}
     *
     * @param uri {@code redis://[user:password@]host[:port][/database]}, or {@code rediss://} for TLS
     * @throws IllegalArgumentException if it is no such URI
     */
    public static RedisLockFactory connect(String uri) {
        return connect(
                RedisConfig.fromUri(uri).toBuilder().clientName("storm-lock").build(), LockSettings.DEFAULT);
    }

    /**
     * {@return a factory that is shared with nobody}
     *
     * @param redis the servers and the connections
     * @param settings what its guards and locks begin with
     */
    public static RedisLockFactory connect(RedisConfig redis, LockSettings settings) {
        return connect(redis, settings, Ticker.SYSTEM);
    }

    static RedisLockFactory connect(RedisConfig redis, LockSettings settings, Ticker ticker) {
        return new RedisLockFactory(FactoryRuntime.start("", redis, settings, ticker), settings, "", "");
    }

    /**
     * {@return this factory for a caller of this name} The tokens of the locks that it takes carry the caller's
     * number, and the log tells the name for each number. It has no end of its own: to close one is to close both.
     * The tasks of bolts are named by their component and their number, such as {@code pages/7}.
     *
     * @param name tells the callers of this factory apart; at most 100 characters. After some 46,000 names all others
     *     share one number
     * @throws IllegalArgumentException if it is empty or longer
     */
    @CheckReturnValue
    public RedisLockFactory calledBy(String name) {
        if (name.isEmpty() || name.length() > LONGEST_CALLER) {
            throw new IllegalArgumentException("the name of a caller has 1 to " + LONGEST_CALLER + " characters, not "
                    + name.length() + ": " + Printable.name(name));
        }
        return new RedisLockFactory(
                runtime,
                settings,
                purpose,
                unreachable,
                runtime.locks().callers().number(name),
                listener,
                closed);
    }

    /**
     * {@return this factory with a listener} It is told what happens to the locks and guards that are made from what is
     * returned; a guard may be given another. It has no end of its own: to close one is to close both.
     *
     * @param another takes the place of the one that the factory has
     */
    @CheckReturnValue
    public RedisLockFactory withEvents(LockEvents another) {
        Objects.requireNonNull(another, "the listener is null; LockEvents.NONE ignores everything");
        return new RedisLockFactory(runtime, settings, purpose, unreachable, caller, another, closed);
    }

    private SafeLockEvents events() {
        return SafeLockEvents.around(listener, runtime.locks().figures(), caller);
    }

    /**
     * {@return the lock of this name, which is also the lock of the entry under this key}
     *
     * @param name the name of the lock
     * @throws IllegalArgumentException if {@code name} is empty, longer than 16,384 bytes, or reserved
     */
    public DistributedLock mutex(String name) {
        return lock(LockKind.MUTEX, name);
    }

    /**
     * {@return the lock of this name, which serves in the order of arrival, across all machines} It excludes the mutex of
     * the same name, which may overtake; use one of both for a name. A client that polls, as others than this library do,
     * comes last. A call that does not wait is refused while others wait.
     *
     * @param name the name of the lock, as for {@link #mutex}
     */
    public DistributedLock fair(String name) {
        return lock(LockKind.FAIR, name);
    }

    /**
     * {@return the lock of this name that readers hold together, and a writer alone} Its write lock is the mutex of the
     * name.
     *
     * @param name the name of the lock, as for {@link #mutex}
     */
    public DistributedReadWriteLock readWrite(String name) {
        return new ReadWrite(
                acquiring(LockKind.READ, name, Claimant.ofReader(caller)),
                acquiring(LockKind.WRITE, name, Claimant.ofMutex(caller)));
    }

    /**
     * {@return so many permits of this name}
     *
     * @param name the name of the permits, as for {@link #mutex}; they exclude no lock of that name
     * @param size how many there are, 1 or more
     */
    public Permits permits(String name, int size) {
        return new PermitPool(shared(), runtime.locks().keys(name), size, caller);
    }

    /**
     * {@return the latch of this name}
     *
     * @param name the name of the latch, as for {@link #mutex}; it excludes no lock of that name
     * @param count how many ids open it, 1 or more
     * @param kept for how long at least Redis keeps it after its last use, 1 s to 365 days
     */
    public Latch latch(String name, int count, Duration kept) {
        return new KeptLatch(shared(), runtime.locks().keys(name), count, kept, caller);
    }

    /**
     * {@return the mutexes of these names, to be held together} Their order says nothing: all who take several take them
     * in one order. A waiter holds none of them, or for 50 ms at most those that come before the one that is busy. A lease
     * is of all of them: if one is lost, all are. In a Redis Cluster their names need one hash tag.
     *
     * @param first the name of one lock
     * @param others the names of the others, at most 63
     * @throws IllegalArgumentException if there are more, a name comes twice, one is no name of a lock, or they lie in
     *     several slots of a Redis Cluster
     */
    public DistributedLock all(String first, String... others) {
        List<String> names = new ArrayList<>(others.length + 1);
        names.add(first);
        Collections.addAll(names, others);
        return all(names);
    }

    /**
     * {@return the mutexes of these names, to be held together}
     *
     * @param names the names of the locks, 1 to 64
     * @throws IllegalArgumentException as {@link #all(String, String...)} throws it, or if there are none
     */
    public DistributedLock all(Collection<String> names) {
        return AllLocks.of(shared(), names, Claimant.ofMutex(caller));
    }

    /** Returns the lock of this name and kind. */
    DistributedLock lock(LockKind kind, String name) {
        return new NamedLock(acquiring(kind, name, Claimant.ofMutex(caller)));
    }

    private Acquiring acquiring(LockKind kind, String name, Claimant claimant) {
        return new Acquiring(shared(), kind, List.of(runtime.locks().keys(name)), claimant);
    }

    private Shared shared() {
        return new Shared(runtime.locks(), runtime.users(), runtime.holds(), settings, events());
    }

    /**
     * {@return the entry under this key, to be changed by updates that its lock guards}
     *
     * @param <V> the view of the entry that updates are given
     * @param entryKey the key of the entry
     * @param kind the type of the entry, such as {@link io.github.stormlock.entry.Entries#hash}
     * @throws IllegalArgumentException if {@code entryKey} is empty, longer than 16,384 bytes, or reserved
     */
    public <V> GuardedEntry<V> guard(String entryKey, EntryKind<V> kind) {
        Objects.requireNonNull(kind, "the kind of entry is null; Entries has all of them");
        GuardSettings<V> guard = GuardSettings.of(kind, settings, EventMarks.of(purpose, settings), Duration.ZERO)
                .calledBy(caller);
        return new GuardedEntry<>(runtime, new EntryTarget<>(runtime.locks().keys(entryKey), guard), events());
    }

    /** {@return what is counted of the locks and updates of this caller, in this JVM since the factory began} */
    public CallerFigures figures() {
        return runtime.locks().figures().of(caller);
    }

    /**
     * {@return several entries, to be changed in one step} Waits, lease, purpose, caller and listener are those of the
     * first guard. Each guard says which part of its entry is read, and when the entry expires. Updates are exclusive if
     * one of the guards is.
     *
     * @param first the guard of one entry
     * @param others the guards of the others, at most 63; the order says nothing else
     * @throws IllegalArgumentException if there are more, an entry comes twice, a guard is of another factory, or the
     *     entries lie in several slots of a Redis Cluster
     */
    public GuardedEntries guardAll(GuardedEntry<?> first, GuardedEntry<?>... others) {
        List<GuardedEntry<?>> all = new ArrayList<>(others.length + 1);
        all.add(first);
        Collections.addAll(all, others);
        return guardAll(all);
    }

    /**
     * {@return several entries, to be changed in one step}
     *
     * @param guards the guards of the entries, 1 to 64
     * @throws IllegalArgumentException as {@link #guardAll(GuardedEntry, GuardedEntry...)} does, or if there are none
     */
    public GuardedEntries guardAll(Collection<? extends GuardedEntry<?>> guards) {
        return GuardedEntries.of(runtime, List.copyOf(guards));
    }

    /**
     * Returns entries as they stand, for reading only, in one round trip. It takes no lock, and waits for none. Entries
     * of one hash slot are of one moment; without a Redis Cluster, all are. See {@link GuardedEntry#peek}.
     *
     * @param guards the guards of the entries, 1 to 1,000
     * @return the entries; a change to one is refused with an {@link UnsupportedOperationException}
     * @throws IllegalArgumentException if there are none or more, an entry comes twice, or a guard is of another factory
     * @throws LockException as {@link GuardedEntry#peek} does, if one of the entries cannot be shown
     * @throws IllegalStateException if the calling thread is inside an update of any entry, or the factory is closed
     */
    public JointEntry peekAll(Collection<? extends GuardedEntry<?>> guards) {
        return JointEntry.peek(runtime, List.copyOf(guards));
    }

    /**
     * Asks the server whether it permits all that locks need, and whether its data is of a form that this release knows.
     * Every first use does so by itself. Warns in the log of
     * workers at the server that have another {@code storm.lock.key.prefix}, where the user may list connections.
     *
     * @throws LockUnavailableException if it does not, or cannot be asked
     */
    public void check() {
        runtime.users().retain();
        try {
            runtime.locks().checkServer(Long.MAX_VALUE);
            runtime.locks().warnOfPrefixes(Long.MAX_VALUE);
        } catch (LockUnavailableException e) {
            throw unreachable.isEmpty() ? e : e.advising(unreachable);
        } finally {
            runtime.users().letGo();
        }
    }

    /** {@return how many pooled connections are in use} */
    public int poolActive() {
        return runtime.locks().port().pool().active();
    }

    /** {@return how many round trips of pooled connections have begun since the pool was opened} */
    public long roundTrips() {
        return runtime.locks().port().roundTrips();
    }

    /** {@return how many pooled connections are idle} */
    public int poolIdle() {
        return runtime.locks().port().pool().idle();
    }

    /** {@return how many threads wait for a pooled connection} */
    public int poolWaiting() {
        return runtime.locks().port().pool().waiting();
    }

    /**
     * Gives the factory back, and does not wait. Idempotent. Once the last of those who share it has closed it:
     *
     * <ul>
     *   <li>Whatever is begun on its locks and guards throws {@link IllegalStateException}.
     *   <li>So does every call that waits for a lock, since a lease would end at once.
     *   <li>Updates and reads under way are not cut off. An update that was begun is made, or ends in its own way.
     *   <li>The last of them ends the connections. Until then leases stand, and can be given back; then they are lost.
     * </ul>
     */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            runtime.close();
            SharedRuntimes.forgetEnded();
        }
    }

    /**
     * Closes as {@link #close()} does, and waits until what is under way has ended. May be called after that, too.
     *
     * @param wait the longest wait
     * @return true if nothing is under way any more and the connections have ended, or if others still share them; false
     *     if the wait was over first, or the calling thread was interrupted
     */
    public boolean close(Duration wait) {
        close();
        boolean over = runtime.users().awaitEnd(wait);
        SharedRuntimes.forgetEnded();
        return over;
    }

    /** Returns the name of the connections. Storm tells each worker its port by this property. */
    private static String clientName(String topology) {
        String port = System.getProperty("worker.port", "local");
        return "storm-lock:" + topology.replaceAll("[^!-?A-~]", "_") + ":" + port;
    }

    /** {@return the servers, without a password} */
    @Override
    public String toString() {
        return "locks at " + runtime;
    }
}
