package io.github.stormlock.bolt;

import io.github.stormlock.bolt.internal.metrics.LockMetrics;
import io.github.stormlock.lock.UpdateRunner;
import io.github.stormlock.lock.UserCode;
import java.util.List;
import org.apache.storm.tuple.Tuple;

/**
 * One prepared task of a locking bolt. The executor hands tuples over and goes on; the task's runner makes their changes
 * and settles them, each tuple once. Nothing escapes but an error that leaves the JVM in doubt. The executor's thread
 * uses it; any thread may close it.
 */
final class BoltRun<V> implements BoltTask.Run {
    private final LockingBolt<V> bolt;
    private final String component;
    private final ErrorReports errors;
    private final LockMetrics metrics;
    private final EntryGuards<V> guards;
    private final TupleEnds ends;
    private final UpdateRunner runner;
    private final boolean emits;
    private final RepeatedEvents repeated = new RepeatedEvents();

    /** @param guards the guards of the task, which {@link #close} closes */
    BoltRun(LockingBolt<V> bolt, EntryGuards<V> guards, LockMetrics metrics, BoltSetup setup) {
        this.bolt = bolt;
        this.guards = guards;
        this.metrics = metrics;
        this.component = setup.component();
        this.errors = setup.errors();
        this.ends = new TupleEnds(bolt, setup);
        this.emits = BoltClass.emits(bolt);
        this.runner = new UpdateRunner(guards.factory(), component, guards.openMax(), this::tellFull);
        setup.metrics().watch(guards.factory(), runner::open);
    }

    @Override
    public void check() {
        guards.factory().check();
    }

    /** Hands a tuple over, on the executor's thread. It waits only while too many updates are open. */
    @Override
    public void execute(Tuple tuple) {
        OpenTuple<V> open = new OpenTuple<>(bolt, emits, guards, ends, tuple);
        List<OpenChange<?>> changes;
        try {
            UserCode.run("changes", "", () -> bolt.changes(tuple, open));
            changes = open.begin();
        } catch (Throwable t) {
            Throwables.throwIfFatal(t);
            ends.settle(tuple, t);
            return;
        }
        if (changes.isEmpty()) {
            ends.ack(tuple, List.of());
            return;
        }
        warnOfRepeats(tuple, changes);
        boolean submitted = false;
        try {
            submitted = runner.submitAll(changes, Long.MAX_VALUE);
        } finally {
            if (!submitted) {
                ends.fail(tuple);
            }
        }
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
        errors.log(new IllegalStateException("the bolt " + component + " has " + guards.openMax()
                + " updates open, so that its executor waits; entry with most of them set aside: " + fullest));
    }

    /**
     * Ends the run, on any thread. An update that is running is not cut off. A tuple that waits, or whose update has
     * not begun, fails.
     */
    @Override
    public void close() {
        ends.close();
        runner.close();
        guards.close();
    }
}
