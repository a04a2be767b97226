package io.github.stormlock.test;

import io.github.stormlock.test.internal.feed.FedTuple;
import io.github.stormlock.test.internal.feed.FeedState;
import io.github.stormlock.test.internal.process.Awaiting;
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
 * A spout that a test feeds by hand, and that counts acks and failures. Every tuple carries a message id, so it is
 * acked or fails.
 *
 * <pre>{@code
 * TupleFeed hits = TupleFeed.of("path", "bytes").replaying(3);
 * builder.setSpout("hits", hits);
 * hits.feed("/index.html", 512);
 * hits.awaitAcked(1, Duration.ofSeconds(30));
 * }</pre>
 *
 * <p>Use one feed for one component; all tasks of the component share its tuples. It works in the JVM that created it
 * only, so on a local cluster: elsewhere its tasks throw {@link IllegalStateException}. Tuples that were not sent yet
 * stay through a restart of the topology. Tuples that were sent and had no answer when the topology ended are not sent
 * again. Thread-safe.
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

    /**
     * {@return a feed of tuples with these fields} Unless {@link #replaying} says otherwise, a tuple that fails is not
     * sent again.
     *
     * @param fields the names of the fields of each tuple
     */
    public static TupleFeed of(String... fields) {
        return new TupleFeed(FeedState.create(), List.of(fields));
    }

    /**
     * Makes this feed send a failed tuple again, at once but behind those that wait to be sent. This holds for tuples
     * that are fed afterwards.
     *
     * @param times the number of times, for each tuple, that it is sent again at most; 0 or more
     * @return this feed
     * @throws IllegalArgumentException if {@code times} is negative
     */
    public TupleFeed replaying(int times) {
        state().replay(times);
        return this;
    }

    /**
     * Adds a tuple, which is sent as soon as the topology asks for one. Does not wait.
     *
     * @param values one value for each field, in the order of the fields; a value may be null
     * @throws IllegalArgumentException if there are more or fewer values than fields
     */
    public void feed(Object... values) {
        if (values.length != fields.size()) {
            throw new IllegalArgumentException(
                    "Fed " + values.length + " values for the fields " + fields + ": " + Arrays.toString(values));
        }
        state().feed(Arrays.asList(values.clone()));
    }

    /** {@return the number of tuples acked so far} */
    public int acked() {
        return state().acked();
    }

    /** {@return the number of failures so far; a tuple that fails again counts again} */
    public int failed() {
        return state().failed();
    }

    /**
     * Waits until at least {@code count} tuples have been acked since the feed was made.
     *
     * @param count the number of acked tuples
     * @param timeout how long to wait at most
     * @throws AssertionError if the timeout passes or the thread is interrupted first; the message says what became of
     *     the tuples. The interrupt stays set.
     */
    public void awaitAcked(int count, Duration timeout) {
        Awaiting.expected(() -> acked() >= count, timeout, () -> "Expected " + count + " acked, but " + state());
    }

    /**
     * Waits until there have been at least {@code count} failures since the feed was made; a tuple that fails again
     * counts again.
     *
     * @param count the number of failures
     * @param timeout how long to wait at most
     * @throws AssertionError if the timeout passes or the thread is interrupted first; the message says what became of
     *     the tuples. The interrupt stays set.
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

    /** Returns the shared state. In a worker this feed is a copy, which finds it by its id. */
    private FeedState state() {
        FeedState known = state;
        if (known == null) {
            known = FeedState.of(id);
            state = known;
        }
        return known;
    }
}
