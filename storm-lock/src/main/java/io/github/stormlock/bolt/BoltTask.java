package io.github.stormlock.bolt;

import io.github.stormlock.lock.BackOff;
import io.github.stormlock.lock.LockException;
import java.util.function.LongSupplier;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * One task of a locking bolt, from its prepare to its cleanup. A preparation that failed is tried again on later tuples, and
 * until one succeeds they fail with the reason: an exception in prepare would end the worker, again and again. Used by the
 * executor's thread; closed by any.
 */
final class BoltTask<V> implements AutoCloseable {
    private final BoltSetup<V> setup;
    private final OutputCollector collector;
    private final BoltMetrics metrics;
    private final ErrorReports errors;
    private final Retries retries;
    private final BackOff backOff = new BackOff();
    private @Nullable BoltRun<V> prepared;
    private RuntimeException refusal = new IllegalStateException("the bolt was not started");
    private volatile @Nullable BoltRun<V> opened;
    private volatile boolean closed;

    /** @param nanos the time, as {@link System#nanoTime()} gives it */
    BoltTask(BoltSetup<V> setup, OutputCollector collector, LongSupplier nanos) {
        this.setup = setup;
        this.collector = collector;
        this.metrics = new BoltMetrics(setup.context());
        this.errors = new ErrorReports(collector, setup.component(), nanos);
        this.retries = new Retries(nanos);
    }

    /** Prepares the task, or notes why it cannot be. */
    void prepare() {
        try {
            prepared = tryToPrepare();
        } catch (Throwable t) {
            Trouble.throwIfFatal(t);
            Throwable thrown = Trouble.readable(t);
            boolean unused = Trouble.keepInterrupt(thrown);
            RuntimeException reason = Trouble.reason(thrown);
            refusal = new IllegalStateException("the bolt is not prepared: " + reason.getMessage(), reason);
            retries.failed();
            errors.report(refusal);
        }
    }

    private BoltRun<V> tryToPrepare() {
        Guards<V> guards = setup.open(metrics);
        BoltRun<V> run = new BoltRun<>(setup.bolt(), guards, setup.component(), collector, metrics, errors);
        opened = run;
        try {
            // After the assignment, so that whichever of close() and this comes second sees the other.
            if (closed) {
                run.close();
            }
            metrics.watchPool(guards.factory());
            checkServer(guards);
            setup.bolt().prepared(setup.conf(), setup.context());
            return run;
        } catch (Throwable t) {
            // The next try opens another: what this one has from the worker goes back.
            run.close();
            throw t;
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
            setup.bolt().onTick(tuple);
        } catch (Throwable t) {
            Trouble.throwIfFatal(t);
            Throwable thrown = Trouble.readable(t);
            boolean unused = Trouble.keepInterrupt(thrown);
            errors.report(thrown);
        }
    }

    void execute(Tuple tuple) {
        if (prepared == null && retries.isDue()) {
            prepare();
        }
        if (prepared != null) {
            prepared.execute(tuple);
            return;
        }
        errors.report(refusal);
        collector.fail(tuple);
        backOff.pause();
    }

    @Override
    public void close() {
        closed = true;
        BoltRun<V> run = opened;
        if (run != null) {
            run.close();
        }
    }
}
