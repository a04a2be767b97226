package io.github.stormlock.bolt;

import java.util.concurrent.TimeUnit;
import org.apache.storm.task.OutputCollector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reports errors to Storm, but no flood of them: its UI and ZooKeeper keep each one. Used by the executor's thread. */
final class ErrorReports {
    private static final Logger LOG = LoggerFactory.getLogger(LockingBolt.class);
    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(10);

    private final OutputCollector collector;
    private final String component;
    private long last = System.nanoTime() - INTERVAL_NANOS;
    private long suppressed;

    ErrorReports(OutputCollector collector, String component) {
        this.collector = collector;
        this.component = component;
    }

    /** At most once in ten seconds; the next report says how many came between. */
    void report(Throwable error) {
        long now = System.nanoTime();
        if (now - last < INTERVAL_NANOS) {
            suppressed++;
            return;
        }
        LOG.warn("bolt {}: {} ({} reports before it were suppressed)", component, error, suppressed, error);
        last = now;
        suppressed = 0;
        collector.reportError(error);
    }
}
