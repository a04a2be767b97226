package io.github.stormlock.bolt;

import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.GuardedEntry;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.LockSettings;
import io.github.stormlock.lock.RedisLockFactory;
import io.github.stormlock.lock.StormLockConfig;
import java.util.Map;
import java.util.Set;
import org.apache.storm.task.TopologyContext;
import org.jspecify.annotations.Nullable;

/** Makes the guards of one task, all alike but for the key; or refuses to, where the configuration is wrong. */
final class Guards<V> implements AutoCloseable {
    private final @Nullable Source<V> source;
    private final @Nullable RuntimeException refusal;

    /** @param template the guard of each entry, but for the key */
    private record Source<V>(RedisLockFactory factory, GuardedEntry<V> template, boolean acking) {}

    private Guards(@Nullable Source<V> source, @Nullable RuntimeException refusal) {
        this.source = source;
        this.refusal = refusal;
    }

    static <V> Guards<V> open(
            LockingBolt<V> bolt,
            EntryKind<V> kind,
            BoltSettings settings,
            Map<String, Object> conf,
            TopologyContext context,
            BoltMetrics metrics,
            ErrorReports errors) {
        try {
            StormLockConfig config = StormLockConfig.of(conf);
            LockSettings own = config.require(settings.over(config.lock()));
            String purpose = bolt.purpose(config.topology(), context.getThisComponentId());
            RedisLockFactory factory = RedisLockFactory.of(conf);
            metrics.watchPool(context, factory);
            checkServer(factory, errors);
            GuardedEntry<V> template = factory.guard("template", kind)
                    .withSettings(own)
                    .forPurpose(purpose)
                    .expiringAfter(settings.timeToLiveOrZero())
                    .withEvents(metrics);
            return new Guards<>(new Source<>(factory, template, config.acking()), null);
        } catch (RuntimeException e) {
            errors.report(e);
            return new Guards<>(null, e);
        }
    }

    /** A server that is away now may be back for the first tuple; a permission that is missing is named at once. */
    private static void checkServer(RedisLockFactory factory, ErrorReports errors) {
        try {
            factory.check();
        } catch (LockException e) {
            errors.report(e);
        }
    }

    /** @throws IllegalStateException if the bolt is not configured */
    void require() {
        Source<V> unused = source();
    }

    /**
     * @throws IllegalArgumentException if {@code key} can be no entry's key, or the kind has no fields and some are named
     */
    GuardedEntry<V> guard(String key, Set<String> fields) {
        return source().template().at(key).onlyFields(fields);
    }

    /** Without acks the lowest pending offset passes tuples that were lost: what a position promises would not hold. */
    EventId checked(EventId event) {
        if (event instanceof EventId.Position && !source().acking()) {
            throw new IllegalStateException("positions as event ids need acks: set topology.acker.executors above 0");
        }
        return event;
    }

    private Source<V> source() {
        if (source == null) {
            throw new IllegalStateException("the bolt is not configured: " + refusal, refusal);
        }
        return source;
    }

    @Override
    public void close() {
        if (source != null) {
            source.factory().close();
        }
    }
}
