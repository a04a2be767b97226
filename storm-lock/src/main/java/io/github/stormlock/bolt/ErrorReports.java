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
 * Logs errors and reports them to Storm without a flood: each class of error once in ten seconds, with the number left
 * out since. Storm's UI and ZooKeeper keep every error that is reported. Thread-safe.
 */
final class ErrorReports {
    private static final Logger LOG = LoggerFactory.getLogger(LockingBolt.class);
    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(10);
    /** Further kinds of errors share one throttle, so that their number is bounded. */
    private static final int MOST_KINDS = 32;

    private final OutputCollector collector;
    private final String component;
    private final LongSupplier nanos;
    private final Map<List<Class<?>>, Throttle> throttles = new HashMap<>();

    /** The time of the latest error of one kind, and the number left out since. */
    private static final class Throttle {
        private long last;
        private long suppressed;

        private Throttle(long last) {
            this.last = last;
        }
    }

    /** @param nanos the clock, which reads as {@link System#nanoTime()} */
    ErrorReports(OutputCollector collector, String component, LongSupplier nanos) {
        this.collector = collector;
        this.component = component;
        this.nanos = nanos;
    }

    /** Logs an error and reports it to Storm. Throws nothing but an error that leaves the JVM in doubt. */
    void report(Throwable error) {
        try {
            if (logged(error)) {
                collector.reportError(error);
            }
        } catch (Throwable e) {
            Throwables.throwIfFatal(e);
            // Storm reports through ZooKeeper, which may be away or interrupted. That must not end the executor.
            boolean unused = Throwables.keepInterrupt(e);
            LOG.warn("bolt {}: an error could not be reported to Storm", component, e);
        }
    }

    /** Logs an error without a report: for what happens in a healthy topology now and then. */
    void log(Throwable error) {
        boolean unused = logged(error);
    }

    private static String leftOut(long suppressed) {
        return suppressed == 0
                ? ""
                : ": " + suppressed + " more like this in the " + INTERVAL_NANOS / 1_000_000_000 + " s before";
    }

    private synchronized boolean logged(Throwable error) {
        long now = nanos.getAsLong();
        // Errors are told apart by their cause, too: a server that refuses is another fault than one that does not
        // answer.
        Class<?> cause =
                error.getCause() == null ? Throwable.class : error.getCause().getClass();
        List<Class<?>> own = List.of(error.getClass(), cause);
        boolean shared = throttles.size() >= MOST_KINDS && !throttles.containsKey(own);
        Throttle throttle =
                throttles.computeIfAbsent(shared ? List.of() : own, fresh -> new Throttle(now - INTERVAL_NANOS));
        if (now - throttle.last < INTERVAL_NANOS) {
            throttle.suppressed++;
            return false;
        }
        LOG.warn("bolt {}{}", component, leftOut(throttle.suppressed), error);
        throttle.last = now;
        throttle.suppressed = 0;
        return true;
    }
}
