package io.github.stormlock.bolt;

import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.lock.EntryRefusedException;
import io.github.stormlock.lock.GuardedEntry;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.lock.Outcome;
import java.util.Map;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * One prepared task of a locking bolt: guards an entry for each tuple, and settles each tuple once. Lets nothing escape but
 * an error that leaves the JVM in doubt. Used by the executor's thread, but for {@link #close}.
 */
final class BoltRun<V> implements AutoCloseable {
    private final LockingBolt<V> bolt;
    private final OutputCollector collector;
    private final BoltMetrics metrics;
    private final ErrorReports errors;
    private final BackOff backOff = new BackOff();
    private @Nullable RuntimeException refusal;
    private volatile @Nullable Guards<V> guards;
    private volatile boolean closed;

    BoltRun(LockingBolt<V> bolt, TopologyContext context, OutputCollector collector) {
        this.bolt = bolt;
        this.collector = collector;
        this.metrics = new BoltMetrics(context);
        this.errors = new ErrorReports(collector, context.getThisComponentId(), System::nanoTime);
    }

    /** Whatever is wrong fails the tuples later, with its reason: an exception here would end the worker, again and again. */
    void start(EntryKind<V> kind, BoltSettings settings, Map<String, Object> conf, TopologyContext context) {
        try {
            Guards<V> open = Guards.open(bolt, kind, settings, conf, context.getThisComponentId(), metrics);
            guards = open;
            // After the assignment, so that whichever of close() and this comes second sees the other.
            if (closed) {
                open.close();
            }
            metrics.watchPool(context, open.factory());
            checkServer(open);
            bolt.prepared(conf, context);
        } catch (Throwable t) {
            Trouble.throwIfFatal(t);
            boolean unused = Trouble.keepInterrupt(t);
            RuntimeException reason = Trouble.reason(t);
            refusal = new IllegalStateException("the bolt is not prepared: " + reason.getMessage(), reason);
            errors.report(refusal);
        }
    }

    /** A server that is away now may be back for the first tuple; a permission that is missing is named at once. */
    private void checkServer(Guards<V> open) {
        try {
            open.factory().check();
        } catch (LockException e) {
            errors.report(e);
        }
    }

    void tick(Tuple tuple) {
        try {
            bolt.onTick(tuple);
        } catch (Throwable t) {
            Trouble.throwIfFatal(t);
            boolean unused = Trouble.keepInterrupt(t);
            errors.report(t);
        }
    }

    void execute(Tuple tuple) {
        Guards<V> open = guards;
        if (refusal != null || open == null) {
            failAndPause(tuple, refusal == null ? new IllegalStateException("the bolt was not started") : refusal);
            return;
        }
        try {
            process(open, tuple);
        } catch (Throwable t) {
            Trouble.throwIfFatal(t);
            settle(tuple, t);
        }
    }

    private void process(Guards<V> open, Tuple tuple) {
        GuardedEntry<V> guard = open.guard(bolt.entryKey(tuple), bolt.fields(tuple));
        Outcome<V> outcome = guard.once(open.checked(bolt.eventId(tuple)), entry -> bolt.update(tuple, entry));
        backOff.succeeded();
        BufferedEmitter out = new BufferedEmitter();
        bolt.emit(tuple, outcome.entry(), out);
        out.send(collector, tuple);
        collector.ack(tuple);
    }

    /** A tuple is rejected only for what is wrong with itself: never because the executor or the bolt is being ended. */
    private void settle(Tuple tuple, Throwable thrown) {
        if (Trouble.keepInterrupt(thrown) || closed) {
            collector.fail(tuple);
        } else if (thrown instanceof LockUnavailableException e) {
            failAndPause(tuple, e);
        } else if (thrown instanceof LockException e && !(thrown instanceof EntryRefusedException)) {
            // Not granted in time, lost or unknown: counted where it happened.
            errors.log(e);
            collector.fail(tuple);
        } else {
            reject(tuple, Trouble.reason(thrown));
        }
    }

    private void failAndPause(Tuple tuple, RuntimeException reason) {
        errors.report(reason);
        collector.fail(tuple);
        backOff.pause();
    }

    private void reject(Tuple tuple, RuntimeException cause) {
        metrics.countRejected();
        BufferedEmitter out = new BufferedEmitter();
        try {
            if (bolt.rejected(tuple, cause, out) == Rejection.ACK) {
                out.send(collector, tuple);
                collector.ack(tuple);
                return;
            }
            errors.report(cause);
        } catch (Throwable t) {
            Trouble.throwIfFatal(t);
            boolean unused = Trouble.keepInterrupt(t);
            errors.report(cause);
            errors.report(t);
        }
        collector.fail(tuple);
    }

    /** On any thread; an update that is running ends in its own way. */
    @Override
    public void close() {
        closed = true;
        Guards<V> open = guards;
        if (open != null) {
            open.close();
        }
    }
}
