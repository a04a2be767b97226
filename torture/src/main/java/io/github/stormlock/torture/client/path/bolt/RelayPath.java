package io.github.stormlock.torture.client.path.bolt;

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
import java.util.concurrent.CompletableFuture;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.tuple.Tuple;

/**
 * Moves from one entry to another by two bolts, as where the entries lie in different slots: the first debits and emits, and
 * the second credits. The calling thread is the spout, and both executors. A transfer is settled when both tuples are acked;
 * until then it is sent again.
 */
public final class RelayPath extends UpdatePath {
    private static final int WIDTH = 16;

    private final StandInContext context = new StandInContext(PathNames.RELAY, RelayBolt.TRANSFER, RelayBolt.LOW);
    private final Settlements debits = new Settlements();
    private final Settlements credits = new Settlements();
    private final RelayBolt debit;
    private final RelayBolt credit;

    public RelayPath(ClientConfig config, AttemptRecorder recorder) {
        super(PathNames.RELAY, WIDTH, RunKeys::someRelay, config, recorder);
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

    /** One transfer, with the names that the history has for its halves, and the tuple that was sent last. */
    private record Sent(Todo todo, String debitOp, String creditOp, Tuple tuple, CompletableFuture<Boolean> acked) {}

    @Override
    public List<Todo> attempt(List<Todo> todos, long low) {
        recorder.steps().at(UpdateSteps.BEFORE);
        Map<Todo, Sent> sent = new LinkedHashMap<>();
        for (Todo todo : todos) {
            Todo other = credit(todo);
            String debitOp = history.invoke(todo.id(), todo.entry(), name());
            String creditOp = history.invoke(other.id(), other.entry(), name());
            Tuple tuple = context.tuple(todo, low);
            sent.put(todo, new Sent(todo, debitOp, creditOp, tuple, debits.await(tuple)));
            debit.execute(tuple);
        }
        // The bolts have to ack or fail each tuple, in every case. If they do not, the run hangs here.
        sent.replaceAll((todo, debited) -> debited.acked().join() ? passOn(debited) : debited);
        List<Todo> done = new ArrayList<>();
        for (Sent last : sent.values()) {
            boolean acked = last.acked().join();
            recorder.settled(last.debitOp(), last.todo(), acked);
            recorder.settled(last.creditOp(), credit(last.todo()), acked);
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

    @Override
    public void close() {
        debit.cleanup();
        credit.cleanup();
    }
}
