package io.github.stormlock.bolt.topology;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.bolt.Emitter;
import io.github.stormlock.bolt.LookupBolt;
import io.github.stormlock.bolt.fixture.KeyedBolt;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import java.util.Map;
import org.apache.storm.state.KeyValueState;
import org.apache.storm.topology.IStatefulBolt;
import org.apache.storm.topology.IWindowedBolt;
import org.apache.storm.trident.operation.Operation;
import org.apache.storm.trident.operation.TridentOperationContext;
import org.apache.storm.tuple.Tuple;
import org.apache.storm.windowing.TimestampExtractor;
import org.apache.storm.windowing.TupleWindow;
import org.junit.jupiter.api.Test;

/** Storm takes a windowed bolt for nothing but that, and would never ask it for its updates. So it is refused by name. */
class OtherBoltsTest {
    @Test
    void windowedLockingBoltIsRefusedWhereItIsMade() {
        assertThatThrownBy(Windowed::new)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll(
                        Windowed.class.getName(), "IWindowedBolt", "BaseWindowedBolt", "RedisLockFactory.of(conf)");
    }

    @Test
    void statefulLockingBoltIsRefusedWhereItIsMade() {
        assertThatThrownBy(Stateful::new)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll(Stateful.class.getName(), "IStatefulBolt", "BaseStatefulBolt");
    }

    @Test
    void lookupBoltThatIsAnOperationOfTridentIsRefusedWhereItIsMade() {
        assertThatThrownBy(OfTrident::new)
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContainingAll(OfTrident.class.getName(), "Operation", "BaseStateUpdater");
    }

    private abstract static class Counting extends KeyedBolt<HashEntry> {
        Counting() {
            super(Entries.hash());
        }

        @Override
        protected void update(Tuple tuple, HashEntry entry) {
            entry.add("n", 1);
        }
    }

    private static final class Windowed extends Counting implements IWindowedBolt {
        @Override
        public void execute(TupleWindow window) {}

        @Override
        public TimestampExtractor getTimestampExtractor() {
            return null;
        }
    }

    private static final class Stateful extends Counting implements IStatefulBolt<KeyValueState<String, Long>> {
        @Override
        public void initState(KeyValueState<String, Long> state) {}

        @Override
        public void preCommit(long checkpoint) {}

        @Override
        public void prePrepare(long checkpoint) {}

        @Override
        public void preRollback() {}
    }

    private static final class OfTrident extends LookupBolt<HashEntry> implements Operation {
        OfTrident() {
            super(Entries.hash());
        }

        @Override
        public void prepare(Map<String, Object> conf, TridentOperationContext context) {}

        @Override
        protected String entryKey(Tuple tuple) {
            return "e";
        }

        @Override
        protected void lookup(Tuple tuple, HashEntry entry, Emitter out) {}
    }
}
