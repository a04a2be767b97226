package io.github.stormlock.bolt;

import io.github.stormlock.bolt.internal.metrics.TaskMetrics;
import io.github.stormlock.lock.EntryRefusedException;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.lock.OutcomeUnknownException;
import java.util.List;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Acks, fails or rejects the tuples of one task, and reports why. Nothing escapes but an error that leaves the JVM in
 * doubt. Thread-safe.
 */
final class TupleEnds {
    private final RedisBolt bolt;
    private final OutputCollector collector;
    private final TaskMetrics metrics;
    private final ErrorReports errors;
    private volatile boolean closed;

    TupleEnds(RedisBolt bolt, BoltSetup setup) {
        this.bolt = bolt;
        this.collector = setup.collector();
        this.metrics = setup.metrics();
        this.errors = setup.errors();
    }

    /** Notes that the task ends. What is thrown from here on says nothing about a tuple. */
    void close() {
        closed = true;
    }

    /** Sends what a tuple emits, in order, and acks it. */
    void ack(Tuple tuple, List<BufferedEmitter> emissions) {
        try {
            for (BufferedEmitter emission : emissions) {
                emission.send(collector, tuple);
            }
            collector.ack(tuple);
        } catch (Throwable t) {
            settle(tuple, t);
            Throwables.throwIfFatal(t);
        }
    }

    void fail(Tuple tuple) {
        collector.fail(tuple);
    }

    /** Fails or rejects a tuple that threw. */
    void settle(Tuple tuple, Throwable thrown) {
        settle(tuple, "", thrown);
    }

    /** @param work what was done for the tuple, for the report; empty while that is not known */
    void settle(Tuple tuple, String work, Throwable thrown) {
        RuntimeException cause = rejectionBy(thrown);
        if (cause == null) {
            collector.fail(tuple);
        } else {
            reject(tuple, work, cause);
        }
    }

    /**
     * Returns the cause by which a tuple is to be rejected; {@code null} if it is to fail, which is reported here. A
     * tuple is rejected only for what is wrong with itself, and never because the executor or the bolt is ending.
     */
    @Nullable
    RuntimeException rejectionBy(Throwable reason) {
        Throwable thrown = Throwables.readable(reason);
        if (Throwables.keepInterrupt(thrown) || closed || Throwables.isFatal(thrown)) {
            return null;
        } else if (thrown instanceof LockUnavailableException || thrown instanceof OutcomeUnknownException) {
            errors.report(thrown);
            return null;
        } else if (thrown instanceof LockException e && !(thrown instanceof EntryRefusedException)) {
            // The lock was not granted in time, or was lost. The metrics have counted it where it happened.
            errors.log(e);
            return null;
        }
        return Throwables.reason(thrown);
    }

    /**
     * Asks the bolt what becomes of a tuple that can never succeed.
     *
     * @param work what was done for the tuple, for the report; empty if that is not known
     */
    void reject(Tuple tuple, String work, RuntimeException cause) {
        metrics.countRejected();
        BufferedEmitter out = new BufferedEmitter();
        try {
            if (bolt.rejected(tuple, cause, out) == Rejection.ACK) {
                out.send(collector, tuple);
                collector.ack(tuple);
                return;
            }
            errors.report(report(tuple, work, cause));
        } catch (Throwable t) {
            Throwables.throwIfFatal(t);
            Throwable thrown = Throwables.readable(t);
            boolean unused = Throwables.keepInterrupt(thrown);
            errors.report(report(tuple, work, cause));
            errors.report(thrown);
        }
        collector.fail(tuple);
    }

    /** Returns an exception that tells which tuple was rejected, and by what. */
    private static RuntimeException report(Tuple tuple, String work, RuntimeException cause) {
        String source = "a tuple of " + tuple.getSourceComponent() + " is rejected";
        return new IllegalStateException(source + (work.isEmpty() ? "" : " in the " + work) + ": " + cause, cause);
    }
}
