package io.github.stormlock.benchmarks.work.storm;

import io.github.stormlock.benchmarks.contender.Contender;
import java.util.Map;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Tuple;

/** Counts each hit with a contender that all executors share, and acks it. */
final class ContenderBolt extends BaseRichBolt {
    private static final long serialVersionUID = 1L;

    private final String id;
    private final Count count;

    @SuppressWarnings("NullAway.Init") // Storm calls prepare before anything else.
    private transient Contender contender;

    @SuppressWarnings("NullAway.Init") // As above.
    private transient OutputCollector collector;

    private transient int task;
    private transient long number;

    ContenderBolt(LogRun run, Count count) {
        this.id = run.id();
        this.count = count;
    }

    @Override
    public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector output) {
        contender = LogRun.of(id).contender();
        collector = output;
        task = context.getThisTaskIndex();
    }

    @Override
    public void execute(Tuple hit) {
        try {
            contender.add(count.key(hit), task, number++);
            collector.ack(hit);
        } catch (RuntimeException e) {
            collector.reportError(e);
            collector.fail(hit);
        }
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {}
}
