package io.github.stormlock.lock;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.config.StormLockConfig;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.lock.internal.acquire.GuardedEvents;
import io.github.stormlock.lock.internal.acquire.Ticker;
import io.github.stormlock.lock.internal.protocol.Callers;
import io.github.stormlock.lock.internal.protocol.Marks;
import io.github.stormlock.lock.internal.protocol.Shown;
import io.github.stormlock.lock.internal.update.Plan;
import io.github.stormlock.redis.RedisConfig;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * Locks and guarded entries over one connection pool. Connects when first used. Remembers small entries, of up to about 1
 * KB, in as much memory as its settings allow, so that an update of one need not read it. Thread-safe.
 *
 * <p>Inside a topology, {@link #of} gives every caller of a worker the same pool, memory, watchdog and subscription; each
 * closes what it was given, and the last one ends them. An operation under way is never cut off by a close.
 */
public final class RedisLockFactory implements AutoCloseable {
    private static final int LONGEST_CALLER = 100;

    private final Engine engine;
    private final LockSettings settings;
    private final String purpose;
    private final int caller;
    private final AtomicBoolean closed;

    private RedisLockFactory(Engine engine, LockSettings settings, String purpose) {
        this(engine, settings, purpose, Callers.NOBODY, new AtomicBoolean());
    }

    private RedisLockFactory(Engine engine, LockSettings settings, String purpose, int caller, AtomicBoolean closed) {
        this.engine = engine;
        this.settings = settings;
        this.purpose = purpose;
        this.caller = caller;
        this.closed = closed;
    }

    /**
     * The worker's factory for a topology, as {@code storm.lock.*} describes it.
     *
     * @param topologyConfiguration as a bolt's {@code prepare} gets it
     * @throws IllegalArgumentException if it is wrong, naming every key that is
     */
    public static RedisLockFactory of(Map<String, Object> topologyConfiguration) {
        StormLockConfig config = StormLockConfig.of(topologyConfiguration);
        String topology = config.topology();
        RedisConfig redis =
                config.redis().toBuilder().clientName(clientName(topology)).build();
        LockSettings settings = config.lock();
        return new RedisLockFactory(
                SharedEngines.get(topology, redis, settings.rememberedMaxBytes()), settings, topology);
    }

    /**
     * A factory of one's own, with default settings.
     *
     * @param uri {@code redis://[user:password@]host[:port][/database]}, or {@code rediss://} for TLS
     * @throws IllegalArgumentException if it is no such URI
     */
    public static RedisLockFactory connect(String uri) {
        return connect(
                RedisConfig.fromUri(uri).toBuilder().clientName("storm-lock").build(), LockSettings.DEFAULT);
    }

    /** A factory of one's own. */
    public static RedisLockFactory connect(RedisConfig redis, LockSettings settings) {
        return new RedisLockFactory(Engine.start(redis, settings.rememberedMaxBytes(), Ticker.SYSTEM), settings, "");
    }

    /**
     * This factory for a caller of this name: the tokens of the locks that it takes have the caller's number, which the log
     * tells. It has no end of its own: who closes one closes both. The tasks of bolts are called by their component and
     * their number, such as {@code pages/7}.
     *
     * @param name tells the callers of this factory apart; at most 100 characters. Those beyond some 46,000 names share one number
     * @throws IllegalArgumentException if it is empty or longer
     */
    public RedisLockFactory calledBy(String name) {
        if (name.isEmpty() || name.length() > LONGEST_CALLER) {
            throw new IllegalArgumentException("the name of a caller has 1 to " + LONGEST_CALLER + " characters, not "
                    + name.length() + ": " + Shown.name(name));
        }
        return new RedisLockFactory(
                engine, settings, purpose, engine.locks().callers().number(name), closed);
    }

    /**
     * The lock of this name, which is also the lock of the entry under this key.
     *
     * @throws IllegalArgumentException if {@code name} is empty, longer than 16,384 bytes, or reserved
     */
    public DistributedLock mutex(String name) {
        return new Mutex(engine, settings, engine.locks().keys(name), caller, GuardedEvents.around(LockEvents.NONE));
    }

    /**
     * The entry under this key, to be changed by updates that its lock guards.
     *
     * @throws IllegalArgumentException if {@code entryKey} is empty, longer than 16,384 bytes, or reserved
     */
    public <V> GuardedEntry<V> guard(String entryKey, EntryKind<V> kind) {
        Objects.requireNonNull(kind, "the kind of entry is null; Entries has all of them");
        Plan<V> plan = Plan.of(kind, Set.of(), settings, Marks.of(purpose, settings), Duration.ZERO)
                .calledBy(caller);
        return new GuardedEntry<>(engine, engine.locks().keys(entryKey), plan, GuardedEvents.around(LockEvents.NONE));
    }

    /** An empty batch of updates of such entries, which share their round trips. */
    public <V> GuardedBatch<V> batch(EntryKind<V> kind) {
        return guard("batch", kind).batch();
    }

    /**
     * Asks the server whether it permits all that locks need; every first use does so by itself.
     *
     * @throws LockUnavailableException if it does not, or cannot be asked
     */
    public void check() {
        engine.retain();
        try {
            engine.locks().checkServer(engine.locks().keys("start check"), Long.MAX_VALUE);
        } finally {
            engine.letGo();
        }
    }

    /** Pooled connections in use. */
    public int poolActive() {
        return engine.locks().port().pool().active();
    }

    /** Pooled connections that are idle. */
    public int poolIdle() {
        return engine.locks().port().pool().idle();
    }

    /** Threads that wait for a pooled connection. */
    public int poolWaiting() {
        return engine.locks().port().pool().waiting();
    }

    /** Gives it back. Idempotent; what was made from it is refused from the end of the last user on. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            engine.letGo();
            SharedEngines.forgetEnded();
        }
    }

    /** Storm tells each worker its port by this property. */
    private static String clientName(String topology) {
        String port = System.getProperty("worker.port", "local");
        return "storm-lock:" + topology.replaceAll("[^!-~]", "_") + ":" + port;
    }
}
