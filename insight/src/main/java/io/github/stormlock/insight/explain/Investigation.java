package io.github.stormlock.insight.explain;

import io.github.stormlock.insight.read.Deadlock;
import io.github.stormlock.insight.read.EntryDigest;
import io.github.stormlock.insight.read.HotRow;
import io.github.stormlock.insight.read.LockView;
import io.github.stormlock.insight.read.WorkerDirectory;
import io.github.stormlock.insight.read.World.OpenUpdate;
import io.github.stormlock.insight.read.WorldReader;
import io.github.stormlock.insight.redis.RedisServers;
import java.util.List;

/** Gathers what is known of one name. */
public final class Investigation {
    private Investigation() {}

    /**
     * {@return what is known of one name} If there seems to be a deadlock, this waits for the next reports of the workers on
     * it, at most 7 s.
     *
     * @param servers the servers
     * @param keyPrefix the prefix of all keys; empty for none
     * @param entry the entry, or the name of the lock
     * @throws io.github.stormlock.insight.redis.CannotAskException if a server does not answer
     */
    public static Facts of(RedisServers servers, String keyPrefix, String entry) {
        WorldReader reader = new WorldReader(servers, keyPrefix);
        return of(reader, entry, reader.deadlocks(reader.workers()));
    }

    /**
     * {@return what is known of one name} This does not wait for reports.
     *
     * @param reader looks at locks
     * @param entry the entry, or the name of the lock
     * @param known all deadlocks that are known
     * @throws io.github.stormlock.insight.redis.CannotAskException if a server does not answer
     */
    public static Facts of(WorldReader reader, String entry, List<Deadlock> known) {
        List<Deadlock> deadlocks =
                known.stream().filter(deadlock -> deadlock.touches(entry)).toList();
        WorkerDirectory workers = reader.workers();
        List<LockView> views = reader.look(workers, entry);
        List<OpenUpdate> open = OpenUpdate.of(workers, row -> EntryDigest.means(row.entry(), entry));
        List<HotRow> hot = workers.workers().stream()
                .flatMap(worker -> worker.hot().stream())
                .filter(row -> EntryDigest.means(row.entry(), entry))
                .toList();
        return new Facts(entry, views.get(0), views.get(1), views.get(2), workers, deadlocks, open, hot);
    }
}
