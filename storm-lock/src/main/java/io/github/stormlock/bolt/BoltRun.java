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
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * One prepared task of a locking bolt: guards an entry for each tuple, and settles each tuple once. Lets nothing escape but
 * an error that leaves the JVM in doubt. Used by the executor's thread, and by the
 * threads that wait for busy entries or for batches to fill.
 */
final class BoltRun<V> implements AutoCloseable {
    /** How long the executor itself waits for a busy entry: as long as a group takes, and not much longer. */
    private static final Duration PATIENCE = Duration.ofMillis(50);

    private final LockingBolt<V> bolt;
    private final OutputCollector collector;
    private final BoltMetrics metrics;
    private final ErrorReports errors;
    private final BackOff backOff = new BackOff();
    private final Guards<V> guards;
    private final @Nullable Parking<V> parking;
    private final @Nullable Batcher<V> batcher;
    private final boolean emits;
    private volatile boolean closed;

    /** @param guards are closed with it */
    BoltRun(
            LockingBolt<V> bolt,
            Guards<V> guards,
            BoltSettings settings,
            String component,
            OutputCollector collector,
            BoltMetrics metrics,
            ErrorReports errors) {
        this.bolt = bolt;
        this.guards = guards;
        this.collector = collector;
        this.metrics = metrics;
        this.errors = errors;
        this.emits = Emitting.isOverridden(bolt);
        this.parking = guards.parkedMax() > 0 ? new Parking<>(guards.parkedMax(), component, this::attend) : null;
        this.batcher = settings.batchSize() > 1
                ? new Batcher<>(settings.batchSize(), settings.lingerOrZero().toNanos(), component, this::pass)
                : null;
    }

    void execute(Tuple tuple) {
        try {
            process(tuple);
        } catch (Throwable t) {
            Trouble.throwIfFatal(t);
            if (settle(tuple, t)) {
                backOff.pause();
            }
        }
    }

    private void process(Tuple tuple) {
        Work<V> work = work(tuple);
        GuardedEntry<V> entry = work.entry();
        if (batcher != null) {
            batcher.add(work);
            return;
        }
        Parking<V> lots = parking;
        if (lots == null || work.entry().longestWait().toNanos() <= PATIENCE.toNanos()) {
            finish(work.key(), tuple, entry.once(work.event(), view -> bolt.update(tuple, view)));
        } else if (lots.isParked(work.key())) {
            park(lots, work);
        } else {
            Optional<Outcome<V>> outcome = entry.tryOnce(work.event(), view -> bolt.update(tuple, view), PATIENCE);
            if (outcome.isPresent()) {
                finish(work.key(), tuple, outcome.get());
            } else {
                park(lots, work);
            }
        }
        backOff.succeeded();
    }

    private Work<V> work(Tuple tuple) {
        String key = UserCode.run("entryKey", "", () -> bolt.entryKey(tuple));
        Set<String> fields = UserCode.run("fields", key, () -> bolt.fields(tuple));
        GuardedEntry<V> entry = guards.guard(key, fields);
        EventId event = UserCode.run("eventId", key, () -> bolt.eventId(tuple));
        return new Work<>(tuple, entry, guards.checked(event), System.nanoTime());
    }

    private void finish(String key, Tuple tuple, Outcome<V> outcome) {
        if (emits) {
            BufferedEmitter out = new BufferedEmitter();
            emit(key, tuple, outcome.entry(), out);
            out.send(collector, tuple);
        }
        collector.ack(tuple);
    }

    private void emit(String key, Tuple tuple, V entry, Emitter out) {
        UserCode.run("emit", key, () -> bolt.emit(tuple, entry, out));
    }

    private void park(Parking<V> lots, Work<V> work) {
        if (!lots.park(work)) {
            collector.fail(work.tuple());
        }
    }

    /** On an attendant's thread: waits for one entry. */
    private void attend(List<Work<V>> some) {
        GuardedBatch<V> batch = some.get(0).entry().batch();
        for (Work<V> work : some) {
            batch.add(work.entry(), work.event(), view -> bolt.update(work.tuple(), view), work.since());
        }
        boolean away = settleAll(some, batch::await);
        collector.flush();
        if (away) {
            new BackOff().pause();
        }
    }

    /** On the executor's thread or the timer's: waits for nothing. */
    private void pass(List<Work<V>> gathered) {
        Parking<V> lots = parking;
        List<Work<V>> free = new ArrayList<>(gathered.size());
        for (Work<V> work : gathered) {
            if (lots != null && lots.isParked(work.key())) {
                park(lots, work);
            } else {
                free.add(work);
            }
        }
        if (free.isEmpty()) {
            collector.flush();
            return;
        }
        GuardedBatch<V> batch = free.get(0).entry().batch();
        for (Work<V> work : free) {
            batch.add(work.entry(), work.event(), view -> bolt.update(work.tuple(), view));
        }
        boolean away = settleAll(free, lots == null ? batch::run : batch::tryRun);
        collector.flush();
        // Once for all of them: a pause for each would hold the executor for as many seconds as a batch has tuples.
        if (away) {
            backOff.pause();
        } else {
            backOff.succeeded();
        }
    }

    /** Each once, whatever happens to the others; whether the server was not to be had for some of them. */
    private boolean settleAll(List<Work<V>> some, Supplier<List<Result<V>>> run) {
        boolean away = false;
        List<Result<V>> results;
        try {
            results = run.get();
        } catch (Throwable t) {
            for (Work<V> work : some) {
                away |= settle(work.tuple(), t);
            }
            Trouble.throwIfFatal(t);
            return away;
        }
        for (int i = 0; i < some.size(); i++) {
            Work<V> work = some.get(i);
            try {
                settle(work, results.get(i));
            } catch (Throwable t) {
                away |= settle(work.tuple(), t);
                Trouble.throwIfFatal(t);
            }
        }
        return away;
    }

    private void settle(Work<V> work, Result<V> result) {
        if (result.isLeftOver()) {
            park(Objects.requireNonNull(parking), work);
        } else {
            finish(work.key(), work.tuple(), result.orThrow());
        }
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

    /** On any thread; an update that is running ends in its own way. What was gathered or set aside fails. */
    @Override
    public void close() {
        closed = true;
        if (batcher != null) {
            batcher.drain().forEach(work -> collector.fail(work.tuple()));
        }
        if (parking != null) {
            parking.close();
        }
        guards.close();
    }
}
