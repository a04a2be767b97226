package io.github.stormlock.cluster;

import io.github.stormlock.bolt.LockingBolt;
import io.github.stormlock.config.StormLockConfig;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
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

/** A topology of which one update hangs. Only {@link OwnJar} has it. */
public final class HangingTopology {
    static final String FREE = "hang:free";
    static final String LOCKED = "hang:locked";

    private HangingTopology() {}

    /**
     * Submits it, under the name that is the first argument. The second is a folder, where a file tells that an update
     * hangs.
     */
    public static void main(String[] args) throws Exception {
        Map<String, Object> conf = new HashMap<>(Map.of("topology.message.timeout.secs", 300, "topology.workers", 2));
        conf.putAll(Utils.readCommandLineOpts());
        StormLockConfig.check(conf);
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("ticks", new Ticks(), 1);
        builder.setBolt("free", new Hangs(FREE, args[1]), 2).shuffleGrouping("ticks");
        // Both tasks get each tuple, since the shuffle would send all of them to the task beside the spout.
        builder.setBolt("locked", new Hangs(LOCKED, args[1]).exclusive().withWait(Duration.ofSeconds(5)), 2)
                .allGrouping("ticks");
        StormSubmitter.submitTopology(args[0], conf, builder.createTopology());
    }

    /** Sends a tuple now and then. */
    private static final class Ticks extends BaseRichSpout {
        private int number;

        @SuppressWarnings("NullAway.Init") // Storm calls open before anything else.
        private transient SpoutOutputCollector collector;

        @Override
        public void open(Map<String, Object> conf, TopologyContext context, SpoutOutputCollector output) {
            collector = output;
        }

        @Override
        public void nextTuple() {
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
            collector.emit(new Values("tick-" + number), number++);
        }

        @Override
        public void declareOutputFields(OutputFieldsDeclarer declarer) {
            declarer.declare(new Fields("id"));
        }
    }

    /** Hangs in the first of its updates, in one of the workers. */
    private static final class Hangs extends LockingBolt<HashEntry> {
        private final String entry;
        private final String folder;

        Hangs(String entry, String folder) {
            super(Entries.hash());
            this.entry = entry;
            this.folder = folder;
        }

        @Override
        protected String entryKey(Tuple tick) {
            return entry;
        }

        @Override
        protected EventId eventId(Tuple tick) {
            return EventId.opaque(tick.getStringByField("id"));
        }

        @Override
        protected void update(Tuple tick, HashEntry page) {
            page.add("hits", 1);
            try {
                Files.createFile(Path.of(folder, entry.replace(':', '-')));
            } catch (FileAlreadyExistsException another) {
                return;
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            hang();
        }

        private static void hang() {
            while (true) {
                LockSupport.parkNanos(TimeUnit.SECONDS.toNanos(1));
            }
        }
    }
}
