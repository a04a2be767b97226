package io.github.stormlock.bolt;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.UpdateRunner;
import io.github.stormlock.config.StormLockConfig;
import io.github.stormlock.internal.usercode.UserCode;
import java.util.List;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/** One prepared task of a locking bolt. Its runner makes the changes of the tuples. */
final class BoltRun<V> extends TaskRun<List<OpenChange<?>>> {
    private final LockingBolt<V> bolt;
    private final EntryGuards<V> guards;
    private final UpdateRunner runner;
    private final boolean emits;
    private final RepeatedEvents repeated = new RepeatedEvents();

    /** @throws IllegalArgumentException if a setting of the bolt is wrong */
    BoltRun(
            LockingBolt<V> bolt,
            BoltSettings settings,
            BoltSetup setup,
            StormLockConfig config,
            RedisLockFactory factory) {
        super(bolt, factory, setup, config);
        this.bolt = bolt;
        this.guards = new EntryGuards<>(bolt, settings, setup, config, factory);
        this.emits = BoltClass.emits(bolt.original());
        int most = config.openMax();
        this.runner = new UpdateRunner(
                factory,
                setup.component(),
                most,
                fullest -> tellFull(most
                        + " updates open, so that its executor waits; entry with most of them set aside: " + fullest));
        setup.metrics().watch(factory, runner::open);
    }

    /** Returns the bolt whose methods say what is changed. */
    LockingBolt<V> said() {
        return bolt.original();
    }

    /** Returns true if the bolt emits what follows from a change of its own kind. */
    boolean emits() {
        return emits;
    }

    EntryGuards<V> guards() {
        return guards;
    }

    @Override
    @Nullable
    List<OpenChange<?>> begin(Tuple tuple) {
        OpenTuple<V> open = new OpenTuple<>(this, tuple);
        UserCode.run("changes", "", () -> bolt.gather(tuple, open));
        List<OpenChange<?>> changes = open.begin();
        if (changes.isEmpty()) {
            ack(tuple, changes);
            return null;
        }
        return changes;
    }

    @Override
    boolean submit(Tuple tuple, List<OpenChange<?>> changes) {
        warnOfRepeats(tuple, changes);
        return runner.submitAll(changes, Long.MAX_VALUE);
    }

    private void warnOfRepeats(Tuple tuple, List<OpenChange<?>> changes) {
        String change = repeated.note(tuple, changes);
        if (!change.isEmpty()) {
            setup.metrics().countRepeated();
            setup.errors()
                    .log(new IllegalStateException("a spout tuple led to two tuples with the same " + change
                            + ": only the first changes the entry; tell them apart by id.ordinal(n), or send one of"
                            + " them"));
        }
    }

    @Override
    void closeRunner() {
        runner.close();
    }
}
