package io.github.stormlock.bolt;

import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import org.apache.storm.task.IOutputCollector;
import org.apache.storm.tuple.Tuple;

/** Keeps all that a bolt does to its output collector, in order. Thread-safe. */
final class RecordedOutput implements IOutputCollector {
    private final List<Act> acts = new CopyOnWriteArrayList<>();
    private volatile Consumer<Act> observer = act -> {};

    /** One call of the collector. */
    sealed interface Act {}

    record Emit(String stream, Collection<Tuple> anchors, List<Object> values) implements Act {}

    record Ack(Tuple tuple) implements Act {}

    record Fail(Tuple tuple) implements Act {}

    record Report(Throwable error) implements Act {}

    /** Sets the observer, which is told of each act before it is kept. The collector throws what the observer throws. */
    void observe(Consumer<Act> another) {
        observer = another;
    }

    List<Act> acts() {
        return acts;
    }

    List<Emit> emitted() {
        return only(Emit.class);
    }

    int acked() {
        return only(Ack.class).size();
    }

    int failed() {
        return only(Fail.class).size();
    }

    List<Throwable> errors() {
        return only(Report.class).stream().map(Report::error).toList();
    }

    /** Returns once a tuple is acked or failed. */
    void awaitSettled(Tuple tuple) {
        await().pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(1))
                .dontCatchUncaughtExceptions()
                .atMost(Duration.ofSeconds(30))
                .until(() -> isSettled(tuple));
    }

    private boolean isSettled(Tuple tuple) {
        for (Act act : acts) {
            if ((act instanceof Ack ack && ack.tuple() == tuple)
                    || (act instanceof Fail fail && fail.tuple() == tuple)) {
                return true;
            }
        }
        return false;
    }

    void forget() {
        acts.clear();
    }

    private <A extends Act> List<A> only(Class<A> kind) {
        return acts.stream().filter(kind::isInstance).map(kind::cast).toList();
    }

    private void keep(Act act) {
        observer.accept(act);
        acts.add(act);
    }

    @Override
    public List<Integer> emit(String streamId, Collection<Tuple> anchors, List<Object> tuple) {
        keep(new Emit(streamId, anchors, tuple));
        return List.of();
    }

    @Override
    public void emitDirect(int taskId, String streamId, Collection<Tuple> anchors, List<Object> tuple) {
        throw new UnsupportedOperationException("no bolt of ours emits to one task");
    }

    @Override
    public void ack(Tuple input) {
        keep(new Ack(input));
    }

    @Override
    public void fail(Tuple input) {
        keep(new Fail(input));
    }

    @Override
    public void resetTimeout(Tuple input) {}

    @Override
    public void flush() {}

    @Override
    public void reportError(Throwable error) {
        keep(new Report(error));
    }
}
