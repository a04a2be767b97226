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

/** Feeds tuples to a locking bolt whose event ids are positions or opaque ids. The calling thread acts as its executor. */
public final class BoltPath extends UpdatePath {
    private static final int WIDTH = 32;

    private final ChainBolt bolt;
    private final StandInContext context;
    private final Settlements settlements = new Settlements();

    public BoltPath(String name, ClientConfig config, AttemptRecorder recorder) {
        super(name, WIDTH, random -> config.keys().someHash(random), config, recorder);
        this.bolt = new ChainBolt(/* byPosition= */ name.equals(PathNames.BOLT), recorder);
        this.context = new StandInContext(name, ChainBolt.ENTRY, ChainBolt.SOURCE, ChainBolt.OFFSET, ChainBolt.LOW);
        bolt.prepare(config.topology(), context, new OutputCollector(settlements));
    }

    @Override
    public List<Todo> attempt(List<Todo> todos, long low) {
        recorder.steps().at(UpdateSteps.BEFORE);
        List<String> ops = new ArrayList<>();
        List<CompletableFuture<Boolean>> settled = new ArrayList<>();
        for (Todo todo : todos) {
            ops.add(history.invoke(todo.id(), todo.entry(), name()));
            Tuple tuple = context.tuple(todo.entry(), todo.source(), todo.offset(), low);
            settled.add(settlements.await(tuple));
            bolt.execute(tuple);
        }
        List<Todo> done = new ArrayList<>();
        for (int i = 0; i < todos.size(); i++) {
            // The bolt has to ack or fail each tuple, in every case. If it does not, the run hangs here.
            boolean acked = settled.get(i).join();
            recorder.settled(ops.get(i), todos.get(i), acked);
            if (acked) {
                done.add(todos.get(i));
            }
        }
        recorder.steps().at(UpdateSteps.ACKED);
        return done;
    }

    @Override
    public void close() {
        bolt.cleanup();
    }
}
