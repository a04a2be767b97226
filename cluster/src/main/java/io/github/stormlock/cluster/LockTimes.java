package io.github.stormlock.cluster;

import io.github.stormlock.insight.read.WorkerInfo;
import io.github.stormlock.insight.read.WorldReader;
import io.github.stormlock.insight.redis.CannotAskException;
import io.github.stormlock.insight.redis.RedisServers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/**
 * The times of locks that the workers of topologies tell, in the last interval of each. A worker that is gone tells
 * nothing: counts over the runs of workers are those of {@link MetricFiles}. Immutable.
 */
record LockTimes(Collection<WorkerInfo> workers) {
    private static final int DIGITS = 3;
    private static final double MICROS = 1_000;
    private static final List<String> NAMES = List.of("wait", "hold", "commit");

    /** Reads what workers tell; nothing if Redis does not answer. */
    static LockTimes read(RedisServers servers) {
        try {
            return new LockTimes(
                    new WorldReader(servers, /* keyPrefix= */ "").workers().workers());
        } catch (CannotAskException e) {
            return new LockTimes(List.of());
        }
    }

    /**
     * Returns a line for each of the times of a topology that had any: the wait for a lock, leases, round trips that wrote.
     *
     * @param topology Storm's id of the topology
     */
    List<String> of(String topology) {
        List<String> lines = new ArrayList<>();
        for (String name : NAMES) {
            Histogram all = new Histogram(DIGITS);
            for (WorkerInfo worker : workers) {
                Histogram times = worker.times().get(name);
                if (worker.who().id().equals(topology) && times != null) {
                    all.add(times);
                }
            }
            if (all.getTotalCount() > 0) {
                lines.add(String.format(
                        Locale.ROOT,
                        "%-20s p50 %8.2f ms   p99 %8.2f ms   longest %8.2f ms",
                        name,
                        all.getValueAtPercentile(50) / MICROS,
                        all.getValueAtPercentile(99) / MICROS,
                        all.getMaxValue() / MICROS));
            }
        }
        return lines;
    }
}
