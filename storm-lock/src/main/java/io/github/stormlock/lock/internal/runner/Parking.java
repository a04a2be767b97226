package io.github.stormlock.lock.internal.runner;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.stormlock.lock.internal.acquire.LockErrors;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sets updates of busy entries aside, so that they do not delay updates of other entries. Each busy entry has an
 * attendant, a thread that waits for it and makes its updates in order. If more entries are busy than there may be
 * attendants, some wait for an attendant. Thread-safe.
 *
 * <p>While an entry is parked, all its further updates belong here too, so that the order of its updates is kept. One
 * thread, the runner's, parks and unparks it.
 *
 * @param <U> an update
 */
public final class Parking<U> {
    private static final Logger LOG = LoggerFactory.getLogger("io.github.stormlock.lock");
    private static final int MOST_AT_ONCE = 1_000;
    private static final int MOST_ATTENDANTS = 64;

    private final Predicate<U> alone;
    private final Attendant<U> attend;
    private final Consumer<String> attended;
    private final Map<String, ArrayDeque<U>> lots = new HashMap<>();
    private final ExecutorService attendants;
    private volatile boolean isEmpty = true;
    private boolean closed;

    /** Waits for an entry, on a thread of its own. */
    public interface Attendant<U> {

        /**
         * Waits for the entry of some updates and settles each of them; returns early when interrupted.
         *
         * @param waitsElsewhere to be run if they wait for another entry, so that the updates behind them go on
         */
        void attend(String entry, List<U> some, Runnable waitsElsewhere);
    }

    /**
     * Begins with nothing set aside.
     *
     * @param alone tells the updates of several entries, of which an attendant makes one alone
     * @param attended told, on any thread, of an entry whose attendant has gone, so that it is to be unparked
     */
    public Parking(String name, Predicate<U> alone, Attendant<U> attend, Consumer<String> attended) {
        this.alone = alone;
        this.attend = attend;
        this.attended = attended;
        ThreadPoolExecutor pool = new ThreadPoolExecutor(
                MOST_ATTENDANTS, MOST_ATTENDANTS, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), task -> {
                    Thread thread = new Thread(task, "storm-lock-parked-" + name);
                    thread.setDaemon(true);
                    return thread;
                });
        pool.allowCoreThreadTimeOut(true);
        this.attendants = pool;
    }

    /**
     * Returns true if updates of the entry are set aside. Only for the runner's thread: it alone parks and unparks,
     * so what it reads here stays true.
     */
    public boolean isParked(String key) {
        return !isEmpty && hasLot(key);
    }

    /** Returns true if nothing is set aside. Only for the runner's thread. */
    public boolean isEmpty() {
        return isEmpty;
    }

    private synchronized boolean hasLot(String key) {
        return lots.containsKey(key);
    }

    /**
     * Sets updates of one entry aside, all at once, so that an attendant that begins now makes all of them.
     *
     * @return false if this is closed, or there is no thread for them: then they will not be settled
     */
    @CheckReturnValue
    public synchronized boolean park(String key, List<U> some) {
        if (closed) {
            return false;
        }
        ArrayDeque<U> lot = lots.get(key);
        if (lot == null) {
            lot = new ArrayDeque<>();
            if (!startAttendant(key)) {
                return false;
            }
            lots.put(key, lot);
            isEmpty = false;
        }
        lot.addAll(some);
        return true;
    }

    /** Returns the entry of which most updates are set aside, and how many they are; empty if there is none. */
    public synchronized String fullest() {
        return lots.entrySet().stream()
                .max(Comparator.comparingInt(lot -> lot.getValue().size()))
                .map(lot -> lot.getKey() + ", " + lot.getValue().size() + " updates")
                .orElse("");
    }

    private boolean startAttendant(String key) {
        try {
            attendants.execute(() -> attendLot(key));
            return true;
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            // The executor has ended, or no thread can be had.
            return false;
        }
    }

    /**
     * Makes the updates that are there. Those that have come meanwhile go back to the runner, since the entry may be
     * free by now. So do those behind an update of several entries once that waits for another entry.
     */
    private void attendLot(String key) {
        AtomicBoolean gone = new AtomicBoolean();
        Runnable leave = () -> {
            if (gone.compareAndSet(false, true)) {
                attended.accept(key);
            }
        };
        try {
            attend.attend(key, take(key), leave);
        } catch (Throwable e) {
            if (LockErrors.isFatal(e)) {
                throw e;
            }
            // Its updates time out; those behind them go on.
            LOG.warn("updates of the busy entry {} could not be settled", key, e);
        } finally {
            // Also after an error that ends this thread: it must not strand the updates behind.
            leave.run();
        }
    }

    /**
     * Ends the parking of an entry that has no attendant any more; returns the updates that are left, in their order.
     */
    public synchronized List<U> unpark(String key) {
        ArrayDeque<U> lot = lots.remove(key);
        isEmpty = lots.isEmpty();
        return lot == null ? List.of() : List.copyOf(lot);
    }

    private synchronized List<U> take(String key) {
        List<U> some = new ArrayList<>();
        ArrayDeque<U> lot = lots.get(key);
        boolean last = false;
        while (lot != null && !lot.isEmpty() && !last && some.size() < MOST_AT_ONCE) {
            last = alone.test(lot.element());
            if (some.isEmpty() || !last) {
                some.add(lot.remove());
            }
        }
        return some;
    }

    /** Interrupts the attendants, which settle what they have taken. Returns the updates that none has taken. */
    @CheckReturnValue
    public List<U> end() {
        List<U> some = new ArrayList<>();
        synchronized (this) {
            closed = true;
            // This comes before the interrupt. An attendant that has settled its updates must find no others, or it
            // would wait again.
            lots.values().forEach(lot -> {
                some.addAll(lot);
                lot.clear();
            });
        }
        attendants.shutdownNow();
        return some;
    }
}
