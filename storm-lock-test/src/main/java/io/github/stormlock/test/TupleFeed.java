package io.github.stormlock.test;

import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.jspecify.annotations.Nullable;

/**
 * A spout whose tuples a test feeds by hand, and which tells what became of them. Every tuple carries a message id, so it is acked or fails.
 *
 * <pre>{@code
 * TupleFeed hits = TupleFeed.of("path", "bytes").replaying(3);
 * builder.setSpout("hits", hits);
 * hits.feed("/index.html", 512);
 * hits.awaitAcked(1, Duration.ofSeconds(30));
 * }</pre>
 *
 * Use one feed for one component; any number of its tasks share its tuples. What was fed stays through a restart of the topology; what the
 * topology had not answered when it ended is not sent again. Thread-safe.
 */
public final class TupleFeed extends BaseRichSpout {
    private static final long serialVersionUID = 1L;

    private final String id;
    private final List<String> fields;
    private transient @Nullable FeedState state;
    private transient @Nullable SpoutOutputCollector collector;

    private TupleFeed(FeedState state, List<String> fields) {
        this.id = state.id();
        this.fields = fields;
        this.state = state;
    }

    /** A feed of tuples with these fields. A tuple that fails is not sent again. */
    public static TupleFeed of(String... fields) {
        return new TupleFeed(FeedState.create(), List.of(fields));
    }

    /**
     * This feed, sending a tuple that fails again at once.
     *
     * @param times how often at most, for each tuple; 0 or more
     */
    public TupleFeed replaying(int times) {
        state().replay(times);
        return this;
    }

    /** Sends a tuple as soon as the topology asks for one. */
    public void feed(Object... values) {
        if (values.length != fields.size()) {
            throw new IllegalArgumentException(
                    "Fed " + values.length + " values for the fields " + fields + ": " + Arrays.toString(values));
        }
        state().feed(Arrays.asList(values.clone()));
    }

    /** How many tuples were acked. */
    public int acked() {
        return state().acked();
    }

    /** How often a tuple failed, replays included. */
    public int failed() {
        return state().failed();
    }

    /**
     * Waits until at least so many tuples were acked.
     *
     * @throws AssertionError if they were not in time, telling what became of the tuples
     */
    public void awaitAcked(int count, Duration timeout) {
        Awaiting.expected(() -> acked() >= count, timeout, () -> "Expected " + count + " acked, but " + state());
    }

    /**
     * Waits until a tuple has failed at least so many times, replays included.
     *
     * @throws AssertionError if they did not in time, telling what became of the tuples
     */
    public void awaitFailed(int count, Duration timeout) {
        Awaiting.expected(() -> failed() >= count, timeout, () -> "Expected " + count + " failed, but " + state());
    }

    @Override
    public void open(Map<String, Object> conf, TopologyContext context, SpoutOutputCollector out) {
        collector = out;
    }

    @Override
    public void nextTuple() {
        FedTuple next = state().next();
        if (next != null && collector != null) {
            collector.emit(next.values(), next.id());
        }
    }

    @Override
    public void ack(Object messageId) {
        state().ack(messageId);
    }

    @Override
    public void fail(Object messageId) {
        state().fail(messageId);
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields(fields));
    }

    /** In a worker, this is a copy: the state is found by its id. */
    private FeedState state() {
        FeedState known = state;
        if (known == null) {
            known = FeedState.of(id);
            state = known;
        }
        return known;
    }
}
