package io.github.stormlock.lock.internal.update;

import io.github.stormlock.lock.internal.acquire.Withdrawal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Holds what the leader of a queue works on: its group, and its lease if it has one. Used by one thread. */
public final class LeaderState<V> {
    private final UpdateRuntime runtime;
    private final EntryQueue queue;
    private final PendingUpdate<V> own;
    private final Consumer<List<PendingUpdate<V>>> back;
    private List<PendingUpdate<V>> group;
    private @Nullable Tenure tenure;
    private boolean left;

    /**
     * Begins for an update that leads the queue already.
     *
     * @param back takes those of the group that are not written now
     */
    public LeaderState(
            UpdateRuntime runtime, EntryQueue queue, PendingUpdate<V> own, Consumer<List<PendingUpdate<V>>> back) {
        this.runtime = runtime;
        this.back = back;
        this.queue = queue;
        this.own = own;
        this.group = List.of(own);
        this.tenure = own.tenure();
    }

    public PendingUpdate<V> own() {
        return own;
    }

    /** Returns the group, with the leader's own update first. */
    public List<PendingUpdate<V>> group() {
        return group;
    }

    /** Begins with a group that a batch brings along: its own update and others that stand in no queue. */
    public void bring(List<PendingUpdate<V>> updates) {
        group = updates;
        queue.unseal(group);
    }

    /** Lets the updates of the group give up: nothing of it is on its way. */
    void unseal() {
        queue.unseal(group);
    }

    /**
     * Closes the group, which was computed before, so that it can be sent. Returns true if all of it still want it;
     * otherwise those that gave up have left it.
     */
    boolean seal() {
        return queue.seal(group);
    }

    /** Takes waiting updates into the group that read the same. */
    void claim() {
        group = queue.claim(group);
    }

    /**
     * Returns the updates with these numbers. Scripts number the events from 1, in the order of the group; updates
     * without an event id have no number.
     */
    List<PendingUpdate<V>> named(List<Integer> numbers) {
        List<PendingUpdate<V>> named = new ArrayList<>(group);
        named.removeIf(update -> !update.hasEventId());
        List<PendingUpdate<V>> found = new ArrayList<>(numbers.size());
        for (int number : numbers) {
            found.add(named.get(number - 1));
        }
        return found;
    }

    /** Returns true if one of them shows the entry to its caller. */
    static <V> boolean isShown(List<PendingUpdate<V>> some) {
        for (PendingUpdate<V> update : some) {
            if (update.showsEntry()) {
                return true;
            }
        }
        return false;
    }

    /** Keeps the first updates of the group, and puts the others back to where they came from. */
    public void keepFirst(int count) {
        if (group.size() <= count) {
            return;
        }
        back.accept(List.copyOf(group.subList(count, group.size())));
        group = new ArrayList<>(group.subList(0, count));
    }

    /** Settles updates of the group whose outcome is known. The others stay in the group. */
    public void settled(List<PendingUpdate<V>> done) {
        if (done.size() == group.size()) {
            group = List.of();
        } else {
            group.removeAll(done);
        }
        try {
            // The next leader goes to Redis while these wake up. From here on this object has nothing of the queue.
            if (done.contains(own)) {
                keepFirst(0);
                leave();
            }
        } finally {
            // Also after a stack overflow in between: the threads of these updates wait for nothing but their
            // outcome.
            queue.settle(done);
        }
    }

    @Nullable
    public Tenure tenure() {
        return tenure;
    }

    Tenure live() {
        return Objects.requireNonNull(tenure);
    }

    public void begin(Tenure begun) {
        tenure = begun;
    }

    /**
     * Ends the lease in this JVM, so that the watchdog does not renew it. A next step of its token may take it over.
     */
    @Nullable
    Tenure takeOver() {
        Tenure before = tenure;
        tenure = null;
        if (before != null) {
            boolean unused = runtime.locks().finish(before.lease());
        }
        return before;
    }

    /**
     * Notes that a script has given the lease back.
     *
     * @param leftFree true if the script left the lock free for clients that poll
     */
    void givenBack(boolean leftFree) {
        Tenure before = takeOver();
        if (before != null && leftFree) {
            runtime.locks().attempts().leftFree(own.keys());
        }
    }

    /**
     * Counts the lease as given back where only the server knows which token stands. Returns the withdrawal that
     * makes it so.
     */
    Withdrawal withdrawal() {
        Tenure before = live();
        givenBack(/* leftFree= */ false);
        return runtime.locks().attempts().withdrawal(before.lease().wanted(), before.acquisition());
    }

    /** Notes that the lease has ended without being given back. */
    void lost() {
        Tenure before = tenure;
        tenure = null;
        if (before != null) {
            runtime.locks().lose(before.lease());
        }
    }

    /**
     * Makes the next update of the queue the leader, with the lease if that may go on; otherwise the lease is given
     * back. Idempotent.
     */
    public void leave() {
        if (left) {
            return;
        }
        left = true;
        Tenure live = tenure;
        tenure = null;
        boolean passedOn = false;
        try {
            if (live != null) {
                passedOn = live.mayGoOn(runtime.ticker().nanos()) && queue.passOn(live);
                if (!passedOn) {
                    runtime.locks().release(live.lease(), queue.somebodyWaits());
                }
            }
        } finally {
            // Also after a stack overflow in between: a lease ends by itself, but a lead does not.
            if (!passedOn && queue.leave()) {
                runtime.queues()
                        .waiters()
                        .letGo(own.keys().entry(), runtime.ticker().nanos());
            }
        }
    }
}
