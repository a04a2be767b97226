package io.github.stormlock.bolt;

import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.lock.EntryRefusedException;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.GuardedEntry;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.lock.Outcome;
import java.util.Map;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.Tuple;

/**
 * One prepared task of a locking bolt: guards an entry for each tuple, and settles the tuple. Used by the executor's
 * thread, but for {@link #close}.
 */
final class BoltRun<V> implements AutoCloseable {
    private final LockingBolt<V> bolt;
    private final Guards<V> guards;
    private final OutputCollector collector;
    private final BoltMetrics metrics;
    private final ErrorReports errors;
    private final BackOff backOff = new BackOff();

    private BoltRun(
            LockingBolt<V> bolt,
            Guards<V> guards,
            OutputCollector collector,
            BoltMetrics metrics,
            ErrorReports errors) {
        this.bolt = bolt;
        this.guards = guards;
        this.collector = collector;
        this.metrics = metrics;
        this.errors = errors;
    }

    /** Throws nothing on account of a wrong configuration: that fails the tuples, with its reason, instead. */
    static <V> BoltRun<V> start(
            LockingBolt<V> bolt,
            EntryKind<V> kind,
            BoltSettings settings,
            Map<String, Object> conf,
            TopologyContext context,
            OutputCollector collector) {
        ErrorReports errors = new ErrorReports(collector, context.getThisComponentId());
        BoltMetrics metrics = new BoltMetrics(context);
        Guards<V> guards = Guards.open(bolt, kind, settings, conf, context, metrics, errors);
        BoltRun<V> run = new BoltRun<>(bolt, guards, collector, metrics, errors);
        run.user(() -> bolt.prepared(conf, context));
        return run;
    }

    void tick(Tuple tuple) {
        user(() -> bolt.onTick(tuple));
    }

    /** Runs a method of the user's that settles no tuple. */
    private void user(Runnable method) {
        try {
            method.run();
        } catch (Throwable t) {
            UserFailure failure = UserFailure.of(t);
            errors.report(failure.reason());
            keepInterrupt(failure);
        }
    }

    void execute(Tuple tuple) {
        try {
            Outcome<V> outcome = update(tuple);
            backOff.succeeded();
            emit(tuple, outcome.entry());
        } catch (UserFailure e) {
            keepInterrupt(e);
            if (e.isPassing()) {
                collector.fail(tuple);
            } else {
                reject(tuple, e.reason());
            }
        } catch (EntryRefusedException e) {
            reject(tuple, e);
        } catch (LockUnavailableException e) {
            errors.report(e);
            collector.fail(tuple);
            backOff.pause();
        } catch (LockException e) {
            // Not granted in time, lost, unknown, interrupted: counted where it happened.
            collector.fail(tuple);
        } catch (RuntimeException e) {
            errors.report(e);
            collector.fail(tuple);
        }
    }

    private Outcome<V> update(Tuple tuple) {
        guards.require();
        GuardedEntry<V> guard;
        EventId event;
        try {
            event = guards.checked(bolt.eventId(tuple));
            guard = guards.guard(bolt.entryKey(tuple), bolt.fields(tuple));
        } catch (Throwable t) {
            throw UserFailure.of(t);
        }
        return guard.once(event, entry -> {
            try {
                bolt.update(tuple, entry);
            } catch (Throwable t) {
                throw UserFailure.of(t);
            }
        });
    }

    private void emit(Tuple tuple, V entry) {
        BufferedEmitter out = new BufferedEmitter();
        try {
            bolt.emit(tuple, entry, out);
            out.send(collector, tuple);
        } catch (Throwable t) {
            throw UserFailure.of(t);
        }
        collector.ack(tuple);
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
            UserFailure failure = UserFailure.of(t);
            errors.report(failure.reason());
            keepInterrupt(failure);
        }
        collector.fail(tuple);
    }

    private static void keepInterrupt(UserFailure failure) {
        if (failure.isInterrupt()) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        guards.close();
    }
}
