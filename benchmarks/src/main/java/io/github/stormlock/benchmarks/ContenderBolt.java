package io.github.stormlock.benchmarks;

import io.github.stormlock.topologies.accesslog.AccessLogEntries;
import java.util.Map;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Tuple;

/** Adds each hit to its page by a contender that all executors share, and acks it. */
final class ContenderBolt extends BaseRichBolt {
    private static final long serialVersionUID = 1L;

    private final String id;

    @SuppressWarnings("NullAway.Init") // Storm calls prepare before anything else.
    private transient Contender contender;

    @SuppressWarnings("NullAway.Init") // As above.
    private transient OutputCollector collector;

    private transient int task;
    private transient long number;

    ContenderBolt(LogRun run) {
        this.id = run.id();
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
            contender.add(AccessLogEntries.page(hit.getStringByField("path")), task, number++);
            collector.ack(hit);
        } catch (RuntimeException e) {
            collector.reportError(e);
            collector.fail(hit);
        }
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {}
}
