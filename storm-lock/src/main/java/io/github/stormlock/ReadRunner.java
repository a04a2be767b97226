package io.github.stormlock;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.stormlock.internal.draft.GroupTargets;
import io.github.stormlock.internal.lines.OpenUpdates;
import io.github.stormlock.internal.protocol.LockErrors;
import io.github.stormlock.internal.read.PlainRead;
import io.github.stormlock.internal.usercode.BackOff;
import io.github.stormlock.lock.LockUnavailableException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.LinkedBlockingQueue;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reads entries without their locks, on a thread of its own, so that those who want them do not wait for Redis. Each
 * round takes the reads that are there, in one round trip. So rounds grow with the load. Reads are answered in the order
 * in which they were submitted. Thread-safe.
 *
 * <p>For the bolts of this library; a program uses {@link GuardedEntry#peek}.
 *
 * @hidden
 */
public final class ReadRunner implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ReadRunner.class);
    private static final int MOST_IN_ROUND = 256;

    private final OpenUpdates open;
    /** The reads that were submitted; an empty place ends the thread. */
    private final LinkedBlockingQueue<Optional<Read<?>>> submitted = new LinkedBlockingQueue<>();

    private final BackOff backOff = new BackOff();
    private boolean closed;

    /**
     * A read that is handed to a runner, and is told its result once, on the runner's thread.
     *
     * @param <V> the view of its entry
     * @hidden
     */
    public interface Read<V> {

        /** {@return the guard of its entry} */
        GuardedEntry<V> entry();

        /** {@return true if it is still wanted} If it returns false, it has settled itself, and is told nothing more. */
        boolean isWanted();

        /**
         * Shows the entry. Throws nothing but a {@link VirtualMachineError}.
         *
         * @param view the entry, for reading only
         */
        void found(V view);

        /**
         * Tells why the entry cannot be shown. Throws nothing but a {@link VirtualMachineError}.
         *
         * @param reason what {@link GuardedEntry#peek} would have thrown
         */
        void failed(Throwable reason);

        /** Tells that nobody will read it, since the runner has ended. */
        void drop();
    }

    /**
     * Starts a runner and its thread.
     *
     * @param name a part of the name of its thread
     * @param mostOpen how many reads may be open
     * @param full run on a thread that has to wait for room
     */
    public ReadRunner(String name, int mostOpen, Runnable full) {
        this.open = new OpenUpdates(mostOpen, full);
        Thread thread = new Thread(this::run, "storm-lock-reader-" + name);
        thread.setDaemon(true);
        thread.start();
    }

    /**
     * Hands a read over; waits while too many are open. All reads that are handed over have to be of one factory.
     *
     * @param read the read; it is settled on the thread of the runner
     * @param waitNanos the longest wait for room, in nanoseconds
     * @return true if it will be settled or dropped; false if there is no room, this is closed, or the calling thread
     *     is interrupted
     * @throws VirtualMachineError if one ended an earlier round: the JVM is in doubt
     */
    @CheckReturnValue
    public boolean submit(Read<?> read, long waitNanos) {
        if (!open.enter(1, waitNanos)) {
            return false;
        }
        boolean taken = enqueue(read);
        if (!taken) {
            open.leave(1);
        }
        return taken;
    }

    private synchronized boolean enqueue(Read<?> read) {
        return !closed && submitted.add(Optional.of(read));
    }

    /** {@return how many reads are open} */
    public int open() {
        return open.count();
    }

    private void run() {
        boolean over = false;
        while (!over) {
            try {
                List<Optional<Read<?>>> some = new ArrayList<>();
                some.add(submitted.take());
                submitted.drainTo(some, MOST_IN_ROUND - 1);
                over = some.get(some.size() - 1).isEmpty();
                round(some.stream().flatMap(Optional::stream).toList());
            } catch (InterruptedException strayed) {
                // Only close ends the thread.
            } catch (Throwable e) {
                failed("a round of reads ended by an error", e);
            }
        }
    }

    private void failed(String what, Throwable thrown) {
        if (LockErrors.isFatal(thrown)) {
            // It is thrown by the next submission, as if that had run the round.
            open.failed((VirtualMachineError) thrown);
        } else {
            LOG.warn(what, thrown);
        }
    }

    private void round(List<? extends Read<?>> some) {
        List<Read<?>> wanted = new ArrayList<>(some.size());
        for (Read<?> read : some) {
            if (read.isWanted()) {
                wanted.add(read);
            } else {
                open.leave(1);
            }
        }
        if (wanted.isEmpty()) {
            return;
        }
        List<GuardedEntry<?>> entries = new ArrayList<>(wanted.size());
        wanted.forEach(read -> entries.add(read.entry()));
        List<PlainRead.Result> results = results(entries);
        boolean away = false;
        for (int i = 0; i < wanted.size(); i++) {
            // An interrupt in one read must not fail another.
            Thread.interrupted();
            away |= settle(wanted.get(i), results.get(i));
        }
        // One pause serves all of them.
        if (away) {
            backOff.pause();
        } else {
            backOff.succeeded();
        }
    }

    private static List<PlainRead.Result> results(List<GuardedEntry<?>> entries) {
        try {
            List<GroupTargets> each = new ArrayList<>(entries.size());
            entries.forEach(entry -> each.add(entry.targets()));
            List<PlainRead.Result> results = new ArrayList<>(entries.size());
            GuardedEntries.read(entries.get(0).runtime(), each).forEach(results::addAll);
            return results;
        } catch (Throwable t) {
            // Such as that the factory was closed meanwhile.
            return Collections.nCopies(entries.size(), new PlainRead.Result(null, t));
        }
    }

    /** Returns true if the server could not be reached. */
    private <V> boolean settle(Read<V> read, PlainRead.Result result) {
        Throwable failure = result.failure();
        try {
            if (failure == null) {
                read.found(read.entry().view(result.orThrow()));
            } else {
                read.failed(failure);
            }
        } catch (Throwable e) {
            failed("a read of " + read.entry().key() + " could not be settled", e);
        } finally {
            open.leave(1);
        }
        return failure instanceof LockUnavailableException;
    }

    /** Ends the runner. A round that is under way ends in its own way. Reads that have not begun are dropped. Idempotent. */
    @Override
    public void close() {
        open.close();
        List<Optional<Read<?>>> rest = new ArrayList<>();
        synchronized (this) {
            if (closed) {
                return;
            }
            closed = true;
            submitted.drainTo(rest);
            submitted.add(Optional.empty());
        }
        for (Optional<Read<?>> read : rest) {
            open.leave(1);
            read.orElseThrow().drop();
        }
    }
}
