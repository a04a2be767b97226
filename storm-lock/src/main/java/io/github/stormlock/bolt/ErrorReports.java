package io.github.stormlock.bolt;

import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.apache.storm.task.OutputCollector;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports errors to Storm without a flood: each class of error, of each entry, once in ten seconds, with the number left
 * out since. Beyond 32 of them the further entries share a throttle for each class. Storm logs what is
 * reported, and its UI and ZooKeeper keep it, so it is not logged here too. Thread-safe.
 */
final class ErrorReports {
    private static final Logger LOG = LoggerFactory.getLogger(LockingBolt.class);
    private static final long INTERVAL_NANOS = TimeUnit.SECONDS.toNanos(10);
    /** Errors of further entries share the throttle of their class, so that entries do not fill the memory. */
    private static final int MOST_KINDS = 32;

    private final OutputCollector collector;
    private final String task;
    private final LongSupplier nanos;
    private final Map<Kind, Throttle> throttles = new HashMap<>();

    /**
     * The errors that share a throttle. They are told apart by their cause, too: a server that refuses is another fault than one
     * that does not answer.
     *
     * @param entry empty if none is known
     */
    private record Kind(String entry, Class<?> error, Class<?> cause) {
        static Kind of(String entry, Throwable error) {
            Throwable cause = error.getCause();
            return new Kind(entry, error.getClass(), cause == null ? Throwable.class : cause.getClass());
        }

        boolean isOfEntry() {
            return !entry.isEmpty();
        }

        Kind ofAnyEntry() {
            return new Kind("", error, cause);
        }
    }

    /** The time of the latest error of one kind, and the number left out since. */
    private static final class Throttle {
        private long last;
        private long suppressed;

        private Throttle(long last) {
            this.last = last;
        }
    }

    /**
     * @param task the component and the number of the task, for the log
     * @param nanos the clock, which reads as {@link System#nanoTime()}
     */
    ErrorReports(OutputCollector collector, String task, LongSupplier nanos) {
        this.collector = collector;
        this.task = task;
        this.nanos = nanos;
    }

    /** Reports an error to Storm, which logs it. Throws nothing but an error that leaves the JVM in doubt. */
    void report(Throwable error) {
        report(Kind.of("", error), left -> left.isEmpty() ? error : named("an error", left, error));
    }

    /**
     * As {@link #report(Throwable)}, for what became of one tuple.
     *
     * @param entry the entry whose update went wrong, as it is shown to people; empty if it is not known
     * @param happened what happened to which tuple, and in which update
     */
    void report(String entry, String happened, Throwable cause) {
        // Named in the message, because Storm's UI knows the component alone. Made only if it is reported: a stack
        // costs.
        report(Kind.of(entry, cause), left -> named(happened, left, cause));
    }

    private Throwable named(String happened, String left, Throwable cause) {
        return new IllegalStateException(happened + " in the bolt " + task + left + ": " + cause, cause);
    }

    private void report(Kind kind, Function<String, Throwable> error) {
        try {
            String left = leftOut(kind);
            if (left != null) {
                collector.reportError(error.apply(left));
            }
        } catch (Throwable e) {
            Throwables.throwIfFatal(e);
            // Storm reports through ZooKeeper, which may be away or interrupted. That must not end the executor.
            Throwables.keepInterrupt(e);
            LOG.warn("bolt {}: an error could not be reported to Storm", task, e);
        }
    }

    /** Logs an error without a report: for what happens in a healthy topology now and then. */
    void log(Throwable error) {
        String left = leftOut(Kind.of("", error));
        if (left != null) {
            LOG.warn("bolt {}{}", task, left, error);
        }
    }

    /** Tells how many were left out before an error that is to be told; returns {@code null} to leave out this one. */
    private synchronized @Nullable String leftOut(Kind kind) {
        long now = nanos.getAsLong();
        Throttle throttle = throttle(kind, now);
        if (now - throttle.last < INTERVAL_NANOS) {
            throttle.suppressed++;
            return null;
        }
        long suppressed = throttle.suppressed;
        throttle.last = now;
        throttle.suppressed = 0;
        return suppressed == 0
                ? ""
                : ", " + suppressed + " more like this in the " + INTERVAL_NANOS / 1_000_000_000 + " s before";
    }

    private Throttle throttle(Kind kind, long now) {
        if (throttles.size() >= MOST_KINDS && !throttles.containsKey(kind)) {
            throttles
                    .entrySet()
                    .removeIf(old -> old.getKey().isOfEntry() && now - old.getValue().last >= INTERVAL_NANOS);
        }
        boolean fits = throttles.size() < MOST_KINDS || throttles.containsKey(kind);
        return throttles.computeIfAbsent(fits ? kind : kind.ofAnyEntry(), fresh -> new Throttle(now - INTERVAL_NANOS));
    }
}
