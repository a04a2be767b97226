package io.github.stormlock.bolt.topology;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.bolt.Emitter;
import io.github.stormlock.bolt.LockingBolt;
import io.github.stormlock.bolt.fixture.KeyedBolt;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.test.LocalStorm;
import io.github.stormlock.test.LocalStormExtension;
import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import io.github.stormlock.test.RunningTopology;
import io.github.stormlock.test.TupleFeed;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Bolts that share a worker, under as many tuples as they can take. */
@Tag("long")
@ExtendWith({RedisExtension.class, LocalStormExtension.class})
@Tag("server")
class SharedWorkerTest {
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(60);
    private static final int KEYS = 50;
    private static final int COPIES = 4;

    private final LocalStorm storm;
    private final Map<String, Object> conf = new HashMap<>();
    private final TopologyBuilder builder = new TopologyBuilder();

    SharedWorkerTest(RedisServer redis, LocalStorm storm) {
        this.storm = storm;
        conf.put("storm.lock.redis.uri", redis.uri().toString());
        conf.put("topology.message.timeout.secs", 60);
        builder.setSpout("flood", new Flood());
    }

    /** Sends without an end, as fast as it is asked. */
    private static final class Flood extends BaseRichSpout {
        private static final LongAdder ACKED = new LongAdder();

        private transient SpoutOutputCollector collector;
        private transient long sent;

        @Override
        public void open(Map<String, Object> conf, TopologyContext context, SpoutOutputCollector out) {
            collector = out;
        }

        @Override
        public void nextTuple() {
            collector.emit(new Values("page:" + sent % KEYS), sent);
            sent++;
        }

        @Override
        public void ack(Object messageId) {
            ACKED.increment();
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("key"));
        }
    }

    /** Counts a key, and sends it on several times. */
    private static final class Counts extends LockingBolt<HashEntry> {
        private final String prefix;
        private final int copies;

        private Counts(String prefix, int copies) {
            super(Entries.hash());
            this.prefix = prefix;
            this.copies = copies;
        }

        @Override
        protected String entryKey(Tuple tuple) {
            return prefix + tuple.getStringByField("key");
        }

        @Override
        protected void update(Tuple tuple, HashEntry entry) {
            entry.add("n", 1);
        }

        @Override
        protected void emit(Tuple tuple, HashEntry entry, Emitter out) {
            for (int i = 0; i < copies; i++) {
                out.emit(new Values(tuple.getStringByField("key")));
            }
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("key"));
        }
    }

    /** Its update blocks for as long as the gate is closed. */
    private static final class Blocks extends KeyedBolt<HashEntry> {
        private static final AtomicInteger WAITING = new AtomicInteger();
        private static volatile CountDownLatch gate = new CountDownLatch(0);

        private Blocks() {
            super(Entries.hash());
        }

        @Override
        protected void update(Tuple tuple, HashEntry entry) {
            WAITING.incrementAndGet();
            try {
                gate.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            entry.add("n", 1);
        }
    }

    @Test
    void boltsThatFeedEachOtherKeepFlowingUnderFullQueues() {
        conf.put("topology.executor.receive.buffer.size", 1_024);
        builder.setBolt("first", new Counts("first:", COPIES), 2).shuffleGrouping("flood");
        builder.setBolt("second", new Counts("second:", 0), 2).shuffleGrouping("first");
        try (RunningTopology running = storm.submit(conf, builder.createTopology())) {
            for (int i = 0; i < 5; i++) {
                awaitFlow(running);
            }
        }
    }

    @Test
    void updateThatBlocksDoesNotBlockAnotherBolt() {
        TupleFeed feed = TupleFeed.of("key");
        CountDownLatch gate = new CountDownLatch(1);
        Blocks.gate = gate;
        conf.put("topology.max.spout.pending", 2_000);
        builder.setSpout("feed", feed);
        builder.setBolt("fast", new Counts("fast:", 0), 2).shuffleGrouping("flood");
        builder.setBolt("blocks", new Blocks(), 2).shuffleGrouping("feed");
        try (RunningTopology running = storm.submit(conf, builder.createTopology())) {
            feed.feed("one");
            feed.feed("other");
            await().atMost(LONGEST_WAIT).until(() -> Blocks.WAITING.get() == 2);
            awaitFlow(running);
            assertThat(feed.acked()).isZero();
            gate.countDown();
            feed.awaitAcked(2, LONGEST_WAIT);
        } finally {
            gate.countDown();
        }
    }

    /** Waits for more acks than can be on their way. */
    private static void awaitFlow(RunningTopology running) {
        long before = Flood.ACKED.sum();
        await(running.name()).atMost(LONGEST_WAIT).until(() -> Flood.ACKED.sum() > before + 10_000);
    }
}
