package io.github.stormlock.bolt;

import io.github.stormlock.lock.EntryRefusedException;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.GuardedBatch;
import io.github.stormlock.lock.GuardedBatch.Result;
import io.github.stormlock.lock.GuardedEntry;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.lock.Outcome;
import io.github.stormlock.lock.OutcomeUnknownException;
import io.github.stormlock.lock.UserCode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Consumer;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.tuple.Tuple;

/**
 * One prepared task of a locking bolt: guards an entry for each tuple, and settles each tuple once. The executor hands tuples
 * over and goes on; the runner updates their entries in rounds, and sets the tuples of busy entries aside. Lets nothing
 * escape but an error that leaves the JVM in doubt. Used by the executor's thread, the runner, and the threads that wait for
 * busy entries.
 */
final class BoltRun<V> implements AutoCloseable {
    private final LockingBolt<V> bolt;
    private final String component;
    private final OutputCollector collector;
    private final BoltMetrics metrics;
    private final ErrorReports errors;
    private final BackOff backOff = new BackOff();
    private final Guards<V> guards;
    private final OpenTuples open;
    private final Runner<V> runner;
    private final Parking<V> parking;
    private final ComputingTime computing = new ComputingTime();
    private final boolean emits;
    private volatile boolean closed;

    /** @param guards are closed with it */
    BoltRun(
            LockingBolt<V> bolt,
            Guards<V> guards,
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
        this.open = new OpenTuples(guards.openMax(), this::tellFull);
        this.parking = new Parking<>(component, this::attend);
        this.runner = new Runner<>(component, this::round);
        metrics.watchOpen(open::count);
    }

    /** On the executor's thread: hands the tuple over, and waits only while too many are open. */
    void execute(Tuple tuple) {
        Work<V> work;
        try {
            work = work(tuple);
        } catch (Throwable t) {
            Trouble.throwIfFatal(t);
            boolean unused = settle(tuple, t);
            return;
        }
        if (!open.enter()) {
            collector.fail(tuple);
            return;
        }
        boolean submitted = false;
        try {
            submitted = runner.submit(work);
        } finally {
            if (!submitted) {
                leave(work);
            }
        }
    }

    private Work<V> work(Tuple tuple) {
        String key = UserCode.run("entryKey", "", () -> bolt.entryKey(tuple));
        Set<String> fields = UserCode.run("fields", key, () -> bolt.fields(tuple));
        GuardedEntry<V> entry = guards.guard(key, fields);
        EventId event = UserCode.run("eventId", key, () -> bolt.eventId(tuple));
        return new Work<>(tuple, entry, guards.checked(event), System.nanoTime());
    }

    private void tellFull() {
        errors.log(new IllegalStateException("the bolt " + component + " has " + guards.openMax()
                + " tuples open, so that its executor waits; entry with most of them set aside: " + parking.fullest()));
    }

    /** On the runner's thread: waits for no busy entry. */
    private void round(List<Work<V>> taken) {
        List<Work<V>> free = new ArrayList<>(taken.size());
        for (Work<V> work : taken) {
            if (guards.hasTimedOut(work.since())) {
                // Storm sends it again: to write it now as well would count it twice where it has no event id.
                leave(work);
            } else if (!parking.isParked(work.key())) {
                free.add(work);
            } else if (!parking.park(work)) {
                leave(work);
            }
        }
        if (free.isEmpty()) {
            return;
        }
        GuardedBatch<V> batch = free.get(0).entry().batch();
        for (Work<V> work : free) {
            batch.add(work.entry(), work.event(), change(work));
        }
        boolean away = settleAll(free, batch, /* waits= */ false);
        runner.updatesTake(computing.average());
        // Once for all of them: a pause for each would hold the runner for as many seconds as a round has tuples.
        if (away) {
            backOff.pause();
        } else {
            backOff.succeeded();
        }
    }

    /** On an attendant's thread: waits for one entry. */
    private void attend(List<Work<V>> some) {
        GuardedBatch<V> batch = some.get(0).entry().batch();
        for (Work<V> work : some) {
            batch.add(work.entry(), work.event(), change(work), work.since());
        }
        if (settleAll(some, batch, /* waits= */ true)) {
            new BackOff().pause();
        }
    }

    private Consumer<V> change(Work<V> work) {
        return view -> computing.of(() -> {
            bolt.update(work.tuple(), view);
            if (emits) {
                // Now, before the updates behind it in the group change the view. It is sent if this run is written.
                work.emits(emitted(work, guards.asItStands(view)));
            }
        });
    }

    private BufferedEmitter emitted(Work<V> work, V entry) {
        BufferedEmitter out = new BufferedEmitter();
        UserCode.run("emit", work.key(), () -> bolt.emit(work.tuple(), entry, out));
        return out;
    }

    /** Each once, whatever happens to the others; whether the server was not to be had for some of them. */
    private boolean settleAll(List<Work<V>> some, GuardedBatch<V> batch, boolean waits) {
        List<Result<V>> results;
        try {
            results = waits ? batch.await() : batch.tryRun();
        } catch (Throwable t) {
            Result<V> none = new Result<>(null, t);
            results = some.stream().map(work -> none).toList();
        }
        boolean away = false;
        Throwable fatal = null;
        for (int i = 0; i < some.size(); i++) {
            try {
                away |= settle(some.get(i), results.get(i));
            } catch (VirtualMachineError e) {
                fatal = e;
            }
        }
        // An interrupt of one tuple's update is no reason to fail those of the next round.
        boolean unused = Thread.interrupted();
        if (fatal != null) {
            Trouble.throwIfFatal(fatal);
        }
        return away;
    }

    private boolean settle(Work<V> work, Result<V> result) {
        if (result.isLeftOver() && parking.park(work)) {
            return false;
        }
        try {
            if (result.isLeftOver()) {
                collector.fail(work.tuple());
            } else {
                finish(work, result.orThrow());
            }
            return false;
        } catch (Throwable t) {
            boolean away = settle(work.tuple(), t);
            Trouble.throwIfFatal(t);
            return away;
        } finally {
            open.leave(1);
        }
    }

    private void finish(Work<V> work, Outcome<V> outcome) {
        if (emits) {
            // A replay writes nothing: it is shown what stands.
            BufferedEmitter out = outcome.replay() ? emitted(work, outcome.entry()) : work.emission();
            out.send(collector, work.tuple());
        }
        collector.ack(work.tuple());
    }

    /** Nobody will settle it. */
    private void leave(Work<V> work) {
        open.leave(1);
        collector.fail(work.tuple());
    }

    /**
     * A tuple is rejected only for what is wrong with itself: never because the executor or the bolt is being ended.
     *
     * @return whether the server was not to be had, so that who goes on should wait a little first
     */
    private boolean settle(Tuple tuple, Throwable reason) {
        Throwable thrown = Trouble.readable(reason);
        if (Trouble.keepInterrupt(thrown) || closed) {
            collector.fail(tuple);
        } else if (thrown instanceof LockUnavailableException || thrown instanceof OutcomeUnknownException) {
            errors.report(thrown);
            collector.fail(tuple);
            return true;
        } else if (thrown instanceof LockException e && !(thrown instanceof EntryRefusedException)) {
            // Not granted in time, or lost: counted where it happened.
            errors.log(e);
            collector.fail(tuple);
        } else {
            reject(tuple, Trouble.reason(thrown));
        }
        return false;
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
            Trouble.throwIfFatal(t);
            Throwable thrown = Trouble.readable(t);
            boolean unused = Trouble.keepInterrupt(thrown);
            errors.report(cause);
            errors.report(thrown);
        }
        collector.fail(tuple);
    }

    /** On any thread; an update that is running ends in its own way. What nobody has begun, or waits for an entry, fails. */
    @Override
    public void close() {
        closed = true;
        open.close();
        runner.end().forEach(this::leave);
        parking.end().forEach(this::leave);
        guards.close();
    }
}
