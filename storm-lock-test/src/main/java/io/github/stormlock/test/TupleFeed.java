package io.github.stormlock.test;

import io.github.stormlock.test.internal.feed.FedTuple;
import io.github.stormlock.test.internal.feed.FeedState;
import io.github.stormlock.test.internal.process.Awaiting;
import io.github.stormlock.test.internal.run.TopologyRun;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
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
 * <p>A source may send an event again at four moments, and a bolt has to write it once at each: after a failure
 * ({@link #replaying}), after the ack ({@link #resendingAfterAck}), after a commit whose tuple failed all the same
 * ({@link #failingAfterCommit}), and after a commit whose worker died before the ack ({@link #killingBeforeAck}). A test
 * with one of the last three tells event ids that are the same for every replay from others, such as random ones.
 *
 * <p>Use one feed for one component; all tasks of the component share its tuples. It works in the JVM that created it
 * only, so on a local cluster: elsewhere a worker cannot read it. Tuples that were not sent yet
 * stay through a restart of the topology. Tuples that were sent and had no answer when the topology ended are not sent
 * again. Thread-safe.
 */
public final class TupleFeed extends BaseRichSpout {
    private static final long serialVersionUID = 1L;

    private final FeedState state = new FeedState();
    private final List<String> fields;
    private transient @Nullable SpoutOutputCollector collector;

    private TupleFeed(List<String> fields) {
        this.fields = fields;
    }

    /**
     * {@return a feed of tuples with these fields} Unless {@link #replaying} says otherwise, a tuple that fails is not
     * sent again.
     *
     * @param fields the names of the fields of each tuple
     */
    public static TupleFeed of(String... fields) {
        return new TupleFeed(List.of(fields));
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
        state.replay(times);
        return this;
    }

    /**
     * Makes this feed send each tuple again after its ack, as many times as said. That is what a source does that lost
     * the ack, because it or its worker ended before it had noted the ack. The tuple counts as acked when its last copy
     * is. A bolt whose event ids are not those of the event counts the copies. This holds for tuples that are fed
     * afterwards.
     *
     * @param times the number of further copies of each tuple; 0 or more
     * @return this feed
     * @throws IllegalArgumentException if {@code times} is negative
     */
    public TupleFeed resendingAfterAck(int times) {
        state.resendAcked(times);
        return this;
    }

    /**
     * Makes acks of this feed's tuples fail. A bolt that the tuple reached has committed and acks, and Storm is told that
     * the tuple failed, as if a bolt further on had failed it or its time had run out. So Storm's own way of a failure
     * is taken, and the tuple is sent again, behind those that wait to be sent. Such a failure uses up none of
     * {@link #replaying}, and counts as one of {@link #failed}.
     *
     * <p>It needs a {@link LocalStorm}, and strikes at the bolts that this feed's component is grouped to. Tuples of
     * equal values share their failures. This holds for tuples that are fed afterwards.
     *
     * @param times the number of acks of each tuple that fail; 0 or more
     * @return this feed
     * @throws IllegalArgumentException if {@code times} is negative
     */
    public TupleFeed failingAfterCommit(int times) {
        state.failAcked(times);
        return this;
    }

    /**
     * Makes tasks die between the commit and the ack of one of this feed's tuples, so many times in all. It begins with
     * the next ack. What a dead task still acks, fails and emits is lost. A fresh copy of the bolt, as it was submitted,
     * is prepared in its place. All tuples that the task had fail, and are sent again. Such a failure uses up none of
     * {@link #replaying}, and counts as one of {@link #failed}.
     *
     * <p>This stands for a worker that is killed and started again: the bolt has forgotten all that it knew, and its
     * commits stand. It is milder than that in three ways. The old copy is cleaned up, so locks are given back that
     * would stand until their leases end. The tuples fail at once, and not by their message timeout. Other tasks, static
     * fields and the connections that tasks share live on. Storm does not show the metrics of a fresh copy, nor calls
     * hooks that it adds.
     *
     * <p>It needs a {@link LocalStorm}, and strikes at the bolts that this feed's component is grouped to.
     *
     * @param times the number of deaths; 0 or more. It replaces those that are still to come
     * @return this feed
     * @throws IllegalArgumentException if {@code times} is negative
     */
    public TupleFeed killingBeforeAck(int times) {
        state.loseTasks(times);
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
        state.feed(Arrays.asList(values.clone()));
    }

    /** {@return the number of tuples acked so far} */
    public int acked() {
        return state.acked();
    }

    /** {@return the number of failures so far; a tuple that fails again counts again} */
    public int failed() {
        return state.failed();
    }

    /**
     * Waits until at least {@code count} tuples have been acked since the feed was made. The wait ends at once where it
     * is vain: if so many of those that were fed were given up that the others are too few, or if a component of the
     * topology has thrown: see {@link LocalStorm}.
     *
     * @param count the number of acked tuples
     * @param timeout how long to wait at most
     * @throws AssertionError if the wait is vain, or the timeout passes or the thread is interrupted first. The message
     *     says what became of the tuples, and which errors bolts have reported to Storm; the last of them is its cause.
     *     If a component has thrown, the message names it and the exception. The interrupt stays set.
     */
    public void awaitAcked(int count, Duration timeout) {
        BooleanSupplier reachedOrDead = () -> {
            boolean met = state.acked() >= count || state.cannotReach(count);
            if (!met) {
                state.requireAlive();
            }
            return met;
        };
        Awaiting.expected(reachedOrDead, timeout, () -> "Expected " + count + " acked, but " + told());
        if (state.acked() < count) {
            throw new AssertionError("Expected " + count + " acked, but " + told(), state.lastReport());
        }
    }

    private String told() {
        return state + state.reports();
    }

    @Override
    public void open(Map<String, Object> conf, TopologyContext context, SpoutOutputCollector out) {
        collector = out;
        state.beginIn(TopologyRun.of(conf), context.getThisComponentId());
    }

    @Override
    public void nextTuple() {
        FedTuple next = state.next();
        if (next != null && collector != null) {
            collector.emit(next.values(), next.id());
        }
    }

    @Override
    public void ack(Object messageId) {
        state.ack(messageId);
    }

    @Override
    public void fail(Object messageId) {
        state.fail(messageId);
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {
        declarer.declare(new Fields(fields));
    }
}
