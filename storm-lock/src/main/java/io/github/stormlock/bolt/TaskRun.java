package io.github.stormlock.bolt;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.StormLockConfig;
import io.github.stormlock.lock.LockException;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * One prepared task of a bolt. The executor hands tuples over and goes on; the task's runner works for them and settles
 * each once. Nothing escapes but an error that leaves the JVM in doubt. The executor's thread uses it; any thread may
 * close it.
 *
 * @param <W> what is to be done for a tuple
 */
abstract class TaskRun<W> implements AutoCloseable {
    final BoltSetup setup;
    final TupleEnds ends;
    private final RedisLockFactory factory;

    /** @param factory the factory of all guards of the task, which {@link #close} closes */
    TaskRun(RedisBolt bolt, RedisLockFactory factory, BoltSetup setup, StormLockConfig config) {
        this.factory = factory;
        this.setup = setup;
        this.ends = new TupleEnds(bolt, setup, config);
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
            ends.settle(tuple, TupleEnds.Work.NAMING, t);
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
                ends.fail(tuple);
            }
        }
    }

    /** Ends the run, on any thread. What is under way is not cut off. A tuple whose work has not begun fails. */
    @Override
    public final void close() {
        ends.close();
        closeRunner();
        factory.close();
    }
}
