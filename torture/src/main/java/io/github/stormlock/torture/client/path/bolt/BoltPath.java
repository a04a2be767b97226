package io.github.stormlock.torture.client.path.bolt;

import io.github.stormlock.bolt.LockingBolt;
import io.github.stormlock.torture.client.path.AttemptRecorder;
import io.github.stormlock.torture.client.path.UpdatePath;
import io.github.stormlock.torture.history.PathNames;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.RunKeys;
import io.github.stormlock.torture.protocol.Todo;
import io.github.stormlock.torture.protocol.UpdateSteps;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.storm.tuple.Tuple;

/** Feeds tuples to locking bolts. The calling thread is the spout, and the executor of each bolt. */
public final class BoltPath extends UpdatePath {
    private static final int WIDTH = 32;
    private static final int RELAYED = 16;
    private static final int LINES = 16;
    private static final int TUPLES = 3;

    private final int lines;
    private final StandInContext context;
    private final List<BoltTask> tasks;

    private BoltPath(
            String name,
            int lines,
            int tuples,
            Function<Random, String> entries,
            ClientConfig config,
            AttemptRecorder recorder,
            LockingBolt<?>... bolts) {
        super(name, lines * tuples, entries, config, recorder);
        this.lines = lines;
        this.context = new StandInContext(name, ChainBolt.TODOS, ChainBolt.LOW);
        this.tasks = Stream.of(bolts)
                .map(bolt -> new BoltTask(bolt, config.topology(), context))
                .toList();
    }

    /** A bolt whose event ids are positions or opaque ids. */
    public static BoltPath single(String name, ClientConfig config, AttemptRecorder recorder) {
        ChainBolt bolt = new ChainBolt(
                name.equals(PathNames.BOLT) ? ChainBolt.Role.BY_POSITION : ChainBolt.Role.OPAQUE, recorder);
        return new BoltPath(name, 1, WIDTH, config.keys()::someHash, config, recorder, bolt);
    }

    /**
     * A bolt whose tuples have many lines, each of which changes an entry. The low of a tuple is the first line of all that
     * are open.
     */
    public static BoltPath lines(ClientConfig config, AttemptRecorder recorder) {
        LinesBolt bolt = new LinesBolt(recorder);
        return new BoltPath(PathNames.LINES, LINES, TUPLES, config.keys()::someHash, config, recorder, bolt);
    }

    /**
     * Two bolts that move from one entry to another, as where the entries lie in different slots: the first debits and emits,
     * and the second credits. A transfer is settled when both tuples are acked; until then it is sent again.
     */
    public static BoltPath relay(ClientConfig config, AttemptRecorder recorder) {
        return new BoltPath(
                PathNames.RELAY,
                1,
                RELAYED,
                RunKeys::someRelay,
                config,
                recorder,
                new ChainBolt(ChainBolt.Role.DEBIT, recorder),
                new ChainBolt(ChainBolt.Role.CREDIT, recorder));
    }

    /** The tuple that was sent last, what it settles, and the names that the history has for all that it changes. */
    private record Sent(List<Todo> todos, Map<String, Todo> ops, Tuple tuple, CompletableFuture<Boolean> acked) {}

    @Override
    public List<Todo> attempt(List<Todo> todos, long low) {
        recorder.steps().at(UpdateSteps.BEFORE);
        List<Sent> sent = new ArrayList<>();
        for (int first = 0; first < todos.size(); first += lines) {
            sent.add(feed(List.copyOf(todos.subList(first, Math.min(todos.size(), first + lines))), low));
        }
        // The bolts have to ack or fail each tuple, in every case. If they do not, the run hangs here.
        for (int next = 1; next < tasks.size(); next++) {
            int task = next;
            sent.replaceAll(tuple -> tuple.acked().join() ? passOn(tuple, task) : tuple);
        }
        List<Todo> done = new ArrayList<>();
        for (Sent last : sent) {
            boolean acked = last.acked().join();
            last.ops().forEach((op, todo) -> recorder.settled(op, todo, acked));
            done.addAll(acked ? last.todos() : List.of());
        }
        recorder.steps().at(UpdateSteps.ACKED);
        return done;
    }

    private Sent feed(List<Todo> todos, long low) {
        List<Todo> all = tasks.size() == 1 ? todos : List.of(todos.get(0), credit(todos.get(0)));
        Map<String, Todo> ops = new LinkedHashMap<>();
        all.forEach(todo -> ops.put(history.invoke(todo.id(), todo.entry(), name()), todo));
        Tuple tuple = context.tuple(all, low);
        return new Sent(todos, ops, tuple, tasks.get(0).execute(tuple));
    }

    private static Todo credit(Todo transfer) {
        return new Todo(
                transfer.source() + '&', transfer.offset(), RunKeys.relayTo(transfer.entry(), transfer.offset()));
    }

    private Sent passOn(Sent sent, int next) {
        Tuple tuple = context.tuple(tasks.get(next - 1).emitted(sent.tuple()).toArray());
        return new Sent(sent.todos(), sent.ops(), tuple, tasks.get(next).execute(tuple));
    }

    @Override
    public void close() {
        tasks.forEach(BoltTask::end);
    }
}
