package io.github.stormlock;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.internal.acquire.LockRuntime;
import io.github.stormlock.internal.kind.Holds;
import io.github.stormlock.internal.lifecycle.Ticker;
import io.github.stormlock.internal.lifecycle.Users;
import io.github.stormlock.internal.protocol.Tokens;
import io.github.stormlock.internal.report.HolderNames;
import io.github.stormlock.internal.report.WorkerReports;
import io.github.stormlock.internal.update.UpdateRuntime;
import io.github.stormlock.redis.PoolConfig;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.RedisPort;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Holds the locks and the updates of one connection, for as long as it has {@link Users}. Thread-safe.
 */
final class FactoryRuntime {
    /** The most updates that may be open at a time whose callers do not wait. */
    static final int MOST_ASYNC = 10_000;

    private final String server;
    private final LockRuntime locks;
    private final UpdateRuntime updates;
    private final Holds holds = new Holds();
    private final WorkerReports reports;

    private final Users users = new Users("RedisLockFactory", this::refuseWaiters, this::end);
    private final Runners runners;
    private @Nullable UpdateRunner asyncUpdates;

    /**
     * Creates one over the runtime of its locks.
     *
     * @param name a part of the names of threads
     * @param topology the name of the topology; empty for none
     */
    FactoryRuntime(String name, LockRuntime locks, String topology, RedisConfig config, LockSettings settings) {
        String nodes = config.nodes().stream()
                .map(node -> node.host() + ':' + node.port())
                .collect(Collectors.joining(", "));
        this.server = config.mode().name().toLowerCase(Locale.ROOT) + ' ' + nodes + ", database " + config.database();
        this.locks = locks;
        this.runners = new Runners(this, name);
        this.updates =
                new UpdateRuntime(locks, runners.lines(), config.commandTimeout(), settings.rememberedMaxBytes());
        locks.figures().slow().begin(settings.insightSlow().toNanos(), settings.insightEntries());
        this.reports = new WorkerReports(updates, topology, settings);
        locks.atFirstUse(reports::begin);
        if (!settings.insightInterval().isZero()) {
            locks.namesHoldersBy(new HolderNames(locks)::inWords);
        }
    }

    /**
     * Starts one, which connects nothing yet. Its one owner is the caller.
     *
     * @param topology the name of the topology; empty for none
     * @param settings those that hold for the whole factory: how much it remembers, the beginning of its keys and channels,
     *     and how often it tells what it does
     */
    static FactoryRuntime start(String topology, RedisConfig config, LockSettings settings, Ticker ticker) {
        String keyPrefix = settings.keyPrefix();
        // The names of connections tell other workers the prefix: see StartCheck.
        String suffix = keyPrefix.isEmpty() ? "" : '@' + keyPrefix;
        // And whose tokens the factory's are, so that it is known of each token whether its factory is connected.
        String factory = Tokens.newFactory();
        String client = config.clientName() + ':' + factory;
        RedisPort port =
                RedisPort.open(config.toBuilder().clientName(client + suffix).build());
        RedisPort renewals = RedisPort.open(config.toBuilder()
                .pool(single(config.pool()))
                .clientName(client + ":watchdog" + suffix)
                .build());
        String name = config.clientName().replace("storm-lock:", "");
        return new FactoryRuntime(
                name, new LockRuntime(port, renewals, name, keyPrefix, factory, ticker), topology, config, settings);
    }

    /** Returns a pool of one connection for the watchdog, kept while there is something to renew. */
    private static PoolConfig single(PoolConfig pool) {
        return pool.toBuilder().maxTotal(1).maxIdle(1).minIdle(0).build();
    }

    Users users() {
        return users;
    }

    /** Lets a caller go who has made this, or was given it. */
    void close() {
        users.close();
    }

    private void refuseWaiters() {
        locks.refuseWaiters();
    }

    private void end() {
        reports.close();
        locks.close();
        // This comes last, since it interrupts its threads, and one of them may be running this.
        endRunners();
    }

    /**
     * Returns the runner of updates whose callers do not wait. Only for a user of this runtime, so that it has not
     * ended.
     */
    synchronized UpdateRunner asyncUpdates() {
        UpdateRunner running = asyncUpdates;
        if (running == null) {
            running = new UpdateRunner(runners.callers(MOST_ASYNC));
            asyncUpdates = running;
        }
        return running;
    }

    /** Returns the threads that make updates for which no caller waits. Only for a user of this runtime. */
    Runners runners() {
        return runners;
    }

    private synchronized void endRunners() {
        if (asyncUpdates != null) {
            asyncUpdates.close();
        }
        runners.close();
    }

    LockRuntime locks() {
        return locks;
    }

    UpdateRuntime updates() {
        return updates;
    }

    Holds holds() {
        return holds;
    }

    @Override
    public String toString() {
        return server;
    }
}
