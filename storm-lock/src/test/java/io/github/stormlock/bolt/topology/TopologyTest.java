package io.github.stormlock.bolt.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.bolt.Emitter;
import io.github.stormlock.bolt.LockingBolt;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.test.EmittedTuples;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.LocalStorm;
import io.github.stormlock.test.LocalStormExtension;
import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import io.github.stormlock.test.RunningTopology;
import io.github.stormlock.test.TupleFeed;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.params.SetParams;

/** Locking bolts in real topologies. The death of a worker would end this JVM, and so the test run. */
@ExtendWith({RedisExtension.class, LocalStormExtension.class})
@Tag("server")
class TopologyTest {
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(90);

    private final RedisServer redis;
    private final EntryReader entries;
    private final LocalStorm storm;
    private final TupleFeed events = TupleFeed.of("id", "amount");
    private final TopologyBuilder builder = new TopologyBuilder();

    TopologyTest(RedisServer redis, EntryReader entries, LocalStorm storm) {
        this.redis = redis;
        this.entries = entries;
        this.storm = storm;
        builder.setSpout("events", events);
    }

    /** Sums up one hot entry, and passes each event on. */
    private static final class Site extends LockingBolt<HashEntry> {
        private Site() {
            super(Entries.hash());
        }

        @Override
        protected String entryKey(Tuple event) {
            return "site";
        }

        @Override
        protected EventId eventId(Tuple event) {
            return EventId.opaque(event.getStringByField("id"));
        }

        @Override
        protected void update(Tuple event, HashEntry site) {
            site.add("hits", 1);
            site.add("amount", event.getLongByField("amount"));
        }

        @Override
        protected void emit(Tuple event, HashEntry site, Emitter out) {
            out.emit(new Values(event.getStringByField("id"), site.getLong("hits")));
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("id", "hits"));
        }
    }

    /** Fails the first copy of every third event that it sees, after the bolt before it has committed. */
    private static final class FailsSome extends BaseRichBolt {
        private static final Set<String> FAILED = ConcurrentHashMap.newKeySet();

        private transient OutputCollector collector;

        @Override
        public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector out) {
            collector = out;
        }

        @Override
        public void execute(Tuple tuple) {
            String id = tuple.getStringByField("id");
            if (id.hashCode() % 3 == 0 && FAILED.add(id)) {
                collector.fail(tuple);
            } else {
                collector.ack(tuple);
            }
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {}
    }

    @Test
    void executorsOnOneHotEntryCountEveryEventOnceThoughSomeFail() {
        FailsSome.FAILED.clear();
        int count = 600;
        events.replaying(5);
        EmittedTuples emitted = EmittedTuples.create();
        builder.setBolt("site", new Site(), 4).shuffleGrouping("events");
        builder.setBolt("fails-some", new FailsSome(), 2).shuffleGrouping("site");
        builder.setBolt("emitted", emitted).shuffleGrouping("site");
        try (RunningTopology running = storm.submit(conf(), builder.createTopology())) {
            feed(count);
            events.awaitAcked(count, LONGEST_WAIT);
            assertThat(events.failed())
                    .as(running.name())
                    .isEqualTo(FailsSome.FAILED.size())
                    .isPositive();
            assertThat(emitted.await("default", count + events.failed(), LONGEST_WAIT))
                    .isNotEmpty();
        }
        assertThat(entries.hash("site"))
                .isEqualTo(Map.of("hits", "" + count, "amount", "" + (long) count * (count - 1) / 2));
        assertThat(entries.keysWithoutExpiry()).containsExactly("site");
    }

    @Test
    void topologyKilledWhileItsExecutorsWaitForALockEndsAndLeavesNothing() {
        builder.setBolt("waiting-site", new Site(), 3).shuffleGrouping("events");
        try (RedisClient foreigner = RedisClient.create(redis.uri())) {
            String taken = foreigner.set(
                    "lock:{site}", "foreign", SetParams.setParams().px(120_000));
            assertThat(taken).isEqualTo("OK");
            try (RunningTopology running = storm.submit(conf(), builder.createTopology())) {
                feed(9);
                // The first of the tuples waits at the server, and the others wait behind it.
                await().atMost(LONGEST_WAIT).until(() -> foreigner.zcard("lock-wait:{site}") >= 1);
                assertThat(executors("waiting-site")).as(running.name()).isEqualTo(3);
            }
            await().atMost(LONGEST_WAIT).until(() -> executors("waiting-site") == 0);
            assertThat(foreigner.zcard("lock-wait:{site}")).isZero();
            assertThat(foreigner.get("lock:{site}")).isEqualTo("foreign");
            assertThat(foreigner.exists("site")).isFalse();
        }
        assertThat(Thread.getAllStackTraces().keySet())
                .extracting(Thread::getName)
                .filteredOn(name -> name.startsWith("storm-lock-"))
                .isEmpty();
    }

    private void feed(int count) {
        for (long i = 0; i < count; i++) {
            events.feed("event-" + i, i);
        }
    }

    private Map<String, Object> conf() {
        Map<String, Object> conf = new HashMap<>();
        conf.put("storm.lock.redis.uri", redis.uri().toString());
        conf.put("topology.message.timeout.secs", 60);
        return conf;
    }

    /** Returns the number of a component's executors. Storm names their threads after the component. */
    private static long executors(String component) {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().contains("-" + component + "-executor"))
                .count();
    }
}
