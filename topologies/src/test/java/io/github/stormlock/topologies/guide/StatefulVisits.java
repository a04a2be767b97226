package io.github.stormlock.topologies.guide;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.LockException;
import java.util.Map;
import org.apache.storm.state.KeyValueState;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.base.BaseStatefulBolt;
import org.apache.storm.tuple.Tuple;

/** Keeps what belongs to its task in Storm's state, and what others change in a guarded entry. */
public final class StatefulVisits extends BaseStatefulBolt<KeyValueState<String, Long>> {
    private transient RedisLockFactory locks;
    private transient OutputCollector out;
    private transient KeyValueState<String, Long> own;

    @Override
    public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
        locks = RedisLockFactory.of(conf).calledBy(context.getThisComponentId());
        out = collector;
    }

    @Override
    public void initState(KeyValueState<String, Long> state) {
        own = state;
    }

    @Override
    public void execute(Tuple visit) {
        try {
            locks.guard("site:" + visit.getStringByField("site"), Entries.hash())
                    .notShown()
                    .once(EventId.opaque(visit.getStringByField("id")), site -> site.add("visits", 1));
            own.put("seen", own.get("seen", 0L) + 1);
            out.ack(visit);
        } catch (LockException e) {
            out.reportError(e);
            out.fail(visit);
        }
    }

    @Override
    public void cleanup() {
        locks.close();
    }
}
