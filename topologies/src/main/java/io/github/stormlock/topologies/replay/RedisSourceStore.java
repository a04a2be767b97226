package io.github.stormlock.topologies.replay;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import java.util.Map;
import org.apache.storm.Config;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Keeps a source's progress in the hash {@code source:<name>}. The progress of a topology of another name is not used,
 * because its bolts are others. A run that was superseded by a later one writes nothing any more.
 */
final class RedisSourceStore implements SourceStore {

    private static final Logger LOG = LoggerFactory.getLogger(RedisSourceStore.class);

    private final Map<String, Object> conf;
    private final String topology;
    private final String run;

    private @Nullable RedisLockFactory factory;

    RedisSourceStore(Map<String, Object> conf, String run) {
        this.conf = conf;
        this.topology = String.valueOf(conf.get(Config.TOPOLOGY_NAME));
        this.run = run;
    }

    @Override
    public InputProgress begin(String source) {
        return entry(source).update(entry -> {
            InputProgress kept = topology.equals(entry.get("topology"))
                    ? new InputProgress(entry.getLong("low"), entry.getLong("lines"))
                    : InputProgress.START;
            write(entry, kept);
            entry.set("topology", topology);
            entry.set("run", run);
            entry.set("complete", 0);
            entry.remove("error");
            return kept;
        });
    }

    @Override
    public void keep(String source, InputProgress progress, @Nullable End end) {
        boolean current = entry(source).update(entry -> {
            if (!run.equals(entry.get("run"))) {
                return false;
            }
            write(entry, progress);
            if (end != null) {
                entry.set("complete", 1);
                if (end.error() != null) {
                    entry.set("error", end.error());
                }
            }
            return true;
        });
        if (!current) {
            LOG.warn("{} is being read by another run by now: how far this one, {}, is, is not kept", source, run);
        }
    }

    @Override
    public void close() {
        if (factory != null) {
            factory.close();
            factory = null;
        }
    }

    private GuardedEntry<HashEntry> entry(String source) {
        RedisLockFactory open = factory == null ? RedisLockFactory.of(conf) : factory;
        factory = open;
        return open.guard(KeyPrefix.of(conf) + "source:" + source, Entries.hash());
    }

    private static void write(HashEntry entry, InputProgress progress) {
        entry.set("low", progress.low());
        entry.set("lines", progress.events());
    }
}
