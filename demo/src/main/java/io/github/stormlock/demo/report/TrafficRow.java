package io.github.stormlock.demo.report;

import java.util.Comparator;
import java.util.List;

/**
 * The counts in the entry of a page or of an hour.
 *
 * @param of the path, or the hour in UTC
 */
public record TrafficRow<T extends Comparable<? super T>>(T of, long hits, long bytes, long errors) {

    /** The fields of an entry, in the order of the counts. */
    static final List<String> FIELDS = List.of("hits", "bytes", "errors");

    /** Returns the order by hits, the most first; equal ones by name, so that two runs show the same. */
    static <T extends Comparable<? super T>> Comparator<TrafficRow<T>> byHits() {
        return Comparator.<TrafficRow<T>>comparingLong(TrafficRow::hits)
                .reversed()
                .thenComparing(TrafficRow::of);
    }

    static long hits(List<? extends TrafficRow<?>> all) {
        return all.stream().mapToLong(TrafficRow::hits).sum();
    }
}
