package io.github.stormlock.bolt.readme;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.bolt.fixture.RecordedOutput;
import io.github.stormlock.bolt.fixture.TaskContext;
import io.github.stormlock.config.StormLockConfig;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.topology.TopologyBuilder;
import org.apache.storm.tuple.Tuple;
import org.junit.jupiter.api.Test;

/** The examples of {@link PageExamples} do what their pages say. */
@OnRedis
class PageExamplesTest {
    private RedisServer redis;
    private EntryReader entries;

    @Test
    void serviceUpdatesAndLocks() {
        List<Long> report = new ArrayList<>();
        try (RedisLockFactory locks = RedisLockFactory.connect(redis.uri().toString())) {
            locks.guard("stock:tea", Entries.hash()).change(stock -> stock.set("left", 8));
            locks.guard("order:7", Entries.hash()).change(order -> order.set("sum", 12));
            assertThat(PageExamples.plainJava(locks, "tea", "7", (order, sum) -> order + " paid " + sum))
                    .isEqualTo(7);
            PageExamples.mutex(locks, report, "today");
            GuardedEntry<HashEntry> from = locks.guard("account:a", Entries.hash());
            GuardedEntry<HashEntry> to = locks.guard("account:b", Entries.hash());
            PageExamples.transfer(locks, from, to, "payment-1");
            PageExamples.transfer(locks, from, to, "payment-1");
        }
        assertThat(entries.hash("order:7")).containsEntry("receipt", "7 paid 12");
        assertThat(report).singleElement().satisfies(fence -> assertThat(fence).isPositive());
        assertThat(entries.hash("report:daily")).containsEntry("uploaded", "today");
        assertThat(entries.hash("account:a")).containsEntry("cents", "-500");
        assertThat(entries.hash("account:b")).containsEntry("cents", "500");
    }

    @Test
    void lineCountsForItsPageAndItsHost() {
        PageExamples.LineCounts bolt = new PageExamples.LineCounts();
        TaskContext context = TaskContext.of("lines", "id", "path", "host");
        RecordedOutput output = new RecordedOutput();
        bolt.prepare(Map.of("storm.lock.redis.uri", redis.uri().toString()), context, new OutputCollector(output));
        for (int i = 0; i < 2; i++) {
            Tuple line = context.tuple("line-1", "/", "192.0.2.1");
            bolt.execute(line);
            output.awaitSettled(line);
        }
        bolt.cleanup();
        assertThat(output.acked()).isEqualTo(2);
        assertThat(entries.hash("page:/")).containsEntry("hits", "1");
        assertThat(entries.hash("host:192.0.2.1")).containsEntry("hits", "1");
    }

    @Test
    void settingsAreThoseThatThePagesName() {
        PageExamples.check(PageExamples.configuration());
        assertThat(StormLockConfig.of(PageExamples.configuration()).lock().waitMax())
                .isEqualTo(Duration.ofSeconds(5));
        TopologyBuilder builder = new TopologyBuilder();
        PageExamples.ownSettings(builder);
        TopologyBuilder other = new TopologyBuilder();
        PageExamples.bolt(other);
        assertThat(builder.createTopology().get_bolts()).containsKey("pages");
        assertThat(other.createTopology().get_bolts()).containsKey("pages");
    }
}
