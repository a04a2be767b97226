package io.github.stormlock.topologies.guide;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.LockException;
import java.util.Map;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Tuple;

/** A bolt of the user's own that guards entries. */
public final class LabelBolt extends BaseRichBolt {
    private transient RedisLockFactory locks;
    private transient OutputCollector out;

    @Override
    public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
        locks = RedisLockFactory.of(conf).calledBy(context.getThisComponentId());
        out = collector;
    }

    @Override
    public void execute(Tuple label) {
        try {
            locks.guard("labels:" + label.getStringByField("article"), Entries.set())
                    .once(
                            EventId.opaque(label.getStringByField("id")),
                            labels -> labels.add(label.getStringByField("label")));
            out.ack(label);
        } catch (LockException e) {
            out.reportError(e);
            out.fail(label);
        }
    }

    @Override
    public void cleanup() {
        locks.close();
    }

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {}
}
