package io.github.stormlock.lock.internal.batch;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.stormlock.lock.internal.draft.EntryTarget;
import io.github.stormlock.lock.internal.update.EntryQueue;
import io.github.stormlock.lock.internal.update.EntryWaiters;
import io.github.stormlock.lock.internal.update.Lead;
import io.github.stormlock.lock.internal.update.PendingUpdate;
import io.github.stormlock.lock.internal.update.UpdateRuntime;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Forms the parts of each round of a batch. It takes the leads of the entries, as far as nobody in this JVM has them, and
 * puts updates together that can be written in one step: those of one entry, and those that an update of several entries
 * ties to each other. It waits for no lead. Used by one thread.
 *
 * <p>Updates of one entry are made in their order. So an update that cannot be made in this round keeps all behind it
 * that share an entry with it, but for one case: an update of several entries, one of which is busy elsewhere, is stepped
 * over at its other entries. Otherwise a lock that somebody holds for long would keep all of them waiting, and those tied
 * to them.
 *
 * <p>The leads of an update of several entries are taken in the order of the entries, up to the first that another has.
 * Leads that were taken in vain are let go before anything is sent.
 */
final class BatchForming {
    private final UpdateRuntime runtime;
    private final EntryWaiters.@Nullable Waiter waiter;
    /** The entries that another thread of this JVM led when this batch came. They are not tried again. */
    private final Set<String> led = new HashSet<>(0);

    private final Map<String, Lead> leads = new HashMap<>();
    private final Map<String, PartDraft> parts = new HashMap<>();
    private final Set<String> blocked = new HashSet<>(0);
    private final List<PendingUpdate<?>> rest;

    /**
     * Begins without parts.
     *
     * @param waiter told when an entry is let go that another thread of this JVM leads; if it is {@code null}, such an
     *     entry is tried again in the next round
     * @param rest takes the updates that are in no part
     */
    BatchForming(UpdateRuntime runtime, EntryWaiters.@Nullable Waiter waiter, List<PendingUpdate<?>> rest) {
        this.runtime = runtime;
        this.waiter = waiter;
        this.rest = rest;
    }

    /** Forms the parts of one round. Each of them leads the queues of its entries until it ends. */
    @CheckReturnValue
    List<BatchPart> form(List<PendingUpdate<?>> updates) {
        leads.clear();
        parts.clear();
        blocked.clear();
        List<BatchPart> formed = new ArrayList<>();
        Set<String> inVain = new HashSet<>(0);
        boolean complete = false;
        try {
            updates.forEach(this::place);
            for (PartDraft part : new LinkedHashSet<>(inOrder(updates))) {
                formed.add(new BatchPart(runtime, part.targets(), part.leads(leads), part.updates(), rest::addAll));
            }
            inVain.addAll(leads.keySet());
            inVain.removeAll(parts.keySet());
            complete = true;
        } finally {
            letGo(complete ? inVain : leads.keySet());
        }
        return formed;
    }

    private List<PartDraft> inOrder(List<PendingUpdate<?>> updates) {
        List<PartDraft> ordered = new ArrayList<>();
        for (PendingUpdate<?> update : updates) {
            PartDraft part = parts.get(update.entry());
            if (part != null) {
                ordered.add(part);
            }
        }
        return ordered;
    }

    private void letGo(Set<String> entries) {
        List<Lead> some = new ArrayList<>(entries.size());
        entries.forEach(entry -> some.add(leads.get(entry)));
        Lead.letGo(runtime, some);
    }

    private void place(PendingUpdate<?> update) {
        if (isBlocked(update)) {
            putAside(update);
        } else if (update.isJoint() && update.busyEntry() != null) {
            // It is stepped over at the others.
            blocked.add(update.busyEntry());
            rest.add(update);
        } else if (!leadAll(update) || !join(update)) {
            putAside(update);
        }
    }

    private boolean isBlocked(PendingUpdate<?> update) {
        if (blocked.isEmpty()) {
            return false;
        }
        for (EntryTarget<?> target : update.targets().all()) {
            if (blocked.contains(target.entry())) {
                return true;
            }
        }
        return false;
    }

    private void putAside(PendingUpdate<?> update) {
        rest.add(update);
        blocked.addAll(update.targets().keys());
    }

    /** Takes the leads that are missing. Returns false if another has one of them. */
    private boolean leadAll(PendingUpdate<?> update) {
        boolean turn = hasTurn(update);
        for (EntryTarget<?> target : update.targets().all()) {
            String entry = target.entry();
            if (!leads.containsKey(entry) && !lead(entry, turn)) {
                if (waiter == null) {
                    update.contended();
                } else {
                    led.add(entry);
                    update.metLeader(entry);
                }
                return false;
            }
        }
        return true;
    }

    /**
     * Returns true if an update of several entries may pass those that go first at its other entries, since it goes first
     * at one of them. If each waiter were told of another entry, and kept the others from it, none could take all that it
     * needs.
     */
    private boolean hasTurn(PendingUpdate<?> update) {
        EntryWaiters.Waiter own = waiter;
        if (own == null || !update.isJoint()) {
            return false;
        }
        EntryWaiters waiters = runtime.queues().waiters();
        return update.targets().all().stream().anyMatch(target -> waiters.isTold(target.entry(), own));
    }

    private boolean lead(String entry, boolean turn) {
        if (led.contains(entry)) {
            return false;
        }
        EntryQueue queue = runtime.queues().enter(entry);
        if (waiter == null ? !queue.leadIfIdle() : !leadInTurn(queue, entry, waiter, turn)) {
            runtime.queues().leave(entry);
            return false;
        }
        leads.put(entry, new Lead(entry, queue));
        return true;
    }

    private boolean leadInTurn(EntryQueue queue, String entry, EntryWaiters.Waiter own, boolean turn) {
        EntryWaiters waiters = runtime.queues().waiters();
        boolean mayTake = turn || waiters.mayTake(entry, own, runtime.ticker().nanos());
        if (mayTake && queue.leadIfIdle()) {
            waiters.leave(entry, own);
            return true;
        }
        waiters.enter(entry, own);
        // The entry may have been let go before this waiter stood in the line. So it tries once more, unless another
        // one goes first.
        if (mayTake && queue.leadIfIdle()) {
            waiters.leave(entry, own);
            return true;
        }
        return false;
    }

    /** Adds an update to the parts of its entries, which become one. Returns false if it cannot be written with them. */
    private boolean join(PendingUpdate<?> update) {
        Set<PartDraft> touched = new LinkedHashSet<>(1);
        for (EntryTarget<?> target : update.targets().all()) {
            PartDraft part = parts.get(target.entry());
            if (part != null) {
                touched.add(part);
            }
        }
        PartDraft joined;
        if (touched.isEmpty()) {
            joined = new PartDraft(runtime, update);
        } else {
            List<PartDraft> all = new ArrayList<>(touched);
            joined = all.get(0);
            if (!joined.take(all.subList(1, all.size()), update)) {
                return false;
            }
        }
        for (String entry : joined.entries()) {
            parts.put(entry, joined);
        }
        return true;
    }
}
