package io.github.stormlock.bolt;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.StormLockConfig;
import java.util.Map;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.utils.TupleUtils;
import org.jspecify.annotations.Nullable;

/** The part that is the same for all bolts of this library: how a task begins and ends, and how it meets trouble. */
abstract class RedisBolt extends BaseRichBolt {
    private static final long serialVersionUID = 1L;

    private transient volatile @Nullable BoltTask task;

    /** @throws IllegalStateException if the class is also another of Storm's bolts */
    RedisBolt() {
        BoltClass.refuseOtherBolts(getClass());
        BoltClass.warnOfMutableFields(getClass());
    }

    /**
     * Begins a task, perhaps several times: see {@link BoltTask}. Nothing connects to Redis yet.
     *
     * @param factory a factory that the task closes
     * @throws IllegalArgumentException if a setting of the bolt is wrong
     */
    abstract TaskRun<?> run(BoltSetup setup, StormLockConfig config, RedisLockFactory factory);

    /**
     * Decides what becomes of a tuple that can never succeed. Each replay of it comes here again. An exception from
     * here fails the tuple, and is reported beside the cause.
     *
     * <p>It runs once for a rejected tuple. It may run on the executor's thread, on a thread of the task, or on a thread
     * of another task of the worker, and on several at a time for different tuples.
     *
     * @param tuple the tuple, which is acked or failed after this method
     * @param cause the exception of another method of this class (an error is the cause of an
     *     {@link IllegalStateException}), or the one that says what is wrong with what it returned, with the entry or
     *     with an emission
     * @param out the collector of what is sent if the tuple is acked
     * @return by default {@link Rejection#FAIL}
     */
    protected Rejection rejected(Tuple tuple, RuntimeException cause, Emitter out) {
        return Rejection.FAIL;
    }

    /**
     * Handles a tick tuple, which needs no ack. Does nothing unless overridden. What it throws is reported, and then
     * nothing is emitted. It runs also while the task is not prepared, and so perhaps before {@link #prepared}.
     *
     * <p>It runs on the executor's thread, beside updates and lookups that are open. No tuple is executed meanwhile, so a
     * call that waits for Redis, such as {@link io.github.stormlock.GuardedEntry#peek}, holds up the task for that
     * long.
     *
     * @param tick the tick tuple, as Storm's clock sends it to the task
     * @param out the collector of what is sent once this method has returned; it is not anchored, and so is sent at most
     *     once
     */
    protected void onTick(Tuple tick, Emitter out) {}

    /**
     * Runs at the end of {@link #prepare}, once for each task. Does nothing unless overridden. If it throws, tuples of
     * the task fail with that as the reason, and it is called again for each later tuple, after a pause: 10 ms at
     * first, and then twice as long each time, up to 1 s. {@link #cleanedUp} ends what it has begun.
     *
     * @param topologyConfiguration the configuration that {@link #prepare} was given
     * @param context the context that {@link #prepare} was given
     */
    protected void prepared(Map<String, Object> topologyConfiguration, TopologyContext context) {}

    /**
     * Ends what {@link #prepared} has begun, such as connections that it opened. Does nothing unless overridden. It runs
     * once for each call of {@link #prepared}: after {@link #cleanup}, on Storm's thread, or after a call that threw, on the
     * executor's. That call may have ended halfway. What this method throws is reported.
     *
     * <p>A round that is under way is not cut off, so an update may still run on another thread. Storm cleans nothing up
     * where it kills a worker.
     */
    protected void cleanedUp() {}

    /**
     * Prepares the task. It does not throw if that fails: the reason is reported, tuples fail with it, and the
     * preparation is tried again on later tuples.
     *
     * @throws IllegalArgumentException if an argument is null
     */
    @Override
    public final void prepare(
            Map<String, Object> topologyConfiguration, TopologyContext context, OutputCollector collector) {
        given(topologyConfiguration, "configuration", "a map with storm.lock.redis.uri");
        given(context, "TopologyContext", "that of Storm, or a mock of the class");
        given(collector, "OutputCollector", "that of Storm, or one around an IOutputCollector that records");
        BoltTask fresh = new BoltTask(this, topologyConfiguration, context, collector, System::nanoTime);
        // Assigned before it is prepared, so that a cleanup meanwhile ends it.
        task = fresh;
        fresh.prepare();
    }

    private static void given(@Nullable Object value, String what, String instead) {
        if (value == null) {
            throw new IllegalArgumentException("prepare was given no " + what + "; give " + instead);
        }
    }

    /**
     * Hands a tuple over, to be acked or failed later. A tick tuple goes to {@link #onTick}.
     *
     * @throws IllegalStateException if {@link #prepare} was not called
     */
    @Override
    public final void execute(Tuple tuple) {
        BoltTask current = task;
        if (current == null) {
            throw new IllegalStateException("execute was called before prepare");
        } else if (TupleUtils.isTick(tuple)) {
            current.tick(tuple);
        } else {
            current.execute(tuple);
        }
    }

    /**
     * Lets go of what the task shares with the worker, and calls {@link #cleanedUp}. Storm calls it on another thread,
     * perhaps while tuples are open. The round under way is not cut off, and the tuples that have not begun fail.
     * Idempotent.
     */
    @Override
    public final void cleanup() {
        BoltTask current = task;
        if (current != null) {
            current.close();
        }
    }

    /** Declares no output. A bolt that emits overrides it. */
    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {}
}
