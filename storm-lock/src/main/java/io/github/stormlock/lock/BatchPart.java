package io.github.stormlock.lock;

import io.github.stormlock.lock.PendingUpdate.State;
import io.github.stormlock.lock.Tokens.Acquisition;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The updates of one entry in a batch: what of them one commit can write, led by the first. Holds the lead of the entry's
 * queue only between two round trips of the batch, and never waits. Used by one thread.
 */
final class BatchPart<V> {
    private final Engine engine;
    private final List<PendingUpdate<V>> updates;
    private final Consumer<List<PendingUpdate<V>>> rest;
    private final PendingUpdate<V> own;
    private final Acquiring wanted;
    private final Acquisition acquisition;
    private String token = "";
    private long sent;
    private @Nullable EntryQueue queue;
    private @Nullable Lead<V> lead;
    private @Nullable GroupCommit<V> writing;
    private @Nullable Commit commit;
    private boolean ended;

    /** @param rest takes those that are not settled by the batch */
    BatchPart(Engine engine, List<PendingUpdate<V>> updates, Consumer<List<PendingUpdate<V>>> rest) {
        this.engine = engine;
        this.rest = rest;
        this.updates = new ArrayList<>(updates.size());
        this.own = updates.get(0);
        this.wanted = own.wanted();
        this.acquisition = engine.newAcquisition();
        GroupEvents events = new GroupEvents();
        List<PendingUpdate<V>> others = new ArrayList<>(0);
        for (PendingUpdate<V> update : updates) {
            boolean together = others.isEmpty()
                    && this.updates.size() < EntryQueue.MOST_IN_GROUP
                    && update.plan().view().equals(own.plan().view())
                    && events.add(update);
            (together ? this.updates : others).add(update);
        }
        giveBack(others);
    }

    /** Takes the lead of the entry's queue, if nobody has it; otherwise its updates go to the rest. */
    boolean enter() {
        EntryQueue entered = engine.queues().enter(own.keys().entry());
        if (!entered.enterIfIdle(own)) {
            engine.queues().leave(own.keys().entry());
            giveBack(updates);
            return false;
        }
        queue = entered;
        lead = new Lead<>(engine, entered, own, this::giveBack);
        lead.bring(new ArrayList<>(updates));
        token = acquisition.token();
        sent = engine.ticker().nanos();
        return true;
    }

    Acquiring wanted() {
        return wanted;
    }

    String token() {
        return token;
    }

    /**
     * Applies its updates if the lock was granted.
     *
     * @param answer tells what the try came to, or throws what is wrong
     * @return a commit to be sent; {@code null} if there is none
     */
    @Nullable
    Commit granted(BiFunction<Acquisition, Long, Try> answer) {
        try {
            Try outcome = answer.apply(acquisition, sent);
            if (outcome instanceof Try.Grant grant) {
                apply(grant);
                return commit;
            }
            own.contended();
            end();
        } catch (LockException e) {
            fail(e);
        }
        return null;
    }

    /** Of a try that was sent, where it is not known whether it was granted. */
    Withdrawal withdrawal() {
        return engine.attempts().withdrawal(wanted, acquisition);
    }

    Commit commit() {
        return Objects.requireNonNull(commit);
    }

    private void apply(Try.Grant grant) {
        Lead<V> leading = Objects.requireNonNull(lead);
        HeldLease lease = engine.hold(wanted, grant, own.plan().settings().holdMax(), null);
        Memory<V> memory = Memory.read(own.plan(), grant);
        leading.begin(new Tenure(acquisition, lease, memory, engine.ticker().nanos()));
        try {
            Draft<V> draft = null;
            while (draft == null && own.state() != State.SETTLED && leading.tenure() != null) {
                if (own.isReplay()) {
                    new OwnWork<>(engine, leading, memory).replayed();
                } else {
                    draft = new Applying<>(Objects.requireNonNull(queue), leading)
                            .apply(
                                    () -> memory.open(own.plan()),
                                    (view, shown) -> Draft.of(own.plan(), memory, view, shown, /* keep= */ false),
                                    thrown -> new OwnWork<>(engine, leading, memory).settle(thrown));
                }
            }
            if (draft == null) {
                end();
                return;
            }
            GroupCommit<V> group = new GroupCommit<>(engine, leading, memory, draft);
            writing = group;
            commit = group.prepare();
        } catch (Throwable t) {
            failOwn(t);
        }
    }

    /** Settles what its commit came to; the answer is to the last copy, and may be a failure. */
    void committed(@Nullable Object answer) {
        Lead<V> leading = Objects.requireNonNull(lead);
        long waited = engine.ticker().nanos() - sent;
        leading.group().forEach(update -> update.events().tell(events -> events.acquired(waited)));
        try {
            boolean unused = Objects.requireNonNull(writing).settle(commit(), answer);
            end();
        } catch (Throwable t) {
            failOwn(t);
        }
    }

    /** All of its updates, for what is wrong with the entry or the server. */
    void fail(LockException reason) {
        List<PendingUpdate<V>> all = List.copyOf(Objects.requireNonNull(lead).group());
        all.forEach(update -> update.failed(reason));
        Objects.requireNonNull(lead).settled(all);
        end();
    }

    private void failOwn(Throwable thrown) {
        own.failed(thrown);
        Objects.requireNonNull(lead).settled(List.of(own));
        end();
        if (Troubles.isFatal(thrown)) {
            throw Troubles.<RuntimeException>sneak(thrown);
        }
    }

    /** Something ended the round, maybe after a try or a commit was sent: neither a lock nor what was read is passed on. */
    void endedBy(Throwable thrown) {
        if (ended) {
            return;
        } else if (writing != null) {
            failOwn(writing.unknownBy(thrown));
        } else {
            end();
            engine.withdraw(wanted, acquisition);
        }
    }

    /** What is not settled goes to the rest; the next in the queue leads. Idempotent. */
    void end() {
        Lead<V> leading = lead;
        if (leading != null && !ended) {
            ended = true;
            leading.keepFirst(0);
            leading.leave();
            engine.queues().leave(own.keys().entry());
        }
    }

    private void giveBack(List<PendingUpdate<V>> some) {
        List<PendingUpdate<V>> open = new ArrayList<>(some);
        open.removeIf(update -> update.state() == State.SETTLED);
        open.forEach(PendingUpdate::again);
        if (!open.isEmpty()) {
            rest.accept(open);
        }
    }
}
