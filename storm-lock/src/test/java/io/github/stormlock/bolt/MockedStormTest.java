package io.github.stormlock.bolt;

import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.codahale.metrics.Counter;
import io.github.stormlock.bolt.fixture.RecordedOutput;
import io.github.stormlock.bolt.fixture.ScriptedBolt;
import io.github.stormlock.bolt.fixture.Task;
import io.github.stormlock.bolt.fixture.TaskContext;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisServer;
import java.lang.reflect.Proxy;
import java.util.Collections;
import java.util.Map;
import java.util.Set;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.tuple.MessageId;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.tuple.Values;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A bolt works with what people mock in a unit test, of which most methods return null, 0 or false. */
@OnRedis
class MockedStormTest {
    private final ScriptedBolt<HashEntry> bolt = ScriptedBolt.counting();
    private final RecordedOutput output = new RecordedOutput();
    private RedisServer redis;
    private EntryReader entries;

    private static Tuple tuple(String key, String id, Object messageId) {
        return (Tuple) Proxy.newProxyInstance(
                MockedStormTest.class.getClassLoader(),
                new Class<?>[] {Tuple.class},
                (mock, method, arguments) -> switch (method.getName()) {
                    case "getStringByField" -> arguments[0].equals("key") ? key : id;
                    case "getMessageId" -> messageId;
                    case "hashCode" -> System.identityHashCode(mock);
                    case "equals" -> mock == arguments[0];
                    case "toString" -> "a mocked tuple";
                    default -> method.getReturnType() == int.class ? (Object) 0 : null;
                });
    }

    /** A context as a mock of it: it names a component or not, and all else is null. */
    private static final class Mocked extends TaskContext {
        private final String component;

        Mocked(String component) {
            super(0, Map.of(), Map.of());
            this.component = component;
        }

        @Override
        public String getThisComponentId() {
            return component;
        }

        @Override
        public Set<String> getThisStreams() {
            return Collections.emptySet();
        }

        @Override
        public Counter registerCounter(String name) {
            return null;
        }

        @Override
        public <T> com.codahale.metrics.Gauge<T> registerGauge(String name, com.codahale.metrics.Gauge<T> gauge) {
            return null;
        }

        @Override
        public void registerMetricSet(String prefix, com.codahale.metrics.MetricSet set) {}
    }

    private void execute(String component, Tuple... tuples) {
        bolt.prepare(Task.conf(redis.uri()), new Mocked(component), new OutputCollector(output));
        for (Tuple tuple : tuples) {
            bolt.execute(tuple);
            output.awaitSettled(tuple);
        }
        bolt.cleanup();
    }

    @ParameterizedTest
    @NullSource
    @ValueSource(strings = "counter")
    void updateIsMadeAndEmitted(String component) {
        bolt.emit = (tuple, entry, out) -> out.emit(new Values(entry.getLong("n")));
        execute(component, tuple("e", "event-1", null), tuple("e", "event-1", null));
        assertThat(output.errors()).isEmpty();
        assertThat(output.acked()).isEqualTo(2);
        assertThat(output.emitted()).hasSize(2);
        assertThat(entries.hash("e")).containsEntry("n", "1");
    }

    @Test
    void tupleWithoutAnchorsIsNeverARepeat() {
        execute("bolt", tuple("e", "event-1", MessageId.makeUnanchored()), tuple("e", "event-2", null));
        assertThat(output.acked()).isEqualTo(2);
        assertThat(entries.hash("e")).containsEntry("n", "2");
    }

    @Test
    void rejectedTupleIsCountedNowhereAndFails() {
        bolt.update = (tuple, entry) -> Integer.parseInt("seven");
        execute(null, tuple("e", "event-1", null));
        assertThat(output.failed()).isEqualTo(1);
        assertThat(output.errors()).singleElement().asString().contains("NumberFormatException");
    }

    @Test
    void whatIsMissingIsNamed() {
        OutputCollector collector = new OutputCollector(output);
        Map<String, Object> conf = Task.conf(redis.uri());
        assertThrown(IllegalArgumentException.class, () -> bolt.prepare(conf, null, collector), "no TopologyContext");
        assertThatThrownBy(() -> bolt.prepare(conf, new Mocked("bolt"), null))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no OutputCollector");
        assertThatThrownBy(() -> bolt.prepare(null, new Mocked("bolt"), collector))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("no configuration");
    }
}
