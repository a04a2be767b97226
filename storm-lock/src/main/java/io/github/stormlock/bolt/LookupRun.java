package io.github.stormlock.bolt;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.ReadRunner;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.StormLockConfig;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.Part;
import io.github.stormlock.internal.usercode.UserCode;
import java.util.List;
import org.apache.storm.tuple.Tuple;

/** One prepared task of a lookup bolt. Its runner reads for the tuples. */
final class LookupRun<V> extends TaskRun<ReadRunner.Read<V>> {
    private final LookupBolt<V> bolt;
    private final GuardedEntry<V> template;
    private final ReadRunner runner;

    LookupRun(
            LookupBolt<V> bolt, EntryKind<V> kind, BoltSetup setup, StormLockConfig config, RedisLockFactory factory) {
        super(bolt, factory, setup, config);
        this.bolt = bolt;
        this.template = factory.guard("template", kind);
        int most = config.openMax();
        this.runner = new ReadRunner(
                setup.component(), most, () -> tellFull(most + " lookups open, so that its executor waits"));
        setup.metrics().watch(factory, runner::open);
    }

    /** A tuple that was executed and is not settled yet. */
    private final class OpenLookup implements ReadRunner.Read<V>, Made {
        private final Tuple tuple;
        private final GuardedEntry<V> entry;
        private final long sinceNanos = System.nanoTime();
        private final BufferedEmitter out = emitter();

        OpenLookup(Tuple tuple, GuardedEntry<V> entry) {
            this.tuple = tuple;
            this.entry = entry;
        }

        @Override
        public GuardedEntry<V> entry() {
            return entry;
        }

        @Override
        public boolean isWanted() {
            if (isGivenUp(sinceNanos)) {
                fail(tuple);
                return false;
            }
            return true;
        }

        @Override
        public void found(V view) {
            try {
                UserCode.run("lookup", entry.key(), () -> bolt.lookup(tuple, view, out));
            } catch (Throwable t) {
                failed(t);
                return;
            }
            ack(tuple, List.of(this));
        }

        @Override
        public void failed(Throwable reason) {
            settle(tuple, work(), reason);
            Throwables.throwIfFatal(reason);
        }

        @Override
        public BufferedEmitter emission() {
            return out;
        }

        @Override
        public Work work() {
            return new Work(entry.name(), "lookup of the " + entry);
        }

        @Override
        public void drop() {
            fail(tuple);
        }
    }

    @Override
    ReadRunner.Read<V> begin(Tuple tuple) {
        String key = UserCode.run("entryKey", "", () -> bolt.entryKey(tuple));
        Part part = EntryGuards.given(
                UserCode.run("parts", key, () -> bolt.parts(tuple)), "parts", "Part.whole() for the whole entry");
        return new OpenLookup(tuple, template.at(key).only(part));
    }

    @Override
    boolean submit(Tuple tuple, ReadRunner.Read<V> read) {
        return runner.submit(read, Long.MAX_VALUE);
    }

    @Override
    void closeRunner() {
        runner.close();
    }
}
