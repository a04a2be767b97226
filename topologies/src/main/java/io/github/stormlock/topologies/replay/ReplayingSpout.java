package io.github.stormlock.topologies.replay;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.base.BaseRichSpout;
import org.jspecify.annotations.Nullable;

/**
 * Sends an ordered input, each event with its position: source, offset, and the lowest offset pending. What fails is
 * sent again, after a while that grows; what failed too often is given up, counted and logged. New events wait when
 * the span from the lowest pending one is full.
 *
 * <p>How far it came it keeps in the hash {@code source:<name>}, each second, and at its end: {@code topology},
 * {@code run} (the topology's id), {@code low} (all below this offset is acked or given up), {@code lines} (how many
 * events that is), {@code given_up}, {@code complete} (1 once everything is acked or given up), {@code error} (why the
 * rest of the input was left out). A topology of the same name goes on from there. What is to be given up is pending
 * until that is written there.
 *
 * <p>An ordered input has one reader: of several tasks, the one with index 0; the others stay idle. Storm calls
 * {@code close} from a thread of its own, hence the monitor.
 *
 * @param <E> what an event holds
 */
public abstract class ReplayingSpout<E> extends BaseRichSpout {

    private static final long serialVersionUID = 1L;

    private final ReplayOptions options;

    private transient @Nullable ReplayLoop<E> loop;

    protected ReplayingSpout(ReplayOptions options) {
        this.options = options;
    }

    /** The durable name of this incarnation of the input, at most 1,024 characters. */
    protected abstract String source() throws IOException;

    /**
     * The name under which reading begins; {@link #source} unless overridden. Where the input is another by then, it is noted as
     * complete with that as the error, so that who waits for the end of this one does so no longer.
     */
    protected String firstSource() throws IOException {
        return source();
    }

    /**
     * Opens the input.
     *
     * @param offset 0, or what {@link OrderedInput#offset} told before
     */
    protected abstract OrderedInput<E> open(long offset) throws IOException;

    /** Whether, when the input has ended, another incarnation of it may come, which {@link #source} then names. */
    protected boolean isFollowed() {
        return false;
    }

    /** The values of an event's tuple, which hold the three parts of its position. */
    protected abstract List<Object> values(String source, long offset, long low, E event);

    @Override
    public final synchronized void open(
            Map<String, Object> conf, TopologyContext context, SpoutOutputCollector collector) {
        if (context.getThisTaskIndex() == 0) {
            SourceStore store = new RedisSourceStore(conf, context.getStormId());
            SpoutPort<E> port = new StormSpoutPort<>(collector, context, this::values);
            loop = new ReplayLoop<>(new Source(), store, port, options, System::nanoTime);
        }
    }

    @Override
    public final synchronized void nextTuple() {
        if (loop != null) {
            loop.step();
        }
    }

    @Override
    public final synchronized void ack(Object offset) {
        if (loop != null) {
            loop.acked((Long) offset);
        }
    }

    @Override
    public final synchronized void fail(Object offset) {
        if (loop != null) {
            loop.failed((Long) offset);
        }
    }

    @Override
    public final synchronized void deactivate() {
        if (loop != null) {
            loop.keep();
        }
    }

    @Override
    public final synchronized void close() {
        if (loop != null) {
            loop.close();
            loop = null;
        }
    }

    private final class Source implements ReplaySource<E> {
        @Override
        public String name() throws IOException {
            return source();
        }

        @Override
        public String first() throws IOException {
            return firstSource();
        }

        @Override
        public OrderedInput<E> open(long offset) throws IOException {
            return ReplayingSpout.this.open(offset);
        }

        @Override
        public boolean isFollowed() {
            return ReplayingSpout.this.isFollowed();
        }
    }
}
