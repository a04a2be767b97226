package io.github.stormlock.bolt;

import io.github.stormlock.UpdateRunner;
import io.github.stormlock.bolt.internal.metrics.LockMetrics;
import io.github.stormlock.internal.usercode.UserCode;
import java.util.List;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/** One prepared task of a locking bolt. Its runner makes the changes of the tuples. */
final class BoltRun<V> extends TaskRun<List<OpenChange<?>>> {
    private final LockingBolt<V> bolt;
    private final String component;
    private final ErrorReports errors;
    private final LockMetrics metrics;
    private final EntryGuards<V> guards;
    private final UpdateRunner runner;
    private final boolean emits;
    private final RepeatedEvents repeated = new RepeatedEvents();

    BoltRun(LockingBolt<V> bolt, EntryGuards<V> guards, LockMetrics metrics, BoltSetup setup) {
        super(bolt, guards.factory(), setup, guards.config());
        this.bolt = bolt;
        this.guards = guards;
        this.metrics = metrics;
        this.component = setup.component();
        this.errors = setup.errors();
        this.emits = BoltClass.emits(bolt.original());
        this.runner = new UpdateRunner(factory, component, guards.config().openMax(), this::tellFull);
        setup.metrics().watch(factory, runner::open);
    }

    @Override
    @Nullable
    List<OpenChange<?>> begin(Tuple tuple) {
        OpenTuple<V> open = new OpenTuple<>(bolt.original(), emits, guards, ends, tuple);
        UserCode.run("changes", "", () -> bolt.gather(tuple, open));
        List<OpenChange<?>> changes = open.begin();
        if (changes.isEmpty()) {
            ends.ack(tuple, changes);
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
            metrics.countRepeated();
            errors.log(new IllegalStateException("a spout tuple led to two tuples with the same " + change
                    + ": only the first changes the entry; tell them apart by id.ordinal(n), or send one of them"));
        }
    }

    private void tellFull(String fullest) {
        errors.log(new IllegalStateException(
                "the bolt " + component + " has " + guards.config().openMax()
                        + " updates open, so that its executor waits; entry with most of them set aside: " + fullest));
    }

    @Override
    void closeRunner() {
        runner.close();
    }
}
