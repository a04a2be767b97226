package io.github.stormlock.topologies.replay;

import org.jspecify.annotations.Nullable;

/** One pass over a source, from the point that an earlier run reached, to its end. Not thread-safe. */
final class ReplayRun<E> {

    private final String name;
    private final InputReader<E> reader;
    private final ReplayLedger<E> ledger;
    private final SpoutPort<E> port;

    ReplayRun(String name, ReplaySource<E> source, InputProgress from, SpoutPort<E> port, ReplayOptions options) {
        this.name = name;
        this.reader = new InputReader<>(name, source, port);
        this.ledger = new ReplayLedger<>(options, from);
        this.port = port;
    }

    String name() {
        return name;
    }

    /** Sends an event again if one is due, else a new one if the span has room for it. */
    void send(long nowNanos) {
        PendingEvent<E> replay = ledger.due(nowNanos);
        if (replay != null) {
            port.sentAgain();
            emit(replay);
        } else if (!reader.isEnded() && !ledger.isSpanFull()) {
            sendNew(nowNanos);
        }
    }

    void acked(long offset, long nowNanos) {
        ledger.acked(offset, nowNanos);
    }

    void failed(long offset, long nowNanos) {
        port.failed();
        ledger.failed(offset, nowNanos);
    }

    boolean isFinished() {
        return reader.isEnded() && ledger.isEmpty();
    }

    /**
     * Writes down the progress of the run.
     *
     * @return true if this was its end, so that nothing is left to be written
     */
    boolean keep(SourceStore store) {
        boolean finished = isFinished();
        store.keep(name, ledger.progress(), finished ? new SourceStore.End(reader.error()) : null);
        for (PendingEvent<E> gone : ledger.noted()) {
            port.gaveUp(name, gone.offset, gone.failures);
        }
        return finished;
    }

    void close() {
        reader.close();
    }

    private void sendNew(long nowNanos) {
        InputReader.@Nullable Read<E> read = reader.next(ledger.next(), nowNanos);
        if (read != null) {
            PendingEvent<E> added = ledger.add(read.offset(), read.following(), read.event());
            if (added != null) {
                emit(added);
            }
        }
    }

    private void emit(PendingEvent<E> event) {
        port.emit(name, event.offset, ledger.low(), event.event);
    }
}
