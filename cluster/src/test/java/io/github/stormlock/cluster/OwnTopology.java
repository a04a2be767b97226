package io.github.stormlock.cluster;

import io.github.stormlock.bolt.LockingBolt;
import io.github.stormlock.config.StormLockConfig;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.Map;
import java.util.Queue;
import org.apache.storm.StormSubmitter;
import org.apache.storm.spout.SpoutOutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseRichSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.apache.storm.utils.Utils;

/** A topology of a user's own, which only {@link OwnJar} has. It counts hits of one page, each once. */
public final class OwnTopology {
    static final String ENTRY = "own:page";

    private OwnTopology() {}

    /**
     * Says its arguments and the options of storm jar, and submits a topology, unless the first argument is {@code say}.
     * Otherwise the first two are the name and the number of hits.
     */
    public static void main(String[] args) throws Exception {
        for (String arg : args) {
            System.out.println("ARGUMENT " + arg);
        }
        System.out.println("OPTIONS " + Utils.readCommandLineOpts());
        if (args[0].equals("say")) {
            return;
        }
        Map<String, Object> conf = new HashMap<>(Map.of("topology.message.timeout.secs", 30));
        conf.putAll(Utils.readCommandLineOpts());
        StormLockConfig.check(conf);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("hits", new Hits(Integer.parseInt(args[1])), 1);
        builder.setBolt("counts", new Counts(), 2).shuffleGrouping("hits");
        StormSubmitter.submitTopology(args[0], conf, builder.createTopology());
    }

    /** Sends the hits of a page, those that failed again. When its worker is started again, it sends all once more. */
    private static final class Hits extends BaseRichSpout {
        private final int number;
        private transient Queue<Integer> waiting = new ArrayDeque<>();

        @SuppressWarnings("NullAway.Init") // Storm calls open before anything else.
        private transient SpoutOutputCollector collector;

        Hits(int number) {
            this.number = number;
        }

        @Override
        public void open(Map<String, Object> conf, TopologyContext context, SpoutOutputCollector output) {
            collector = output;
            waiting = new ArrayDeque<>();
            for (int i = 0; i < number; i++) {
                waiting.add(i);
            }
        }

        @Override
        public void nextTuple() {
            Integer next = waiting.poll();
            if (next != null) {
                collector.emit(new Values("hit-" + next), next);
            }
        }

        @Override
        public void fail(Object hit) {
            waiting.add((Integer) hit);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("id"));
        }
    }

    /** Counts each hit once. */
    private static final class Counts extends LockingBolt<HashEntry> {
        Counts() {
            super(Entries.hash());
        }

        @Override
        protected String entryKey(Tuple hit) {
            return ENTRY;
        }

        @Override
        protected EventId eventId(Tuple hit) {
            return EventId.opaque(hit.getStringByField("id"));
        }

        @Override
        protected void update(Tuple hit, HashEntry page) {
            page.add("hits", 1);
        }
    }
}
