package io.github.stormlock.benchmarks.work.storm;

import java.io.Serializable;
import java.util.Map;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Tuple;

/** Does with each hit what a contender without the library does, and acks it. */
final class HitBolt extends BaseRichBolt {
    private final Work work;

    @SuppressWarnings("NullAway.Init") // Storm calls prepare before anything else.
    private transient OutputCollector collector;

    /** The work on one hit. */
    interface Work extends Serializable {
        void on(Tuple hit);
    }

    HitBolt(Work work) {
        this.work = work;
    }

    @Override
    public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector output) {
        collector = output;
    }

    @Override
    public void execute(Tuple hit) {
        try {
            work.on(hit);
            collector.ack(hit);
        } catch (RuntimeException e) {
            collector.reportError(e);
            collector.fail(hit);
        }
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {}
}
