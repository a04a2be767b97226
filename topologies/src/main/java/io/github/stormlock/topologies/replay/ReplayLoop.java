package io.github.stormlock.topologies.replay;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * The work of a {@link ReplayingSpout} at each call: it begins at the point that an earlier run reached, sends the
 * events that are due, and writes down the progress. Problems with Redis or the input are not thrown, but tried again.
 * Not thread-safe.
 */
final class ReplayLoop<E> {

    private static final long KEEP_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final ReplaySource<E> source;
    private final SourceStore store;
    private final SpoutPort<E> port;
    private final ReplayOptions options;
    private final LongSupplier clock;

    private @Nullable ReplayRun<E> run;
    private boolean finishing;
    private boolean done;
    private long notBefore;

    ReplayLoop(
            ReplaySource<E> source, SourceStore store, SpoutPort<E> port, ReplayOptions options, LongSupplier clock) {
        this.source = source;
        this.store = store;
        this.port = port;
        this.options = options;
        this.clock = clock;
        this.notBefore = clock.getAsLong();
    }

    /** Sends at most one event. */
    void step() {
        long now = clock.getAsLong();
        ReplayRun<E> current = run;
        if (current == null) {
            begin(now);
            return;
        }
        if (!done && isKeepDue(current, now)) {
            keep(current, now);
        }
        if (done && source.isFollowed()) {
            follow(current, now);
            return;
        }
        current.send(now);
    }

    void acked(long offset) {
        if (run != null) {
            run.acked(offset, clock.getAsLong());
        }
    }

    void failed(long offset) {
        if (run != null) {
            run.failed(offset, clock.getAsLong());
        }
    }

    /** Writes down the progress now. */
    void keep() {
        if (run != null && !done) {
            keep(run, clock.getAsLong());
        }
    }

    void close() {
        keep();
        if (run != null) {
            run.close();
        }
        store.close();
    }

    private void begin(long now) {
        if (now - notBefore < 0) {
            return;
        }
        try {
            String name = source.firstSource();
            InputProgress from = store.begin(name, options.fromStart());
            run = new ReplayRun<>(name, source, from, port, options);
            notBefore = now + KEEP_NANOS;
        } catch (IOException e) {
            retry("the input cannot be read; tried again each second", e, now);
        } catch (RuntimeException e) {
            retry("the source's entry cannot be read from Redis; tried again each second", e, now);
        }
    }

    /**
     * Begins anew once the input has another name. The next incarnation has a name of its own, because its offsets
     * begin again.
     */
    private void follow(ReplayRun<E> ended, long now) {
        if (now - notBefore < 0) {
            return;
        }
        try {
            if (source.source().equals(ended.name())) {
                notBefore = now + RETRY_NANOS;
                return;
            }
        } catch (IOException e) {
            notBefore = now + RETRY_NANOS;
            return;
        }
        ended.close();
        run = null;
        done = false;
        finishing = false;
        notBefore = now;
    }

    private boolean isKeepDue(ReplayRun<E> current, long now) {
        if (!finishing && current.isFinished()) {
            finishing = true;
            return true;
        }
        return now - notBefore >= 0;
    }

    private void keep(ReplayRun<E> current, long now) {
        try {
            done = current.keep(store);
            notBefore = now + KEEP_NANOS;
        } catch (RuntimeException e) {
            retry("how far the source is cannot be written to Redis; tried again each second", e, now);
        }
    }

    private void retry(String what, Exception cause, long now) {
        notBefore = now + RETRY_NANOS;
        Interrupts.restore(cause);
        port.trouble(what, cause);
    }
}
