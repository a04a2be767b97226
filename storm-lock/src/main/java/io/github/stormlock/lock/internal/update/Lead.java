package io.github.stormlock.lock.internal.update;

import io.github.stormlock.lock.internal.acquire.Withdrawal;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** What the head of a queue has in hand: its group, and the lease if it has one. Used by one thread. */
public final class Lead<V> {
    private final UpdateRuntime runtime;
    private final EntryQueue queue;
    private final PendingUpdate<V> own;
    private final Consumer<List<PendingUpdate<V>>> back;
    private List<PendingUpdate<V>> group;
    private @Nullable Tenure tenure;
    private boolean left;

    /**
     * Leads a queue, which the update does already.
     *
     * @param back where those go that are not written now
     */
    public Lead(UpdateRuntime runtime, EntryQueue queue, PendingUpdate<V> own, Consumer<List<PendingUpdate<V>>> back) {
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

    /** Its own update first. */
    public List<PendingUpdate<V>> group() {
        return group;
    }

    /** Its own update and others that are in nobody's queue. */
    public void bring(List<PendingUpdate<V>> updates) {
        group = updates;
        queue.unseal(group);
    }

    /** Nothing of the group is on its way: each may give up. */
    void unseal() {
        queue.unseal(group);
    }

    /** Whether all of the group, which was computed before, still want it; otherwise those who gave up have left it. */
    boolean seal() {
        return queue.seal(group);
    }

    /** Takes those along who wait and read the same. */
    void claim() {
        group = queue.claim(group);
    }

    /** Of the updates with event ids, which are numbered from 1 in the order of the group, those of these numbers. */
    List<PendingUpdate<V>> named(List<Integer> numbers) {
        List<PendingUpdate<V>> named = new ArrayList<>(group);
        named.removeIf(update -> !update.isNamed());
        List<PendingUpdate<V>> found = new ArrayList<>(numbers.size());
        for (int number : numbers) {
            found.add(named.get(number - 1));
        }
        return found;
    }

    /** Whether one of them shows the entry to its caller. */
    static <V> boolean isShown(List<PendingUpdate<V>> some) {
        for (PendingUpdate<V> update : some) {
            if (update.showsEntry()) {
                return true;
            }
        }
        return false;
    }

    /** Puts the others from this one on back to where they were. */
    public void keepFirst(int count) {
        if (group.size() <= count) {
            return;
        }
        back.accept(List.copyOf(group.subList(count, group.size())));
        group = new ArrayList<>(group.subList(0, count));
    }

    /** Those are done, for good or ill; the rest stays. */
    public void settled(List<PendingUpdate<V>> done) {
        if (done.size() == group.size()) {
            group = List.of();
        } else {
            group.removeAll(done);
        }
        try {
            // The next one goes to Redis while these wake up. From then on nothing of the queue is in hand here.
            if (done.contains(own)) {
                keepFirst(0);
                leave();
            }
        } finally {
            // Also where the stack ends in between: those who wait for their outcome wait for nothing else.
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

    /** Takes the lease out of the watchdog's eyes, to be taken over by a next step of its token. */
    @Nullable
    Tenure takeOver() {
        Tenure before = tenure;
        tenure = null;
        if (before != null) {
            boolean unused = runtime.locks().finish(before.lease());
        }
        return before;
    }

    /** A script has given the lease back. */
    void givenBack(boolean leftFree) {
        Tenure before = takeOver();
        if (before != null && leftFree) {
            runtime.locks().attempts().leftFree(own.keys());
        }
    }

    /** Counts the lease as given back, where only the server knows which token stands, and tells what makes it so. */
    Withdrawal withdrawal() {
        Tenure before = live();
        givenBack(/* leftFree= */ false);
        return runtime.locks().attempts().withdrawal(before.lease().wanted(), before.acquisition());
    }

    /** The lease has ended by itself. */
    void lost() {
        Tenure before = tenure;
        tenure = null;
        if (before != null) {
            runtime.locks().lose(before.lease());
        }
    }

    /** The next in the queue leads, with the lease if it may go on. */
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
            // Also where the stack ends in between: a lease ends by itself, a lead does not.
            if (!passedOn && queue.leave()) {
                runtime.queues()
                        .waiters()
                        .letGo(own.keys().entry(), runtime.ticker().nanos());
            }
        }
    }
}
