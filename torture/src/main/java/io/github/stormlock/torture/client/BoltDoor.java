package io.github.stormlock.torture.client;

import io.github.stormlock.torture.history.Doors;
import io.github.stormlock.torture.history.Line;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.Keys;
import io.github.stormlock.torture.protocol.Steps;
import io.github.stormlock.torture.protocol.Todo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.tuple.Tuple;

/** A locking bolt whose events are named by position or by opaque ids, with this thread for its executor. */
final class BoltDoor implements Door {
    private static final int WIDTH = 32;
    private static final int MESSAGE_TIMEOUT_SECONDS = 30;

    private final String name;
    private final Keys keys;
    private final Desk desk;
    private final ChainBolt bolt;
    private final StandInContext context;
    private final Settlements settlements = new Settlements();

    BoltDoor(String name, ClientConfig config, Desk desk) {
        this.name = name;
        this.keys = config.keys();
        this.desk = desk;
        this.bolt = new ChainBolt(/* byPosition= */ name.equals(Doors.BOLT), desk);
        this.context = new StandInContext(name, ChainBolt.ENTRY, ChainBolt.SOURCE, ChainBolt.OFFSET, ChainBolt.LOW);
        bolt.prepare(topology(config), context, new OutputCollector(settlements));
    }

    private static Map<String, Object> topology(ClientConfig config) {
        Map<String, Object> conf = new HashMap<>();
        conf.put("topology.name", "torture");
        conf.put("topology.message.timeout.secs", MESSAGE_TIMEOUT_SECONDS);
        conf.put("storm.lock.lease", config.timing().lease());
        conf.put("storm.lock.wait", config.timing().grant());
        conf.put("storm.lock.redis.command.timeout", config.timing().command());
        conf.put("storm.lock.redis.connect.timeout", config.timing().command());
        conf.put("storm.lock.redis.pool.max.wait", config.timing().command());
        conf.put("storm.lock.redis.pool.max.total", config.pool());
        conf.put(
                "storm.lock.redis.nodes",
                config.ports().stream().map(port -> "127.0.0.1:" + port).toList());
        conf.put("storm.lock.redis.mode", config.mode().name().toLowerCase(Locale.ROOT));
        if (config.mode() == ClientConfig.Mode.SENTINEL) {
            conf.put("storm.lock.redis.sentinel.master", ClientConfig.MASTER);
        }
        return conf;
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
        desk.steps().at(Steps.BEFORE);
        List<String> ops = new ArrayList<>();
        List<CompletableFuture<Boolean>> settled = new ArrayList<>();
        for (Todo todo : todos) {
            ops.add(desk.history().invoke(todo.id(), todo.entry(), name));
            Tuple tuple = context.tuple(todo.entry(), todo.source(), todo.offset(), low);
            settled.add(settlements.await(tuple));
            bolt.execute(tuple);
        }
        List<Todo> done = new ArrayList<>();
        for (int i = 0; i < todos.size(); i++) {
            // The bolt settles each tuple, whatever happens: not to do so is what a run would hang by.
            if (settled.get(i).join()) {
                desk.done(ops.get(i), todos.get(i), false);
                done.add(todos.get(i));
            } else {
                long ran = desk.moves().ranAt(todos.get(i).id());
                desk.history().tell(Line.Kind.UNKNOWN, ops.get(i), 0, "the tuple failed", ran);
            }
        }
        desk.steps().at(Steps.ACKED);
        return done;
    }

    @Override
    public void close() {
        bolt.cleanup();
    }
}
