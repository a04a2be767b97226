package io.github.stormlock.benchmarks.work.load;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;

/**
 * The result of a load.
 *
 * @param shares the shares, one or more: of each JVM, or of any other worker
 */
public record LoadResult(List<Share> shares) {
    public LoadResult {
        shares = List.copyOf(shares);
    }

    /** Returns the number of updates of all shares. */
    public long made() {
        return shares.stream().mapToLong(Share::made).sum();
    }

    /** Returns the number of times that an update was computed. */
    public long computed() {
        return shares.stream().mapToLong(Share::computed).sum();
    }

    /** Returns the latencies of all shares. */
    public Histogram nanos() {
        Histogram all = new Histogram(3);
        shares.forEach(share -> all.add(share.nanos()));
        return all;
    }

    /** Returns the figures of the topology; empty if there is none. */
    public Map<Measure, Double> topology() {
        Map<Measure, Double> highest = new EnumMap<>(Measure.class);
        shares.forEach(share -> share.topology().forEach((figure, value) -> highest.merge(figure, value, Math::max)));
        return highest;
    }

    /** Returns the part of the updates that the slowest JVM made, from 0 to 1. */
    public double slowerShare() {
        return (double) shares.stream().mapToLong(Share::made).min().orElse(0) / made();
    }

    /** Returns the last of the shares. */
    public Share last() {
        return shares.get(shares.size() - 1);
    }

    /** Returns all shares but the last. */
    public LoadResult withoutLast() {
        return new LoadResult(shares.subList(0, shares.size() - 1));
    }
}
