package io.github.stormlock.benchmarks;

import java.time.Duration;
import java.util.List;
import org.HdrHistogram.Histogram;

/** The threads that do a scenario's work, in one JVM or more. */
interface Crew extends AutoCloseable {
    /** All threads work for that long. */
    Work work(Duration length) throws Exception;

    @Override
    void close();

    /** What came of it: updates made in each JVM, and the latencies of all. */
    record Work(List<Long> made, Histogram nanos) {
        long total() {
            return made.stream().mapToLong(Long::longValue).sum();
        }

        double slowerShare() {
            return (double) made.stream().mapToLong(Long::longValue).min().orElse(0) / total();
        }
    }
}
