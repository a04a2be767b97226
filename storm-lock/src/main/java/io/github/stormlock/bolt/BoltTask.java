package io.github.stormlock.bolt;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.bolt.internal.metrics.TaskMetrics;
import io.github.stormlock.config.StormLockConfig;
import io.github.stormlock.internal.usercode.BackOff;
import io.github.stormlock.lock.LockException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.LongSupplier;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * One task of a bolt, from its prepare to its cleanup. A preparation that failed is tried again on later tuples, and
 * until one succeeds the tuples fail with the reason. An exception out of prepare would end the worker, again and
 * again. The executor's thread uses it; any thread may close it.
 */
final class BoltTask implements AutoCloseable {
    private final RedisBolt bolt;
    private final BoltSetup setup;
    private final ErrorReports errors;
    private final BackOff backOff = new BackOff();
    private @Nullable TaskRun<?> prepared;
    private volatile @Nullable TaskRun<?> opened;
    private volatile boolean closed;
    /** True while there is something that {@link RedisBolt#prepared} has begun and nobody has ended. */
    private final AtomicBoolean begun = new AtomicBoolean();

    /** @param nanos the clock, which reads as {@link System#nanoTime()} */
    BoltTask(
            RedisBolt bolt,
            Map<String, Object> conf,
            TopologyContext context,
            OutputCollector collector,
            LongSupplier nanos) {
        this.bolt = bolt;
        String task = BoltSetup.component(context) + ", task " + context.getThisTaskId();
        this.errors = new ErrorReports(collector, task, nanos);
        this.setup = new BoltSetup(
                conf, context, collector, new TaskMetrics(context, bolt instanceof LockingBolt<?>), errors);
    }

    /** Prepares the task, or notes why it cannot be prepared. */
    void prepare() {
        try {
            prepared = tryToPrepare();
        } catch (Throwable t) {
            RuntimeException reason = Throwables.reason(Throwables.caught(t));
            errors.report(new IllegalStateException("the bolt is not prepared: " + reason.getMessage(), reason));
        }
    }

    private TaskRun<?> tryToPrepare() {
        TaskRun<?> run = open();
        opened = run;
        try {
            // Checked after the assignment: close() sets its flag and then looks for the run, so one of the two sees
            // the other.
            if (closed) {
                run.close();
            }
            checkServer(run);
            prepareBolt();
            return run;
        } catch (Throwable t) {
            // The next try opens another run, so this one gives back what it shares with the worker.
            run.close();
            cleanUpBolt();
            throw t;
        }
    }

    private TaskRun<?> open() {
        StormLockConfig config = StormLockConfig.forBolts(setup.conf());
        RedisLockFactory factory = RedisLockFactory.of(setup.conf());
        try {
            return bolt.run(setup, config, factory);
        } catch (Throwable t) {
            factory.close();
            throw t;
        }
    }

    private void prepareBolt() {
        try {
            bolt.prepared(setup.conf(), setup.context());
        } finally {
            // Not before it has returned: close() would clean up beside it. One of the two sees the other, as above.
            begun.set(true);
        }
        if (closed) {
            cleanUpBolt();
        }
    }

    /** Ends what the bolt has begun, once. */
    private void cleanUpBolt() {
        if (begun.compareAndSet(true, false)) {
            reporting(bolt::cleanedUp);
        }
    }

    /** Runs a method of the bolt, and reports what it throws. */
    private void reporting(Runnable method) {
        try {
            method.run();
        } catch (Throwable t) {
            errors.report(Throwables.caught(t));
        }
    }

    /**
     * Reports at once a permission that is missing, or a server that is away. It does not fail the preparation, because
     * the server may be back for the first tuple.
     */
    private void checkServer(TaskRun<?> run) {
        try {
            run.check();
        } catch (LockException e) {
            errors.report(e);
        }
    }

    /** Hands a tick tuple to the bolt, and sends what that emits. What is thrown is reported. */
    void tick(Tuple tuple) {
        BufferedEmitter out = new BufferedEmitter(setup.streams());
        reporting(() -> {
            bolt.onTick(tuple, out);
            out.send(setup.collector());
        });
    }

    /**
     * Hands a tuple to the prepared task. If there is none, and none can be prepared after a pause, the tuple fails.
     */
    void execute(Tuple tuple) {
        if (prepared == null) {
            backOff.pause();
            prepare();
        }
        if (prepared == null) {
            setup.collector().fail(tuple);
        } else {
            prepared.execute(tuple);
        }
    }

    @Override
    public void close() {
        closed = true;
        TaskRun<?> run = opened;
        if (run != null) {
            run.close();
        }
        cleanUpBolt();
    }
}
