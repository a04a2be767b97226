package io.github.stormlock.benchmarks.work.storm;

import io.github.stormlock.benchmarks.contender.Computation;
import io.github.stormlock.benchmarks.contender.Contender;
import io.github.stormlock.benchmarks.work.load.LoadGenerator;
import io.github.stormlock.benchmarks.work.load.LoadResult;
import io.github.stormlock.benchmarks.work.load.Share;
import io.github.stormlock.test.LocalStorm;
import io.github.stormlock.test.RunningTopology;
import io.github.stormlock.test.internal.run.Here;
import java.io.Serializable;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import org.HdrHistogram.Histogram;
import org.apache.storm.generated.StormTopology;
import org.jspecify.annotations.Nullable;

/**
 * Counts what becomes of the lines of one topology, and holds the contender that all its bolts share. The copies of spouts
 * and bolts have this very run, because the workers of the local cluster are in this JVM. Thread-safe.
 */
final class LogRun implements LoadGenerator, Serializable {
    private static final long LONGEST_WAIT_NANOS = TimeUnit.MINUTES.toNanos(2);

    private final transient Here here = Here.of(this);
    private final transient @Nullable Contender contender;
    private final transient Computation computation;
    private final int updates;
    private final AtomicLong additions = new AtomicLong();
    private transient @Nullable RunningTopology running;
    private boolean opened;
    private boolean sending;
    private long sent;
    private long acked;
    private long failed;
    private transient Histogram nanos = new Histogram(3);

    /**
     * Creates a run that has not begun.
     *
     * @param contender the contender; {@code null} if the bolt brings its own link to Redis
     * @param updates the number of updates that each thing makes which the spout sends
     */
    LogRun(@Nullable Contender contender, Computation computation, int updates) {
        this.contender = contender;
        this.computation = computation;
        this.updates = updates;
    }

    private Object writeReplace() {
        return here;
    }

    /** Returns a name that no other run has. */
    String id() {
        return here.id();
    }

    /** Submits the topology whose spouts and bolts know this run. */
    LogRun submit(LocalStorm storm, Map<String, Object> conf, StormTopology topology) {
        running = storm.submit(conf, topology);
        return this;
    }

    /** Lets the contender add one to an entry. */
    void add(String key) {
        Objects.requireNonNull(contender, "this topology's bolt brings its own way to Redis")
                .add(key, 0, additions.getAndIncrement());
    }

    Computation computation() {
        return computation;
    }

    /** Returns true if the spout is to send a line now. The line is then counted as sent. */
    synchronized boolean send() {
        if (!opened) {
            opened = true;
            notifyAll();
        }
        if (sending) {
            sent++;
        }
        return sending;
    }

    synchronized void ack(long took) {
        acked++;
        nanos.recordValue(took);
        if (!sending) {
            notifyAll();
        }
    }

    synchronized void fail() {
        failed++;
        notifyAll();
    }

    /** Lets the spout send lines for so long, and returns when all of them are acked. */
    @Override
    public synchronized LoadResult work(Duration length) throws InterruptedException {
        await(() -> opened, System.nanoTime() + LONGEST_WAIT_NANOS, "the topology has not begun");
        long before = acked;
        long computedBefore = computation.runs();
        nanos = new Histogram(3);
        sending = true;
        long end = System.nanoTime() + length.toNanos();
        for (long left = length.toNanos(); left > 0 && failed == 0; left = end - System.nanoTime()) {
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        sending = false;
        await(() -> acked + failed == sent, end + LONGEST_WAIT_NANOS, "lines were neither acked nor failed");
        if (failed > 0) {
            throw new IllegalStateException(failed + " of " + sent + " lines failed: Storm's log says why");
        }
        long made = (acked - before) * updates;
        return new LoadResult(List.of(new Share(made, computation.runs() - computedBefore, nanos.copy())));
    }

    private synchronized void await(BooleanSupplier state, long end, String otherwise) throws InterruptedException {
        while (!state.getAsBoolean()) {
            long left = end - System.nanoTime();
            if (left <= 0) {
                throw new IllegalStateException(otherwise + " in time");
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }

    @Override
    public void close() {
        if (running != null) {
            running.close();
        }
        here.forget();
        if (contender != null) {
            contender.close();
        }
    }
}
