package io.github.stormlock.topologies.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.test.EmittedTuple;
import io.github.stormlock.test.EmittedTuples;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.LocalStorm;
import io.github.stormlock.test.LocalStormExtension;
import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import io.github.stormlock.test.RunningTopology;
import io.github.stormlock.test.TupleFeed;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.storm.Config;
import org.apache.storm.generated.StormTopology;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.topology.base.BaseWindowedBolt;
import org.apache.storm.trident.operation.TridentCollector;
import org.apache.storm.trident.spout.IBatchSpout;
import org.apache.storm.tuple.Fields;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** The guide's bolts. They share the topologies, which take seconds to start; each test has a feed of its own. */
@ExtendWith({RedisExtension.class, LocalStormExtension.class})
@Tag("server")
class GuideTopologiesTest {
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final int HITS = 100;

    private static final TupleFeed clicks =
            TupleFeed.of("id", "visitor", "time").replaying(3);
    private static final TupleFeed games =
            TupleFeed.of("id", "game", "player", "points").replaying(3);
    private static final TupleFeed orders =
            TupleFeed.of("id", "customer", "day", "cents").replaying(3);
    private static final TupleFeed messages =
            TupleFeed.of("topic", "partition", "offset", "key", "value").replaying(3);
    private static final TupleFeed labels =
            TupleFeed.of("id", "article", "label").replaying(3);
    private static final TupleFeed reads = TupleFeed.of("id", "path", "bytes").replaying(3);
    private static final TupleFeed sales = TupleFeed.of("shop", "cents", "time").replaying(3);
    private static final TupleFeed visits = TupleFeed.of("id", "site").replaying(3);
    private static final TupleFeed besideVisits =
            TupleFeed.of("id", "game", "player", "points").replaying(3);
    private static final EmittedTuples emitted = EmittedTuples.create();
    private static final List<RunningTopology> running = new ArrayList<>();

    @BeforeAll
    static void submit(LocalStorm storm, RedisServer redis) {
        Config conf = GuideTopology.configuration(redis.uri().toString());
        conf.setNumWorkers(1);
        running.add(storm.submit(conf, bolts()));
        running.add(storm.submit(withOneBatch(conf), TridentCounts.build(new Batches())));
        running.add(storm.submit(GuideTopology.withCheckpoints(conf), besideAStatefulBolt()));
    }

    @AfterAll
    static void close() {
        running.forEach(RunningTopology::close);
    }

    /** Trident counts batches. It writes them in their order, and sends thousand pending ones in any, 50 ms apart. */
    private static Config withOneBatch(Config conf) {
        Config one = new Config();
        one.putAll(conf);
        one.setMaxSpoutPending(1);
        return one;
    }

    private static StormTopology bolts() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("clicks", clicks);
        builder.setSpout("games", games);
        builder.setSpout("orders", orders);
        builder.setSpout("messages", messages);
        builder.setSpout("labels", labels);
        builder.setSpout("reads", reads);
        builder.setSpout("sales", sales);
        GuideTopology.sessions(builder);
        builder.setBolt("scores", new HighScores(), 2).shuffleGrouping("games");
        GuideTopology.limits(builder);
        builder.setBolt("messages-by-key", new KafkaCounts(), 2).shuffleGrouping("messages");
        builder.setBolt("labels-of-articles", new LabelBolt(), 2).shuffleGrouping("labels");
        GuideTopology.watched(builder);
        builder.setBolt("windows", windows(), 2).fieldsGrouping("sales", new Fields("shop"));
        builder.setBolt("emitted", emitted)
                .shuffleGrouping("sessions")
                .shuffleGrouping("limits")
                .shuffleGrouping("watched", "rejected")
                .shuffleGrouping("watched", "totals");
        return builder.createTopology();
    }

    private static BaseWindowedBolt windows() {
        return new WindowedSales()
                .withTumblingWindow(BaseWindowedBolt.Duration.seconds(10))
                .withTimestampField("time")
                .withWatermarkInterval(BaseWindowedBolt.Duration.of(100));
    }

    /** Storm wraps all bolts of a topology that has a stateful one. */
    private static StormTopology besideAStatefulBolt() {
        TopologyBuilder builder = new TopologyBuilder();
        builder.setSpout("visits", visits);
        builder.setSpout("beside", besideVisits);
        builder.setBolt("stateful", new StatefulVisits(), 2).shuffleGrouping("visits");
        builder.setBolt("scores", new HighScores(), 2).shuffleGrouping("beside");
        return builder.createTopology();
    }

    @Test
    void pauseOfHalfAnHourBeginsAnotherSession(EntryReader entries) {
        long minute = 60_000;
        clicks.feed("click-1", "ann", 0L);
        clicks.awaitAcked(1, LONG);
        clicks.feed("click-2", "ann", 30 * minute);
        clicks.awaitAcked(2, LONG);
        clicks.feed("click-3", "ann", 61 * minute);
        clicks.awaitAcked(3, LONG);
        assertThat(entries.hash("visitor:ann"))
                .isEqualTo(Map.of("sessions", "2", "clicks", "1", "last", Long.toString(61 * minute)));
        assertThat(entries.ttlMillis("visitor:ann"))
                .isBetween(Duration.ofDays(29).toMillis(), Duration.ofDays(30).toMillis());
        assertThat(of("sessions"))
                .extracting(tuple -> tuple.get("sessions") + "/" + tuple.get("clicks"))
                .containsExactly("1/1", "1/2", "2/1");
    }

    @Test
    void boardKeepsTheBestScoreOfEachPlayer(EntryReader entries) {
        games.feed("game-1", "chess", "ann", 10.0);
        games.feed("game-2", "chess", "ann", 30.0);
        games.feed("game-3", "chess", "ann", 20.0);
        games.feed("game-4", "chess", "bob", 15.5);
        games.awaitAcked(4, LONG);
        assertThat(entries.sortedSet("board:chess")).isEqualTo(Map.of("ann", 30.0, "bob", 15.5));
    }

    @Test
    void ordersAreAcceptedUpToTheLimitAndReplaysDecideTheSame(EntryReader entries) {
        orders.feed("order-1", "ann", "2026-11-25", 6_000L);
        orders.awaitAcked(1, LONG);
        orders.feed("order-2", "ann", "2026-11-25", 5_000L);
        orders.awaitAcked(2, LONG);
        orders.feed("order-3", "ann", "2026-11-25", 4_000L);
        orders.awaitAcked(3, LONG);
        orders.feed("order-2", "ann", "2026-11-25", 5_000L);
        orders.awaitAcked(4, LONG);
        assertThat(entries.hash("spent:ann:2026-11-25")).containsEntry("cents", "10000");
        assertThat(of("limits"))
                .extracting(tuple -> tuple.get("id") + " " + tuple.get("decision"))
                .containsExactly("order-1 accepted", "order-2 refused", "order-3 accepted", "order-2 refused");
    }

    @Test
    void messageThatKafkaSendsAgainCountsOnce(EntryReader entries) {
        for (long offset = 0; offset < HITS; offset++) {
            messages.feed("orders", 3, offset, "ann", "{}");
            messages.feed("orders", 3, offset, "ann", "{}");
        }
        messages.feed("orders", 4, 7L, "ann", "{}");
        messages.awaitAcked(2 * HITS + 1, LONG);
        assertThat(entries.hash("orders:ann")).isEqualTo(Map.of("count", "101"));
    }

    @Test
    void boltOfOnesOwnGuardsEntries(EntryReader entries) {
        labels.feed("label-1", "tea", "green");
        labels.feed("label-2", "tea", "new");
        labels.awaitAcked(2, LONG);
        assertThat(entries.set("labels:tea")).containsExactlyInAnyOrder("green", "new");
    }

    @Test
    void hitThatCanNeverSucceedIsAckedAndToldAndEachTickEmitsTheTotal(EntryReader entries) {
        reads.feed("read-1", "/a", "12");
        reads.feed("read-2", "/a", "twelve");
        reads.awaitAcked(2, LONG);
        assertThat(entries.hash("watched:/a")).isEqualTo(Map.of("bytes", "12"));
        assertThat(emitted.await("rejected", 1, LONG)).singleElement().satisfies(tuple -> assertThat(
                        tuple.get("id") + " " + tuple.get("reason"))
                .startsWith("read-2 ")
                .contains("twelve"));
        assertThat(reads.failed()).isZero();
        await().atMost(LONG).until(() -> emitted.await("totals", 1, LONG).stream()
                .anyMatch(tuple ->
                        tuple.get("path").equals("/a") && tuple.get("bytes").equals(12L)));
    }

    @Test
    void windowIsAddedToTheEntryOnce(EntryReader entries) {
        for (long second = 1; second <= 25; second++) {
            sales.feed("north", 100L, second * 1_000);
        }
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(entries.hash("shop:north")).isEqualTo(Map.of("cents", "2000")));
        assertThat(entries.keys("lock-seen:*{shop:north}")).hasSize(1);
    }

    @Test
    void statefulBoltGuardsEntriesAndALockingBoltWorksBesideIt(EntryReader entries) {
        for (int i = 0; i < HITS; i++) {
            visits.feed("visit-" + i, "shop");
            besideVisits.feed("beside-" + i, "go", "ann", (double) i);
        }
        visits.awaitAcked(HITS, LONG);
        besideVisits.awaitAcked(HITS, LONG);
        assertThat(entries.hash("site:shop")).isEqualTo(Map.of("visits", "100"));
        assertThat(entries.sortedSet("board:go")).isEqualTo(Map.of("ann", 99.0));
    }

    @Test
    void stateOfTridentGuardsEntries(EntryReader entries) {
        Batches.next.set(HITS);
        await().atMost(LONG)
                .untilAsserted(() -> assertThat(entries.hash("page:/trident")).isEqualTo(Map.of("hits", "100")));
    }

    /** Sends what the test asks for as the next batch, and the same again if that batch is asked for again. */
    static final class Batches implements IBatchSpout {
        static final AtomicInteger next = new AtomicInteger();

        private final HashMap<Long, Integer> sent = new HashMap<>();

        @Override
        public void open(Map<String, Object> conf, TopologyContext context) {}

        @Override
        public void emitBatch(long batch, TridentCollector out) {
            int tuples = sent.computeIfAbsent(batch, fresh -> next.getAndSet(0));
            for (int i = 0; i < tuples; i++) {
                out.emit(new Values("/trident"));
            }
        }

        @Override
        public void ack(long batch) {
            sent.remove(batch);
        }

        @Override
        public void close() {}

        @Override
        public Map<String, Object> getComponentConfiguration() {
            return new HashMap<>();
        }

        @Override
        public Fields getOutputFields() {
            return new Fields("path");
        }
    }

    private static List<EmittedTuple> of(String component) {
        await().atMost(LONG).until(() -> emitted.all().stream()
                .anyMatch(tuple -> tuple.component().equals(component)));
        return emitted.all().stream()
                .filter(tuple -> tuple.component().equals(component))
                .toList();
    }
}
