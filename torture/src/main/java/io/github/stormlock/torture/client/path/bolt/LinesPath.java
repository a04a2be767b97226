package io.github.stormlock.torture.client.path.bolt;

import io.github.stormlock.torture.client.path.AttemptRecorder;
import io.github.stormlock.torture.client.path.UpdatePath;
import io.github.stormlock.torture.history.PathNames;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.Todo;
import io.github.stormlock.torture.protocol.UpdateSteps;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.tuple.Tuple;

/**
 * Feeds tuples of many lines to a locking bolt, which changes an entry for each line. The low of a tuple is the first line
 * of all that are open. In the control it is
 * the last line of the first tuple that is open, which loses updates.
 */
public final class LinesPath extends UpdatePath {
    private static final int LINES = 16;
    private static final int TUPLES = 3;

    private final LinesBolt bolt;
    private final StandInContext context;
    private final Settlements settlements = new Settlements();

    public LinesPath(ClientConfig config, AttemptRecorder recorder) {
        super(PathNames.LINES, LINES * TUPLES, random -> config.keys().someHash(random), config, recorder);
        this.bolt = new LinesBolt(recorder);
        this.context = new StandInContext(PathNames.LINES, LinesBolt.LINES, LinesBolt.LOW);
        bolt.prepare(config.topology(), context, new OutputCollector(settlements));
    }

    /** One tuple, with the names that the history has for its lines. */
    private record Sent(List<Todo> lines, List<String> ops, CompletableFuture<Boolean> acked) {}

    @Override
    public List<Todo> attempt(List<Todo> todos, long low) {
        recorder.steps().at(UpdateSteps.BEFORE);
        boolean control = config.kind() == ClientConfig.Kind.LAST_LINE;
        long told = control ? todos.get(Math.min(todos.size(), LINES) - 1).offset() : low;
        List<Sent> sent = new ArrayList<>();
        for (int first = 0; first < todos.size(); first += LINES) {
            sent.add(feed(List.copyOf(todos.subList(first, Math.min(todos.size(), first + LINES))), told));
        }
        List<Todo> done = new ArrayList<>();
        for (Sent tuple : sent) {
            // The bolt has to ack or fail each tuple, in every case. If it does not, the run hangs here.
            if (tuple.acked().join()) {
                done.addAll(tuple.lines());
            }
            for (int i = 0; i < tuple.ops().size(); i++) {
                recorder.settled(
                        tuple.ops().get(i), tuple.lines().get(i), tuple.acked().join());
            }
        }
        recorder.steps().at(UpdateSteps.ACKED);
        return done;
    }

    private Sent feed(List<Todo> lines, long low) {
        List<String> ops = lines.stream()
                .map(line -> history.invoke(line.id(), line.entry(), name()))
                .toList();
        Tuple tuple = context.tuple(lines, low);
        CompletableFuture<Boolean> acked = settlements.await(tuple);
        bolt.execute(tuple);
        return new Sent(lines, ops, acked);
    }

    @Override
    public void close() {
        bolt.cleanup();
    }
}
