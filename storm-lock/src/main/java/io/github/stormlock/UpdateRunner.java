package io.github.stormlock;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.stormlock.internal.lines.Owner;
import io.github.stormlock.internal.protocol.LockErrors;
import io.github.stormlock.internal.update.PendingUpdate;
import io.github.stormlock.internal.update.Submitted;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Takes updates from one that does not wait for Redis, such as a task of a bolt, and has them made by threads that all
 * tasks of the bolt in this worker share. Updates of one entry are made in the order in which they were submitted here.
 * The open updates, which are those submitted and not settled, are bounded. Thread-safe.
 *
 * <p>For the bolts of this library; a program uses {@link Guard#updateAsync}.
 *
 * @hidden
 */
public final class UpdateRunner implements AutoCloseable {
    private final Owner<PendingUpdate<?>> owner;

    /**
     * What came of an update: an outcome, or the reason why there is none.
     *
     * @param failure what {@link GuardedEntry#once} would have thrown
     * @hidden
     */
    public record Result<V>(@Nullable Outcome<V> outcome, @Nullable Throwable failure) {

        /** {@return the outcome, or throws the failure} */
        public Outcome<V> orThrow() {
            if (failure != null) {
                throw LockErrors.<RuntimeException>sneak(failure);
            }
            return Objects.requireNonNull(outcome);
        }
    }

    /**
     * An update that is handed to a runner, and is told its result once. All methods but {@link #change}
     * are called by one thread at a time. For the bolts of this library; a program uses {@link Guard#updateAsync}.
     *
     * @param <V> the view of its entry
     * @hidden
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

        /** Tells that it was begun and not made: nothing of it was written, and it will be begun again. */
        default void setAside() {}

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

    UpdateRunner(Owner<PendingUpdate<?>> owner) {
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
        List<PendingUpdate<?>> pending = new ArrayList<>(updates.size());
        updates.forEach(update -> pending.add(pending(update)));
        return owner.submit(pending, waitNanos);
    }

    private static <V> PendingUpdate<V> pending(Submission<V> update) {
        PendingUpdate<V> pending = update.guard().pending(update.event(), update::change);
        pending.submittedBy(new Told<>(update, pending), update.sinceNanos());
        return pending;
    }

    /** Tells an update what came of it. */
    private record Told<V>(Submission<V> update, PendingUpdate<V> pending) implements Submitted {
        @Override
        public boolean isWanted() {
            return update.isWanted();
        }

        @Override
        public void setAside() {
            update.setAside();
        }

        @Override
        public void settled() {
            // An interrupt in one update must not fail another.
            boolean unused = Thread.interrupted();
            update.settle(new Result<>(pending.outcome(), pending.failure()));
        }

        @Override
        public void drop() {
            update.drop();
        }
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
