package io.github.stormlock;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.internal.draft.EntryTarget;
import io.github.stormlock.internal.draft.GuardSettings;
import io.github.stormlock.internal.figures.SafeLockEvents;
import io.github.stormlock.internal.figures.SlowWaits;
import io.github.stormlock.internal.lifecycle.Ticker;
import io.github.stormlock.internal.protocol.Bytes;
import io.github.stormlock.internal.protocol.EventMarks;
import io.github.stormlock.lock.LockEvents;
import io.github.stormlock.redis.PoolGauges;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.RedisPort;
import io.github.stormlock.redis.ScriptCall;
import io.github.stormlock.redis.Subscription;
import io.github.stormlock.redis.SubscriptionListener;
import java.time.Duration;
import java.util.List;

/** A port to a server that throws an error on demand, once the scripts have run. For one thread. */
public final class FailingPort implements RedisPort {
    private static final GuardSettings<HashEntry> PLAN = GuardSettings.of(
            Entries.hash(), LockSettings.DEFAULT, EventMarks.of("", LockSettings.DEFAULT), Duration.ZERO);

    private final RedisPort port;
    private final FactoryRuntime runtime;
    private Error next;

    private FailingPort(RedisPort port) {
        this.port = port;
        this.runtime = Runtimes.over(this, "failing", Ticker.SYSTEM);
    }

    public static FailingPort of(RedisConfig config) {
        return new FailingPort(RedisPort.open(config));
    }

    public GuardedEntry<HashEntry> guard(String name, LockEvents events) {
        return new GuardedEntry<>(
                runtime,
                new EntryTarget<>(runtime.locks().keys(name), PLAN),
                SafeLockEvents.around(events, new SlowWaits()));
    }

    /** Returns the number of entries with a line in this JVM. */
    public int queues() {
        return runtime.updates().lines().size();
    }

    /** Ends the runtime, whose guards can be used no more. */
    public void end() {
        runtime.close();
    }

    public void failNextPipeline(Error error) {
        next = error;
    }

    @Override
    public Object run(ScriptCall call, long budgetNanos) {
        return port.run(call, budgetNanos);
    }

    /** Throws only behind scripts that have written: a first pipeline may only learn the server's time. */
    @Override
    public List<Object> runAll(List<ScriptCall> calls, long budgetNanos) {
        List<Object> answers = port.runAll(calls, budgetNanos);
        boolean late = answers.get(0) instanceof List<?> reply && Bytes.number(reply.get(0)) == 6;
        if (next != null && !late) {
            Error error = next;
            next = null;
            throw error;
        }
        return answers;
    }

    @Override
    public Subscription subscribe(String channel, SubscriptionListener listener) {
        return port.subscribe(channel, listener);
    }

    @Override
    public boolean isCluster() {
        return port.isCluster();
    }

    @Override
    public PoolGauges pool() {
        return port.pool();
    }

    @Override
    public long roundTrips() {
        return port.roundTrips();
    }

    @Override
    public void close() {
        port.close();
    }
}
