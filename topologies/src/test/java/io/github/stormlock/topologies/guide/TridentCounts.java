package io.github.stormlock.topologies.guide;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.LockException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.topology.FailedException;
import org.apache.storm.trident.TridentTopology;
import org.apache.storm.trident.operation.TridentCollector;
import org.apache.storm.trident.spout.IBatchSpout;
import org.apache.storm.trident.state.BaseStateUpdater;
import org.apache.storm.trident.state.State;
import org.apache.storm.trident.tuple.TridentTuple;
import org.apache.storm.tuple.Fields;

/** A Trident state that guards its entries. */
final class TridentCounts {
    private TridentCounts() {}

    static final class GuardedPages implements State {
        private final RedisLockFactory locks;
        private long batch;

        GuardedPages(Map<String, Object> conf) {
            locks = RedisLockFactory.of(conf).calledBy("trident-pages");
        }

        @Override
        public void beginCommit(Long txid) {
            batch = txid;
        }

        @Override
        public void commit(Long txid) {}

        void add(String path, long hits) {
            locks.guard("page:" + path, Entries.hash())
                    .forPurpose("trident-pages")
                    .notShown()
                    .once(EventId.opaque("batch-" + batch), page -> page.add("hits", hits));
        }
    }

    static final class AddHits extends BaseStateUpdater<GuardedPages> {
        @Override
        public void updateState(GuardedPages pages, List<TridentTuple> hits, TridentCollector out) {
            Map<String, Long> counts = new HashMap<>();
            hits.forEach(hit -> counts.merge(hit.getStringByField("path"), 1L, Long::sum));
            try {
                counts.forEach(pages::add);
            } catch (LockException e) {
                throw new FailedException(e);
            }
        }
    }

    static StormTopology build(IBatchSpout hits) {
        TridentTopology topology = new TridentTopology();
        topology.newStream("hits", hits)
                .partitionBy(new Fields("path"))
                .partitionPersist(
                        (conf, metrics, partition, partitions) -> new GuardedPages(conf),
                        new Fields("path"),
                        new AddHits())
                .parallelismHint(2);
        return topology.build();
    }
}
