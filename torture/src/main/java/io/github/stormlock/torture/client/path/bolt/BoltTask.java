package io.github.stormlock.torture.client.path.bolt;

import io.github.stormlock.bolt.LockingBolt;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.storm.task.IOutputCollector;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.tuple.Tuple;

/**
 * A task of a bolt without Storm, whose executor is the calling thread. It keeps the values that the bolt emits for a tuple,
 * of which there is one emission at most. Thread-safe.
 */
final class BoltTask implements IOutputCollector {
    private final LockingBolt<?> bolt;
    private final Map<Tuple, CompletableFuture<Boolean>> awaited = new ConcurrentHashMap<>();
    private final Map<Tuple, List<Object>> emitted = new ConcurrentHashMap<>();

    BoltTask(LockingBolt<?> bolt, Map<String, Object> conf, TopologyContext context) {
        this.bolt = bolt;
        bolt.prepare(conf, context, new OutputCollector(this));
    }

    /** Hands a tuple over. The future tells true for an ack, false for a fail. */
    CompletableFuture<Boolean> execute(Tuple tuple) {
        CompletableFuture<Boolean> settled = new CompletableFuture<>();
        awaited.put(tuple, settled);
        bolt.execute(tuple);
        return settled;
    }

    /** Returns the values that were emitted for a tuple, and forgets them. */
    List<Object> emitted(Tuple tuple) {
        return Objects.requireNonNull(emitted.remove(tuple), "nothing was emitted");
    }

    void end() {
        bolt.cleanup();
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
