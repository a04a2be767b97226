package io.github.stormlock.lock;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.stormlock.lock.GuardedBatch.Result;
import io.github.stormlock.lock.internal.lines.Owner;
import java.util.List;
import java.util.function.Consumer;

/**
 * Takes updates from one that does not wait for Redis, such as a task of a bolt, and has them made by threads that all
 * tasks of the bolt in this worker share. Updates of one entry are made in the order in which they were submitted here.
 * The open updates, which are those submitted and not settled, are bounded. Thread-safe.
 *
 * <p>For the bolts of this library; a program uses {@link Guard#updateAsync}.
 */
public final class UpdateRunner implements AutoCloseable {
    private final Owner<Submission<Object>> owner;
    /**
     * An update that is handed to a runner, and is told its result once. All methods but {@link #change}
     * are called by one thread at a time. For the bolts of this library; a program uses {@link Guard#updateAsync}.
     *
     * @param <V> the view of its entry
     */
    public interface Submission<V> {

        /** {@return the guard of its entry, or of all of its entries} */
        Guard<V> guard();

        /** {@return the stable name of its event} */
        EventId event();

        /** {@return when it was made, as {@link System#nanoTime} told} Its wait counts from then. */
        long sinceNanos();

        /**
         * {@return true if it is still to be made} It is asked each time before it is begun. If it returns false, it has
         * settled itself: it is not written, and is told nothing more.
         */
        boolean isWanted();

        /**
         * Tells that it was begun and not made: nothing of it was written, and it will be begun again.
         *
         * @param waits true if others are at work on its entry
         */
        void setAside(boolean waits);

        /** {@return true if others were at work on its entry when it was begun before} Then its wait is counted already. */
        boolean hasWaited();

        /** {@return true if its caller will retry, so that a time-out is not counted} */
        default boolean isQuiet() {
            return false;
        }

        /**
         * Changes the entry. This may run more than once, and on the thread of anybody who updates the entry at the same
         * time.
         *
         * @param view the entry, as far as it was read
         */
        void change(V view);

        /**
         * Tells its result, once it has one. Throws nothing but a {@link VirtualMachineError}.
         *
         * @param result the outcome, or the exception
         */
        void settle(Result<V> result);

        /**
         * Tells that nobody can make it: the runner has ended, or has no thread that waits for the entry. Nothing of it
         * was written.
         */
        void drop();
    }

    /**
     * Registers one that submits.
     *
     * @param factory the factory of all updates that it will submit
     * @param bolt the name of the bolt, whose tasks share threads
     * @param mostOpen how many updates may be open
     * @param full told, on a thread that has to wait for room, which entry most updates wait for
     */
    public UpdateRunner(RedisLockFactory factory, String bolt, int mostOpen, Consumer<String> full) {
        this(factory.runtime().runners().task(bolt, mostOpen, full));
    }

    UpdateRunner(Owner<Submission<Object>> owner) {
        this.owner = owner;
    }

    /**
     * Hands an update over; waits while too many are open.
     *
     * @param update the update; it is settled on another thread
     * @param waitNanos the longest wait for room, in nanoseconds
     * @return true if it will be settled or dropped; false if there is no room, this is closed, or the calling thread
     *     is interrupted
     * @throws VirtualMachineError if an earlier update threw one: the JVM is in doubt
     */
    @CheckReturnValue
    public boolean submit(Submission<?> update, long waitNanos) {
        return submitAll(List.of(update), waitNanos);
    }

    /**
     * Hands some updates over, all or none of them. They are made each for itself, those of one entry in this order. If
     * they are more than may be open, they wait until nothing else is.
     *
     * @param updates the updates, at least one
     * @param waitNanos the longest wait for room, in nanoseconds
     * @return true if each will be settled or dropped; false as {@link #submit} says
     * @throws VirtualMachineError if an earlier update threw one: the JVM is in doubt
     */
    @CheckReturnValue
    public boolean submitAll(List<? extends Submission<?>> updates, long waitNanos) {
        return owner.submit(anyView(updates), waitNanos);
    }

    /**
     * Forgets the type of the view. Entries of several kinds share a round, but what is made together of one entry is
     * of one kind.
     */
    @SuppressWarnings("unchecked")
    private static List<Submission<Object>> anyView(List<? extends Submission<?>> updates) {
        return (List<Submission<Object>>) updates;
    }

    /** {@return how many updates are open} */
    public int open() {
        return owner.open();
    }

    /**
     * Takes no more updates. May be called on any thread. An update that is running ends in its own way. Updates that
     * nobody has begun are dropped. Idempotent.
     */
    @Override
    public void close() {
        owner.close();
    }
}
