package io.github.stormlock.topologies.guide;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.lock.EventId;
import java.util.HashMap;
import java.util.Map;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.base.BaseWindowedBolt;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.windowing.TupleWindow;

/** Adds the sales of each window to entries that others change, too. */
public final class WindowedSales extends BaseWindowedBolt {
    private transient RedisLockFactory locks;

    @Override
    public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector collector) {
        locks = RedisLockFactory.of(conf).calledBy(context.getThisComponentId());
    }

    @Override
    public void execute(TupleWindow window) {
        Map<String, Long> sums = new HashMap<>();
        for (Tuple sale : window.get()) {
            sums.merge(sale.getStringByField("shop"), sale.getLongByField("cents"), Long::sum);
        }
        EventId id = EventId.opaque(window.getStartTimestamp() + "-" + window.getEndTimestamp());
        sums.forEach((shop, cents) -> locks.guard("shop:" + shop, Entries.hash())
                .forPurpose("sales-by-window")
                .notShown()
                .once(id, entry -> entry.add("cents", cents)));
    }

    @Override
    public void cleanup() {
        locks.close();
    }
}
