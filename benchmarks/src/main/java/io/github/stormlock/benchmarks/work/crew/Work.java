package io.github.stormlock.benchmarks.work.crew;

import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * The result of a crew's work.
 *
 * @param shares one or more: of each JVM, or of any other worker
 */
public record Work(List<Share> shares) {
    public Work {
        shares = List.copyOf(shares);
    }

    /** The updates of all. */
    public long made() {
        return shares.stream().mapToLong(Share::made).sum();
    }

    /** How often an update was computed by any of them. */
    public long computed() {
        return shares.stream().mapToLong(Share::computed).sum();
    }

    /** The latencies of all. */
    public Histogram nanos() {
        Histogram all = new Histogram(3);
        shares.forEach(share -> all.add(share.nanos()));
        return all;
    }

    /** The part of the updates that the JVM made that made fewest, from 0 to 1. */
    public double slowerShare() {
        return (double) shares.stream().mapToLong(Share::made).min().orElse(0) / made();
    }

    /** The last of the shares. */
    public Share last() {
        return shares.get(shares.size() - 1);
    }

    /** All shares but the last. */
    public Work withoutLast() {
        return new Work(shares.subList(0, shares.size() - 1));
    }
}
