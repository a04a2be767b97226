package io.github.stormlock.topologies.replay;

import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.base.BaseRichSpout;
import org.jspecify.annotations.Nullable;

/**
 * Sends an ordered input, each event with its position: source, offset, and the lowest offset pending. An event that
 * fails is sent again, after a delay that grows from 10 ms to 2 s. New events wait while the span from the lowest pending
 * one is full.
 *
 * <p>The spout keeps its progress in the hash {@code source:<name>}, each second, when it is deactivated or closed, and
 * at the end of the input. The fields are {@code topology}, {@code run} (the topology's id), {@code low} (each event
 * below this offset is acked), {@code lines} (the number of these events), {@code complete} (1 once every event is
 * acked), and {@code error} (the reason why the rest of the input was left out). A topology of the same name goes on from
 * there.
 *
 * <p>An ordered input has one reader. Of several tasks this is the one with index 0, and the others stay idle. Storm
 * calls {@code close} from a thread of its own, so the methods hold the monitor.
 *
 * @param <E> the content of an event
 */
public abstract class ReplayingSpout<E> extends BaseRichSpout implements ReplaySource<E> {

    private static final long serialVersionUID = 1L;

    private final ReplayOptions options;

    private transient @Nullable ReplayLoop<E> loop;

    protected ReplayingSpout(ReplayOptions options) {
        this.options = options;
    }

    /** Returns the values of an event's tuple, which hold the three parts of its position. */
    protected abstract List<Object> values(String source, long offset, long low, E event);

    @Override
    public final synchronized void open(
            Map<String, Object> conf, TopologyContext context, SpoutOutputCollector collector) {
        if (context.getThisTaskIndex() == 0) {
            SourceStore store = new RedisSourceStore(conf, context.getStormId());
            SpoutPort<E> port = new StormSpoutPort<>(collector, this);
            loop = new ReplayLoop<>(this, store, port, options, System::nanoTime);
        }
    }

    @Override
    public final void nextTuple() {
        run(ReplayLoop::step);
    }

    @Override
    public final void ack(Object offset) {
        run(running -> running.acked((Long) offset));
    }

    @Override
    public final void fail(Object offset) {
        run(running -> running.failed((Long) offset));
    }

    @Override
    public final void deactivate() {
        run(ReplayLoop::keep);
    }

    @Override
    public final synchronized void close() {
        run(ReplayLoop::close);
        loop = null;
    }

    private synchronized void run(Consumer<ReplayLoop<E>> work) {
        if (loop != null) {
            work.accept(loop);
        }
    }
}
