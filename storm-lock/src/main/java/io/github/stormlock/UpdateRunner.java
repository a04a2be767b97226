package io.github.stormlock;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.stormlock.internal.lines.Owner;
import io.github.stormlock.internal.update.PendingUpdate;
import io.github.stormlock.internal.update.Submitted;
import io.github.stormlock.lock.EventId;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

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
     * An update that is handed to a runner, and is told what came of it once. All methods but {@link #change}
     * are called by one thread at a time. For the bolts of this library; a program uses {@link Guard#updateAsync}.
     *
     * @param <V> the view of its entry
     * @hidden
     */
    public interface Submission<V> extends Submitted<V> {

        /** {@return the guard of its entry, or of all of its entries} */
        Guard<V> guard();

        /** {@return the stable name of its event} */
        EventId event();

        /** {@return when it was made, as {@link System#nanoTime} told} Its wait counts from then. */
        long sinceNanos();

        /**
         * Changes the entry. This may run more than once, and on the thread of anybody who updates the entry at the same
         * time.
         *
         * @param view the entry, as far as it was read
         */
        void change(V view);
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
     * Hands some updates over, all or none of them; waits while too many are open. They are made each for itself, those of
     * one entry in this order. If they are more than may be open, they wait until nothing else is.
     *
     * @param updates the updates, at least one; they are settled on another thread
     * @param waitNanos the longest wait for room, in nanoseconds
     * @return true if each will be settled or dropped; false if there is no room, this is closed, or the
     *     calling thread is interrupted
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
        pending.submittedBy(update, update.sinceNanos());
        return pending;
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
