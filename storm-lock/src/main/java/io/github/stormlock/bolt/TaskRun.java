package io.github.stormlock.bolt;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.StormLockConfig;
import io.github.stormlock.lock.EntryRefusedException;
import io.github.stormlock.lock.LockException;
import java.time.Duration;
import java.util.Collection;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * One prepared task of a bolt. The executor hands tuples over and goes on; the task's runner works for them, and each is
 * acked, failed or rejected here once, with a report of why. Nothing escapes but an error that leaves the JVM in doubt. The
 * executor's thread hands over; any thread may settle a tuple, or close it.
 *
 * @param <W> what is to be done for a tuple
 */
abstract class TaskRun<W> implements AutoCloseable {
    final BoltSetup setup;
    private final RedisBolt bolt;
    private final RedisLockFactory factory;
    private final OutputCollector collector;
    private final OutputStreams streams;
    private final long timeoutNanos;
    private volatile boolean closed;

    /**
     * The work for a tuple, for reports.
     *
     * @param entry the entry, or the first of several, as it is shown to people
     * @param text the update or the lookup in words, with entry and event
     */
    record Work(String entry, String text) {
        /** While that is not known. */
        static final Work UNKNOWN = new Work("", "");
        /** Where the bolt was asked for it. */
        static final Work NAMING = new Work("", "methods that name its entry and event");
    }

    /** A part of the work for a tuple that is made. */
    interface Made {
        /** Returns what it emits. */
        BufferedEmitter emission();

        /** Returns the work, for reports. */
        Work work();
    }

    /** @param factory the factory of all guards of the task, which {@link #close} closes */
    TaskRun(RedisBolt bolt, RedisLockFactory factory, BoltSetup setup, StormLockConfig config) {
        this.bolt = bolt;
        this.factory = factory;
        this.setup = setup;
        this.collector = setup.collector();
        this.streams = setup.streams();
        this.timeoutNanos = config.messageTimeout().map(Duration::toNanos).orElse(Long.MAX_VALUE);
    }

    /** Asks the user's methods what is to be done for a tuple; {@code null} if it is settled by that. */
    abstract @Nullable W begin(Tuple tuple);

    /** Hands the work to the runner. Waits only while too much is open. Returns false if the runner has ended. */
    abstract boolean submit(Tuple tuple, W work);

    abstract void closeRunner();

    /** Logs that the bolt has so much open. */
    final void tellFull(String much) {
        setup.errors().log(new IllegalStateException("the bolt " + setup.component() + " has " + much));
    }

    /**
     * Asks the server whether it permits what the task needs.
     *
     * @throws LockException if it does not, or cannot be asked
     */
    final void check() {
        factory.check();
    }

    /** Hands a tuple over, on the executor's thread. It is acked or failed later. */
    final void execute(Tuple tuple) {
        W work;
        try {
            work = begin(tuple);
        } catch (Throwable t) {
            Throwables.throwIfFatal(t);
            settle(tuple, Work.NAMING, t);
            return;
        }
        if (work == null) {
            return;
        }
        boolean submitted = false;
        try {
            submitted = submit(tuple, work);
        } finally {
            if (!submitted) {
                fail(tuple);
            }
        }
    }

    /**
     * Returns true if Storm has failed a tuple by now, which it sends again.
     *
     * @param executedNanos the time when it was executed, by {@link System#nanoTime}
     */
    final boolean isGivenUp(long executedNanos) {
        return System.nanoTime() - executedNanos > timeoutNanos;
    }

    /** Returns an empty emitter, which refuses what Storm would refuse. */
    final BufferedEmitter emitter() {
        return new BufferedEmitter(streams);
    }

    /**
     * Sends what a tuple emits, in order, and acks it. If the collector throws all the same, the tuple fails, whatever
     * {@code rejected} would say: some of it may be sent, and then an ack would not end the tuple's tree.
     */
    final void ack(Tuple tuple, Collection<? extends Made> all) {
        Made sending = null;
        try {
            for (Made one : all) {
                sending = one;
                one.emission().send(collector, tuple);
            }
            sending = null;
            collector.ack(tuple);
        } catch (Throwable t) {
            Work failed = sending == null ? Work.UNKNOWN : sending.work();
            RuntimeException cause = rejectionBy(tuple, failed, t);
            if (cause != null) {
                report(tuple, "fails at its emission", failed, cause);
            }
            collector.fail(tuple);
            Throwables.throwIfFatal(t);
        }
    }

    final void fail(Tuple tuple) {
        collector.fail(tuple);
    }

    /** Fails or rejects a tuple that threw. */
    final void settle(Tuple tuple, Work work, Throwable thrown) {
        RuntimeException cause = rejectionBy(tuple, work, thrown);
        if (cause == null) {
            collector.fail(tuple);
        } else {
            reject(tuple, work, cause);
        }
    }

    /**
     * Returns the cause by which a tuple is to be rejected; {@code null} if it is to fail, which is reported here. A
     * tuple is rejected only for what is wrong with itself, and never because the executor or the bolt is ending.
     */
    @Nullable
    final RuntimeException rejectionBy(Tuple tuple, Work work, Throwable reason) {
        Throwable thrown = Throwables.readable(reason);
        if (Throwables.keepInterrupt(thrown) || closed || Throwables.isFatal(thrown)) {
            return null;
        } else if (thrown instanceof LockException && !(thrown instanceof EntryRefusedException)) {
            // Redis is away, or the lock was not granted in time, or it was lost, or nobody knows what became of it.
            report(tuple, "fails", work, thrown);
            return null;
        }
        return Throwables.reason(thrown);
    }

    /** Asks the bolt what becomes of a tuple that can never succeed. */
    final void reject(Tuple tuple, Work work, RuntimeException cause) {
        setup.metrics().countRejected();
        BufferedEmitter out = emitter();
        try {
            if (bolt.rejected(tuple, cause, out) == Rejection.ACK) {
                out.send(collector, tuple);
                collector.ack(tuple);
                return;
            }
            report(tuple, "is rejected", work, cause);
        } catch (Throwable t) {
            Throwable thrown = Throwables.caught(t);
            report(tuple, "is rejected", work, cause);
            setup.errors().report(thrown);
        }
        collector.fail(tuple);
    }

    /** Tells which tuple fails or is rejected, and by what, so that an operator finds it. */
    private void report(Tuple tuple, String end, Work work, Throwable cause) {
        String source = "a tuple of " + tuple.getSourceComponent() + " " + end;
        setup.errors().report(work.entry(), source + (work.text().isEmpty() ? "" : " in the " + work.text()), cause);
    }

    /**
     * Ends the run, on any thread. What is under way is not cut off. A tuple whose work has not begun fails. What is thrown
     * from here on says nothing about a tuple.
     */
    @Override
    public final void close() {
        closed = true;
        closeRunner();
        factory.close();
    }
}
