package io.github.stormlock.bolt;

import io.github.stormlock.entry.Part;
import io.github.stormlock.lock.EntryRefusedException;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.GuardedBatch.Result;
import io.github.stormlock.lock.GuardedEntry;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.lock.Outcome;
import io.github.stormlock.lock.OutcomeUnknownException;
import io.github.stormlock.lock.Submission;
import io.github.stormlock.lock.UpdateRunner;
import io.github.stormlock.lock.UserCode;
import java.util.Objects;
import java.util.Set;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * One prepared task of a locking bolt: it guards the entry of each tuple, and acks or fails each tuple once. The
 * executor hands tuples over and goes on; the task's runner updates their entries and settles them. Nothing escapes but
 * an error that leaves the JVM in doubt. The executor's thread and those of the runner use it.
 */
final class BoltRun<V> implements AutoCloseable {
    private final LockingBolt<V> bolt;
    private final String component;
    private final OutputCollector collector;
    private final BoltMetrics metrics;
    private final ErrorReports errors;
    private final EntryGuards<V> guards;
    private final UpdateRunner runner;
    private final boolean emits;
    private volatile boolean closed;

    /** @param guards the guards of the task, which {@link #close} closes */
    BoltRun(
            LockingBolt<V> bolt,
            EntryGuards<V> guards,
            String component,
            OutputCollector collector,
            BoltMetrics metrics,
            ErrorReports errors) {
        this.bolt = bolt;
        this.guards = guards;
        this.component = component;
        this.collector = collector;
        this.metrics = metrics;
        this.errors = errors;
        this.emits = Emitting.isOverridden(bolt);
        this.runner = new UpdateRunner(component, guards.openMax(), this::tellFull);
        metrics.watchOpen(runner::open);
    }

    /** A tuple that was executed and is not settled yet, with all that its update emits. */
    private final class OpenTuple implements Submission<V> {
        private final Tuple tuple;
        private final GuardedEntry<V> entry;
        private final EventId event;
        private final long sinceNanos = System.nanoTime();
        private @Nullable BufferedEmitter emission;
        private boolean interrupted;
        private boolean waited;

        OpenTuple(Tuple tuple, GuardedEntry<V> entry, EventId event) {
            this.tuple = tuple;
            this.entry = entry;
            this.event = event;
        }

        @Override
        public GuardedEntry<V> entry() {
            return entry;
        }

        @Override
        public EventId event() {
            return event;
        }

        @Override
        public long sinceNanos() {
            return sinceNanos;
        }

        @Override
        public boolean isWanted() {
            if (guards.hasTimedOut(sinceNanos)) {
                // Storm sends the tuple again. To write it now as well would count it twice if it has no event id.
                collector.fail(tuple);
                return false;
            }
            return true;
        }

        @Override
        public void setAside(boolean waits) {
            waited |= waits;
        }

        @Override
        public boolean hasWaited() {
            return waited;
        }

        @Override
        public void change(V view) {
            boolean sound = false;
            try {
                bolt.update(tuple, view);
                if (emits) {
                    // It emits now, before the updates behind it in the group change the view. This replaces what an
                    // earlier run emitted, and is sent if this run is written.
                    emission = emitted(guards.asItStands(view));
                }
                sound = true;
            } finally {
                // Noted here, because the flag belongs to the thread, which applies the updates of other tuples too.
                interrupted = !sound && Thread.currentThread().isInterrupted();
            }
        }

        private BufferedEmitter emitted(V standing) {
            BufferedEmitter out = new BufferedEmitter();
            UserCode.run("emit", entry.key(), () -> bolt.emit(tuple, standing, out));
            return out;
        }

        @Override
        public void settle(Result<V> result) {
            try {
                finish(result.orThrow());
            } catch (Throwable t) {
                if (interrupted) {
                    collector.fail(tuple);
                } else {
                    BoltRun.this.settle(tuple, t);
                }
                Throwables.throwIfFatal(t);
            }
        }

        private void finish(Outcome<V> outcome) {
            if (emits) {
                // A replay writes nothing, so it is shown the entry as it stands.
                BufferedEmitter out = outcome.replay() ? emitted(outcome.entry()) : Objects.requireNonNull(emission);
                out.send(collector, tuple);
            }
            collector.ack(tuple);
        }

        @Override
        public void drop() {
            collector.fail(tuple);
        }
    }

    /** Hands a tuple over, on the executor's thread. It waits only while too many tuples are open. */
    void execute(Tuple tuple) {
        OpenTuple open;
        try {
            open = open(tuple);
        } catch (Throwable t) {
            Throwables.throwIfFatal(t);
            settle(tuple, t);
            return;
        }
        boolean submitted = false;
        try {
            submitted = runner.submit(open, Long.MAX_VALUE);
        } finally {
            if (!submitted) {
                collector.fail(tuple);
            }
        }
    }

    private OpenTuple open(Tuple tuple) {
        String key = UserCode.run("entryKey", "", () -> bolt.entryKey(tuple));
        GuardedEntry<V> entry = guards.guard(key, part(tuple, key));
        EventId event = UserCode.run("eventId", key, () -> bolt.eventId(tuple));
        return new OpenTuple(tuple, entry, guards.checked(event));
    }

    private Part part(Tuple tuple, String key) {
        Part part = UserCode.run("parts", key, () -> bolt.parts(tuple));
        // Only a whole hash has fields to choose from.
        Set<String> fields =
                Part.whole().equals(part) ? UserCode.run("fields", key, () -> bolt.fields(tuple)) : Set.of();
        return EntryGuards.part(part, fields);
    }

    private void tellFull(String fullest) {
        errors.log(new IllegalStateException("the bolt " + component + " has " + guards.openMax()
                + " tuples open, so that its executor waits; entry with most of them set aside: " + fullest));
    }

    /**
     * Fails or rejects a tuple that threw. It is rejected only for what is wrong with itself, and never because the
     * executor or the bolt is ending.
     */
    private void settle(Tuple tuple, Throwable reason) {
        Throwable thrown = Throwables.readable(reason);
        if (Throwables.keepInterrupt(thrown) || closed || Throwables.isFatal(thrown)) {
            collector.fail(tuple);
        } else if (thrown instanceof LockUnavailableException || thrown instanceof OutcomeUnknownException) {
            errors.report(thrown);
            collector.fail(tuple);
        } else if (thrown instanceof LockException e && !(thrown instanceof EntryRefusedException)) {
            // The lock was not granted in time, or was lost. The metrics have counted it where it happened.
            errors.log(e);
            collector.fail(tuple);
        } else {
            reject(tuple, Throwables.reason(thrown));
        }
    }

    private void reject(Tuple tuple, RuntimeException cause) {
        metrics.countRejected();
        BufferedEmitter out = new BufferedEmitter();
        try {
            if (bolt.rejected(tuple, cause, out) == Rejection.ACK) {
                out.send(collector, tuple);
                collector.ack(tuple);
                return;
            }
            errors.report(cause);
        } catch (Throwable t) {
            Throwables.throwIfFatal(t);
            Throwable thrown = Throwables.readable(t);
            boolean unused = Throwables.keepInterrupt(thrown);
            errors.report(cause);
            errors.report(thrown);
        }
        collector.fail(tuple);
    }

    /**
     * Ends the run, on any thread. An update that is running is not cut off. A tuple that waits, or whose update has
     * not begun, fails.
     */
    @Override
    public void close() {
        closed = true;
        runner.close();
        guards.close();
    }
}
