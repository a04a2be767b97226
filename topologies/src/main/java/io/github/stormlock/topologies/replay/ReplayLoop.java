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

    private @Nullable Pass<E> pass;
    private boolean finishing;
    private boolean done;
    private long notBefore;

    /** One pass over a source, from the point that an earlier run reached, to its end. */
    private record Pass<E>(String name, InputReader<E> reader, ReplayLedger<E> ledger) {
        boolean isFinished() {
            return reader.isEnded() && ledger.isEmpty();
        }
    }

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
        Pass<E> current = pass;
        if (current == null) {
            begin(now);
            return;
        }
        if (!done && isKeepDue(current, now)) {
            keep(current, now);
        }
        if (done && source.isFollowed()) {
            follow(current, now);
        } else {
            send(current, now);
        }
    }

    void acked(long offset) {
        if (pass != null) {
            pass.ledger.acked(offset, clock.getAsLong());
        }
    }

    void failed(long offset) {
        if (pass != null) {
            pass.ledger.failed(offset, clock.getAsLong());
        }
    }

    /** Writes down the progress now. */
    void keep() {
        if (pass != null && !done) {
            keep(pass, clock.getAsLong());
        }
    }

    void close() {
        keep();
        if (pass != null) {
            pass.reader.close();
        }
        store.close();
    }

    private void begin(long now) {
        if (now - notBefore < 0) {
            return;
        }
        try {
            String name = source.source();
            InputProgress from = store.begin(name);
            pass = new Pass<>(name, new InputReader<>(name, source, port), new ReplayLedger<>(options, from));
            notBefore = now + KEEP_NANOS;
        } catch (IOException e) {
            retry("the input cannot be read; tried again each second", e, now);
        } catch (RuntimeException e) {
            retry("the source's entry cannot be read from Redis; tried again each second", e, now);
        }
    }

    /** Sends an event again if one is due, else a new one if the span has room for it. */
    private void send(Pass<E> current, long now) {
        ReplayLedger<E> ledger = current.ledger;
        PendingEvent<E> event = ledger.due(now);
        if (event == null && !current.reader.isEnded() && !ledger.isSpanFull()) {
            InputReader.@Nullable Read<E> read = current.reader.next(ledger.next(), now);
            event = read == null ? null : ledger.add(read.offset(), read.following(), read.event());
        }
        if (event != null) {
            port.emit(current.name, event.offset, ledger.low(), event.event);
        }
    }

    /**
     * Begins anew once the input has another name. The next incarnation has a name of its own, because its offsets
     * begin again.
     */
    private void follow(Pass<E> ended, long now) {
        if (now - notBefore < 0) {
            return;
        }
        try {
            if (source.source().equals(ended.name)) {
                notBefore = now + RETRY_NANOS;
                return;
            }
        } catch (IOException e) {
            notBefore = now + RETRY_NANOS;
            return;
        }
        ended.reader.close();
        pass = null;
        done = false;
        finishing = false;
        notBefore = now;
    }

    private boolean isKeepDue(Pass<E> current, long now) {
        if (!finishing && current.isFinished()) {
            finishing = true;
            return true;
        }
        return now - notBefore >= 0;
    }

    private void keep(Pass<E> current, long now) {
        try {
            boolean finished = current.isFinished();
            store.keep(
                    current.name,
                    current.ledger.progress(),
                    finished ? new SourceStore.End(current.reader.error()) : null);
            done = finished;
            notBefore = now + KEEP_NANOS;
        } catch (RuntimeException e) {
            retry("how far the source is cannot be written to Redis; tried again each second", e, now);
        }
    }

    private void retry(String what, Exception cause, long now) {
        notBefore = now + RETRY_NANOS;
        // Storm stops an executor by an interrupt, which the exception swallowed when it was caught.
        Throwable swallowed = cause;
        for (int depth = 0; swallowed != null && depth < 20; depth++) {
            if (swallowed instanceof InterruptedException) {
                Thread.currentThread().interrupt();
            }
            swallowed = swallowed.getCause();
        }
        port.trouble(what, cause);
    }
}
