package io.github.stormlock.torture.client.path.bolt;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.storm.task.IOutputCollector;
import org.apache.storm.tuple.Tuple;

/**
 * An output collector that completes a future for each tuple: true for an ack, false for a fail. It keeps the values that are
 * emitted for a tuple, of which there is one emission at most. Thread-safe.
 */
final class Settlements implements IOutputCollector {
    private final Map<Tuple, CompletableFuture<Boolean>> awaited = new ConcurrentHashMap<>();
    private final Map<Tuple, List<Object>> emitted = new ConcurrentHashMap<>();

    /** Returns the future of a tuple. It has to be called before the tuple is executed. */
    CompletableFuture<Boolean> await(Tuple tuple) {
        CompletableFuture<Boolean> settled = new CompletableFuture<>();
        awaited.put(tuple, settled);
        return settled;
    }

    /** Returns the values that were emitted for a tuple, and forgets them. */
    List<Object> emitted(Tuple tuple) {
        return Objects.requireNonNull(emitted.remove(tuple), "nothing was emitted");
    }

    private void settle(Tuple tuple, boolean acked) {
        CompletableFuture<Boolean> waiting = awaited.remove(tuple);
        if (waiting != null) {
            waiting.complete(acked);
        }
    }

    @Override
    public List<Integer> emit(String streamId, Collection<Tuple> anchors, List<Object> tuple) {
        anchors.forEach(anchor -> emitted.put(anchor, tuple));
        return List.of();
    }

    @Override
    public void emitDirect(int taskId, String streamId, Collection<Tuple> anchors, List<Object> tuple) {
        throw new UnsupportedOperationException("nothing is emitted to one task");
    }

    @Override
    public void ack(Tuple input) {
        settle(input, true);
    }

    @Override
    public void fail(Tuple input) {
        settle(input, false);
    }

    @Override
    public void resetTimeout(Tuple input) {}

    @Override
    public void flush() {}

    @Override
    public void reportError(Throwable error) {}
}
