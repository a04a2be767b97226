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
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.tuple.Tuple;

/**
 * Moves from one entry to another by two bolts, as where the entries lie in different slots: the first debits and emits, and
 * the second credits. The calling thread is the spout, and both executors. A transfer is settled when both tuples are acked;
 * until then it is sent again.
 */
public final class RelayPath implements UpdatePath {
    private static final int WIDTH = 16;

    private final AttemptRecorder recorder;
    private final StandInContext context = new StandInContext(PathNames.RELAY, RelayBolt.TRANSFER, RelayBolt.LOW);
    private final Settlements debits = new Settlements();
    private final Settlements credits = new Settlements();
    private final RelayBolt debit;
    private final RelayBolt credit;

    public RelayPath(ClientConfig config, AttemptRecorder recorder) {
        this.recorder = recorder;
        this.debit = new RelayBolt(/* credits= */ false, recorder);
        this.credit = new RelayBolt(/* credits= */ true, recorder);
        debit.prepare(config.topology(), context, new OutputCollector(debits));
        credit.prepare(config.topology(), context, new OutputCollector(credits));
    }

    /** Returns the other half of a transfer. */
    static Todo credit(Todo transfer) {
        return new Todo(
                transfer.source() + '&', transfer.offset(), RunKeys.relayTo(transfer.entry(), transfer.offset()));
    }

    @Override
    public String name() {
        return PathNames.RELAY;
    }

    @Override
    public int width() {
        return WIDTH;
    }

    @Override
    public String entry(Random random) {
        return RunKeys.someRelay(random);
    }

    /** One transfer, with the names that the history has for its halves, and the tuple that was sent last. */
    private record Sent(Todo todo, String debitOp, String creditOp, Tuple tuple, CompletableFuture<Boolean> acked) {}

    @Override
    public List<Todo> attempt(List<Todo> todos, long low) {
        recorder.steps().at(UpdateSteps.BEFORE);
        Map<Todo, Sent> sent = new LinkedHashMap<>();
        for (Todo todo : todos) {
            Todo other = credit(todo);
            String debitOp = recorder.history().invoke(todo.id(), todo.entry(), name());
            String creditOp = recorder.history().invoke(other.id(), other.entry(), name());
            Tuple tuple = context.tuple(todo, low);
            sent.put(todo, new Sent(todo, debitOp, creditOp, tuple, debits.await(tuple)));
            debit.execute(tuple);
        }
        // The bolts have to ack or fail each tuple, in every case. If they do not, the run hangs here.
        sent.replaceAll((todo, debited) -> debited.acked().join() ? passOn(debited) : debited);
        List<Todo> done = new ArrayList<>();
        for (Sent last : sent.values()) {
            boolean acked = last.acked().join();
            tell(last.debitOp(), last.todo(), acked);
            tell(last.creditOp(), credit(last.todo()), acked);
            if (acked) {
                done.add(last.todo());
            }
        }
        recorder.steps().at(UpdateSteps.ACKED);
        return done;
    }

    private Sent passOn(Sent debited) {
        Tuple tuple = context.tuple(debits.emitted(debited.tuple()).toArray());
        CompletableFuture<Boolean> acked = credits.await(tuple);
        credit.execute(tuple);
        return new Sent(debited.todo(), debited.debitOp(), debited.creditOp(), tuple, acked);
    }

    private void tell(String op, Todo half, boolean acked) {
        if (acked) {
            recorder.done(op, half, false);
        } else {
            long ran = recorder.moves().ranAt(half.id());
            recorder.history().tell(HistoryLine.Kind.UNKNOWN, op, 0, "the tuple failed", ran);
        }
    }

    @Override
    public void close() {
        debit.cleanup();
        credit.cleanup();
    }
}
