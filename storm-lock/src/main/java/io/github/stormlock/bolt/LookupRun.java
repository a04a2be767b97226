package io.github.stormlock.bolt;

import io.github.stormlock.config.StormLockConfig;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.Part;
import io.github.stormlock.lock.GuardedEntry;
import io.github.stormlock.lock.ReadRunner;
import io.github.stormlock.lock.RedisLockFactory;
import io.github.stormlock.lock.UserCode;
import java.util.List;
import org.apache.storm.tuple.Tuple;

/**
 * One prepared task of a lookup bolt. The executor hands tuples over and goes on; the task's runner reads for them and
 * settles each once. Nothing escapes but an error that leaves the JVM in doubt. The executor's thread uses it; any thread
 * may close it.
 */
final class LookupRun<V> implements BoltTask.Run {
    private final LookupBolt<V> bolt;
    private final RedisLockFactory factory;
    private final GuardedEntry<V> template;
    private final MessageTimeout timeout;
    private final TupleEnds ends;
    private final ReadRunner runner;

    private LookupRun(
            LookupBolt<V> bolt, EntryKind<V> kind, StormLockConfig config, RedisLockFactory factory, BoltSetup setup) {
        this.bolt = bolt;
        this.factory = factory;
        this.template = factory.guard("template", kind);
        this.timeout = MessageTimeout.of(config);
        this.ends = new TupleEnds(bolt, setup);
        this.runner = new ReadRunner(setup.component(), config.openMax(), () -> tellFull(setup, config.openMax()));
        setup.metrics().watch(factory, runner::open);
    }

    /**
     * Opens a task. Nothing connects to Redis yet.
     *
     * @throws IllegalArgumentException if the configuration is wrong
     */
    static <V> LookupRun<V> open(LookupBolt<V> bolt, EntryKind<V> kind, BoltSetup setup) {
        StormLockConfig config = StormLockConfig.forBolts(setup.conf());
        RedisLockFactory factory = RedisLockFactory.of(setup.conf());
        try {
            return new LookupRun<>(bolt, kind, config, factory, setup);
        } catch (Throwable t) {
            factory.close();
            throw t;
        }
    }

    private static void tellFull(BoltSetup setup, int openMax) {
        setup.errors()
                .log(new IllegalStateException("the bolt " + setup.component() + " has " + openMax
                        + " lookups open, so that its executor waits"));
    }

    /** A tuple that was executed and is not settled yet. */
    private final class OpenLookup implements ReadRunner.Read<V> {
        private final Tuple tuple;
        private final GuardedEntry<V> entry;
        private final long sinceNanos = System.nanoTime();

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
            if (timeout.isPast(sinceNanos)) {
                ends.fail(tuple);
                return false;
            }
            return true;
        }

        @Override
        public void found(V view) {
            BufferedEmitter out = ends.emitter();
            try {
                UserCode.run("lookup", entry.key(), () -> bolt.lookup(tuple, view, out));
            } catch (Throwable t) {
                failed(t);
                return;
            }
            ends.ack(tuple, List.of(out));
        }

        @Override
        public void failed(Throwable reason) {
            ends.settle(tuple, new TupleEnds.Work(entry.name(), "lookup of the " + entry), reason);
            Throwables.throwIfFatal(reason);
        }

        @Override
        public void drop() {
            ends.fail(tuple);
        }
    }

    @Override
    public void check() {
        factory.check();
    }

    /** Hands a tuple over, on the executor's thread. It waits only while too many tuples are open. */
    @Override
    public void execute(Tuple tuple) {
        OpenLookup open;
        try {
            String key = UserCode.run("entryKey", "", () -> bolt.entryKey(tuple));
            Part part = EntryGuards.given(
                    UserCode.run("parts", key, () -> bolt.parts(tuple)), "parts", "Part.whole() for the whole entry");
            open = new OpenLookup(tuple, template.at(key).only(part));
        } catch (Throwable t) {
            Throwables.throwIfFatal(t);
            ends.settle(tuple, t);
            return;
        }
        boolean submitted = false;
        try {
            submitted = runner.submit(open, Long.MAX_VALUE);
        } finally {
            if (!submitted) {
                ends.fail(tuple);
            }
        }
    }

    @Override
    public void close() {
        ends.close();
        runner.close();
        factory.close();
    }
}
