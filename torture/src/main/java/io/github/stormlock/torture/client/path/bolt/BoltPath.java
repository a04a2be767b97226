package io.github.stormlock.torture.client.path.bolt;

import io.github.stormlock.torture.client.path.AttemptRecorder;
import io.github.stormlock.torture.client.path.UpdatePath;
import io.github.stormlock.torture.history.HistoryLine;
import io.github.stormlock.torture.history.PathNames;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.RunKeys;
import io.github.stormlock.torture.protocol.Todo;
import io.github.stormlock.torture.protocol.UpdateSteps;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.tuple.Tuple;

/** Feeds tuples to a locking bolt whose event ids are positions or opaque ids. The calling thread acts as its executor. */
public final class BoltPath implements UpdatePath {
    private static final int WIDTH = 32;

    private final String name;
    private final RunKeys keys;
    private final AttemptRecorder recorder;
    private final ChainBolt bolt;
    private final StandInContext context;
    private final Settlements settlements = new Settlements();

    public BoltPath(String name, ClientConfig config, AttemptRecorder recorder) {
        this.name = name;
        this.keys = config.keys();
        this.recorder = recorder;
        this.bolt = new ChainBolt(/* byPosition= */ name.equals(PathNames.BOLT), recorder);
        this.context = new StandInContext(name, ChainBolt.ENTRY, ChainBolt.SOURCE, ChainBolt.OFFSET, ChainBolt.LOW);
        bolt.prepare(config.topology(), context, new OutputCollector(settlements));
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int width() {
        return WIDTH;
    }

    @Override
    public String entry(Random random) {
        return keys.someHash(random);
    }

    @Override
    public List<Todo> attempt(List<Todo> todos, long low) {
        recorder.steps().at(UpdateSteps.BEFORE);
        List<String> ops = new ArrayList<>();
        List<CompletableFuture<Boolean>> settled = new ArrayList<>();
        for (Todo todo : todos) {
            ops.add(recorder.history().invoke(todo.id(), todo.entry(), name));
            Tuple tuple = context.tuple(todo.entry(), todo.source(), todo.offset(), low);
            settled.add(settlements.await(tuple));
            bolt.execute(tuple);
        }
        List<Todo> done = new ArrayList<>();
        for (int i = 0; i < todos.size(); i++) {
            // The bolt has to ack or fail each tuple, in every case. If it does not, the run hangs here.
            if (settled.get(i).join()) {
                recorder.done(ops.get(i), todos.get(i), false);
                done.add(todos.get(i));
            } else {
                long ran = recorder.moves().ranAt(todos.get(i).id());
                recorder.history().tell(HistoryLine.Kind.UNKNOWN, ops.get(i), 0, "the tuple failed", ran);
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
