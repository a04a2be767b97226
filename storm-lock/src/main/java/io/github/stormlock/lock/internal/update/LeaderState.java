package io.github.stormlock.lock.internal.update;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.stormlock.lock.internal.acquire.Withdrawal;
import io.github.stormlock.lock.internal.draft.GroupTargets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Holds what a leader works on: the queues that it leads, its group, and its lease if it has one. A leader leads the queue
 * of one entry, mostly; a batch leads those of several entries that it writes in one step. Used by one thread.
 */
public final class LeaderState {
    private final UpdateRuntime runtime;
    private final GroupTargets targets;
    private final List<Lead> leads;
    private final EntryQueue queue;
    private final PendingUpdate<?> own;
    private final Consumer<List<PendingUpdate<?>>> back;
    private List<PendingUpdate<?>> group;
    private @Nullable Tenure tenure;
    private boolean left;
    private volatile long computesSince;

    /**
     * Begins for an update that leads already.
     *
     * @param targets the entries that the group writes
     * @param leads the queues that are led
     * @param queue one of them, whose monitor guards the states of the group; or another one that nobody else knows, for
     *     an update of several entries that leads none of their queues
     * @param back takes those of the group that are not written now
     */
    public LeaderState(
            UpdateRuntime runtime,
            GroupTargets targets,
            List<Lead> leads,
            EntryQueue queue,
            PendingUpdate<?> own,
            Consumer<List<PendingUpdate<?>>> back) {
        this.runtime = runtime;
        this.targets = targets;
        this.leads = leads;
        this.queue = queue;
        this.back = back;
        this.own = own;
        this.group = List.of(own);
        this.tenure = own.tenure();
        for (Lead lead : leads) {
            lead.queue().leader(this);
        }
    }

    /** Notes that the users' code begins to compute the group, for those who look. */
    void computes(long nowNanos) {
        computesSince = nowNanos;
    }

    /** Notes that the group is computed. */
    void computed() {
        computesSince = 0;
    }

    /** Returns the time of the ticker since when the users' code computes the group; 0 while it does not. For any thread. */
    long computesSince() {
        return computesSince;
    }

    public PendingUpdate<?> own() {
        return own;
    }

    /** Returns the entries that the group writes. */
    public GroupTargets targets() {
        return targets;
    }

    EntryQueue queue() {
        return queue;
    }

    /** Returns the group, with the leader's own update first. */
    public List<PendingUpdate<?>> group() {
        return group;
    }

    /** Begins with a group that a batch brings along: its own update and others that stand in no queue. */
    public void bring(List<PendingUpdate<?>> updates) {
        own.lead(null);
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
    @CheckReturnValue
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
    List<PendingUpdate<?>> named(List<Integer> numbers) {
        List<PendingUpdate<?>> named = new ArrayList<>(group);
        named.removeIf(update -> !update.hasEventId());
        List<PendingUpdate<?>> found = new ArrayList<>(numbers.size());
        for (int number : numbers) {
            found.add(named.get(number - 1));
        }
        return found;
    }

    /** Returns true if one of them shows its entries to its caller. */
    static boolean isShown(List<PendingUpdate<?>> some) {
        for (PendingUpdate<?> update : some) {
            if (update.showsEntry()) {
                return true;
            }
        }
        return false;
    }

    /** Returns true if one of the group shows its entries to its caller. */
    public boolean isShown() {
        return isShown(group);
    }

    /** Returns true if one of the group shows this entry to its caller. */
    boolean isShown(int index) {
        String entry = targets.name(index);
        for (PendingUpdate<?> update : group) {
            if (update.showsEntry() && update.targets().contains(entry)) {
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
    public void settled(List<PendingUpdate<?>> done) {
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

    /** Returns true if its lease stands, as far as this JVM knows. */
    public boolean isHeld() {
        return live().lease().isHeld();
    }

    public void begin(Tenure begun) {
        tenure = begun;
    }

    /**
     * Ends the lease in this JVM, so that the watchdog does not renew it. A next step of its token may take it over.
     */
    @Nullable
    @CheckReturnValue
    Tenure takeOver() {
        Tenure before = tenure;
        tenure = null;
        if (before != null) {
            runtime.locks().finish(before.lease());
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
            runtime.locks().attempts().leftFree(before.lease().wanted().targets());
        }
    }

    /**
     * Counts the lease as given back where only the server knows which token stands. Returns the withdrawal that
     * makes it so.
     */
    @CheckReturnValue
    public Withdrawal withdrawal() {
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
            if (!targets.isOne()) {
                // Some of its locks may stand.
                runtime.locks().withdraw(before.lease().wanted(), before.acquisition());
            }
        }
    }

    /**
     * Passes the leads on, with the lease if that may go on; otherwise the lease is given back. Idempotent.
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
                passedOn = targets.isOne() && live.mayGoOn(runtime.ticker().nanos()) && queue.passOn(live);
                if (!passedOn) {
                    // Also if one of several locks was lost: a release gives back those that stand, and so does the
                    // watchdog where it has noticed the loss before.
                    runtime.locks().release(live.lease(), queue.somebodyWaits());
                }
            }
        } finally {
            // Also after a stack overflow in between: a lease ends by itself, but a lead does not.
            if (!passedOn) {
                Lead.passAll(runtime, leads);
            }
        }
    }
}
