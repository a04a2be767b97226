package io.github.stormlock.bolt;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.apache.storm.task.OutputCollector;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Tells of errors, but no flood of them: of each class of error once in ten seconds, with the number that came between.
 * Storm's UI and ZooKeeper keep each one that is reported. Never throws. Thread-safe.
 */
final class ErrorReports {
    private static final Logger LOG = LoggerFactory.getLogger(LockingBolt.class);
    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(10);
    private static final int MOST_CLASSES = 32;

    private final OutputCollector collector;
    private final String component;
    private final LongSupplier nanos;
    private final Map<List<Class<?>>, Throttle> throttles = new HashMap<>();

    /** The latest of one kind of errors. */
    private static final class Throttle {
        private long last;
        private long suppressed;

        private Throttle(long last) {
            this.last = last;
        }
    }

    /** @param nanos the time, as {@link System#nanoTime()} gives it */
    ErrorReports(OutputCollector collector, String component, LongSupplier nanos) {
        this.collector = collector;
        this.component = component;
        this.nanos = nanos;
    }

    /** Logs it and reports it to Storm. */
    void report(Throwable error) {
        try {
            if (logged(error)) {
                collector.reportError(error);
            }
        } catch (Throwable e) {
            Trouble.throwIfFatal(e);
            // Storm reports through ZooKeeper, which may be away or interrupted: no reason to lose the executor.
            boolean unused = Trouble.keepInterrupt(e);
            LOG.warn("bolt {}: an error could not be reported to Storm", component, e);
        }
    }

    /** Logs it only: what happens in a healthy topology now and then. */
    void log(Throwable error) {
        boolean unused = logged(error);
    }

    private synchronized boolean logged(Throwable error) {
        long now = nanos.getAsLong();
        // By its cause, too: that the server refuses is another trouble than that it does not answer.
        Class<?> cause =
                error.getCause() == null ? Throwable.class : error.getCause().getClass();
        List<Class<?>> kind = throttles.size() < MOST_CLASSES ? List.of(error.getClass(), cause) : List.of();
        Throttle throttle = throttles.computeIfAbsent(kind, fresh -> new Throttle(now - INTERVAL_NANOS));
        if (now - throttle.last < INTERVAL_NANOS) {
            throttle.suppressed++;
            return false;
        }
        LOG.warn(
                "bolt {}: {} more of these in the {} s before: ",
                component,
                throttle.suppressed,
                INTERVAL_NANOS / 1_000_000_000,
                error);
        throttle.last = now;
        throttle.suppressed = 0;
        return true;
    }
}
