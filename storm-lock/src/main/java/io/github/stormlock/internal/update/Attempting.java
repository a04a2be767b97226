package io.github.stormlock.internal.update;

import io.github.stormlock.internal.draft.Draft;
import io.github.stormlock.internal.draft.EntrySnapshot;
import io.github.stormlock.internal.draft.EntryTarget;
import io.github.stormlock.internal.draft.GroupSnapshot;
import io.github.stormlock.internal.draft.GroupTargets;
import io.github.stormlock.internal.protocol.AttemptCall;
import io.github.stormlock.internal.protocol.AttemptReply;
import io.github.stormlock.internal.protocol.LockKeys;
import io.github.stormlock.internal.update.PendingUpdate.State;
import io.github.stormlock.lock.LockCount;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.OutcomeUnknownException;
import io.github.stormlock.lock.insight.CallerFigures;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Updates an entry without its lock, or several in one step. It computes on what is remembered of them. Then one script
 * writes the result if all that the updates saw still stands and nobody holds a lock of theirs. On a miss it computes again at once, on
 * what the script answered, together with those that have come meanwhile. Of those who compete one has written, so
 * the entry always gets on. Used by one thread.
 *
 * <p>Attempts are over, and the lock is taken, where somebody holds the lock for longer than a moment, after some
 * misses, where updates are slow, and where one throws. What an update throws counts only if what it saw is known to
 * stand.
 */
public final class Attempting {
    private final UpdateRuntime runtime;
    private final LeaderState lead;
    private final GroupApplier applying;
    private final boolean together;
    private final long deadline;
    private final PendingUpdate<?> own;
    private final GroupTargets targets;
    private final GroupSettling settling;
    private final MissLimit limit = new MissLimit();
    private final BusyPauses busyPauses = new BusyPauses();
    private @Nullable GroupSnapshot answered;
    private @Nullable Draft draft;
    private @Nullable GroupAttempt open;
    private long roundNanos;
    private long computedNanos;
    private long pauseNanos;
    private boolean guessed;
    private boolean metLock;
    private boolean over;
    private @Nullable Met met;
    private boolean split;

    /**
     * A lock that an attempt met.
     *
     * @param holder its holder, as shown to people
     * @param byOwnUpdate true if an update of this factory held it
     */
    public record Met(String entry, String holder, boolean byOwnUpdate) {}

    /**
     * Begins attempts of the group that is led.
     *
     * @param together true if its attempts are sent together with those of other entries; then it waits for no lock
     * @param deadline the time until which the leader waits; without meaning if {@code together} is true
     */
    public Attempting(UpdateRuntime runtime, LeaderState lead, GroupApplier applying, boolean together, long deadline) {
        this.runtime = runtime;
        this.lead = lead;
        this.applying = applying;
        this.together = together;
        this.deadline = deadline;
        this.own = lead.own();
        this.targets = lead.targets();
        this.settling = new GroupSettling(runtime, lead);
        this.over = own.isExclusive();
    }

    /** Notes that others have joined the group, so that what was computed before does not hold any more. */
    void joined() {
        metLock = false;
    }

    /** Returns true if attempts are over and only the lock is left. */
    public boolean isOver() {
        return over;
    }

    /** Returns the lock that was met last; {@code null} if no attempt met one. */
    public @Nullable Met met() {
        return met;
    }

    /**
     * Returns the attempt that was begun and is not settled: it may be written, or may have been. {@code null} if
     * there is none.
     */
    @Nullable
    public GroupAttempt open() {
        return open;
    }

    /** Forgets the attempt that was begun: it was not sent. */
    public void recalled() {
        open = null;
    }

    /** Returns how many nanoseconds the updates that go on wait before they are computed again. */
    public long pauseNanos() {
        return pauseNanos;
    }

    /**
     * Makes one attempt. After it the leader's update is settled, or is attempted again, or {@link #isOver} returns
     * true.
     */
    void round() {
        GroupAttempt attempt = begin();
        if (attempt == null) {
            return;
        }
        try (AttemptExchange exchange = new AttemptExchange(runtime)) {
            exchange.finish(attempt);
            settle();
            if (pauseNanos > 0) {
                // Nothing is on its way, so each may give up meanwhile.
                lead.unseal();
                exchange.pause(pauseNanos);
            }
        } catch (Throwable t) {
            if (open != null) {
                endedBy(t);
            }
            throw t;
        }
    }

    /**
     * Computes what is to be attempted next. After a busy lock it attempts the same draft again, if all of the group
     * still want it.
     *
     * @return {@code null} if the group has changed, or if {@link #isOver}
     */
    @Nullable
    public GroupAttempt begin() {
        roundNanos = runtime.ticker().nanos();
        pauseNanos = 0;
        if (metLock && lead.seal()) {
            computedNanos = roundNanos;
            open = attempt(Objects.requireNonNull(draft));
            return open;
        }
        metLock = false;
        GroupSnapshot snapshot = answered == null ? remembered() : answered;
        // A first attempt in a pipeline waits until the attempts of other entries are computed and answered. That
        // time says nothing of this entry, so it is not counted.
        if ((answered != null || !guessed) && (!together || limit.isTried())) {
            limit.begin(roundNanos);
        }
        Draft made = applying.apply(
                snapshot::openForAttempt,
                views -> Draft.ofAttempt(targets, views, lead::isShown),
                thrown -> over = true);
        if (made == null) {
            return null;
        } else if (!made.fits()) {
            tooLarge();
            return null;
        }
        computedNanos = runtime.ticker().nanos();
        draft = made;
        open = attempt(made);
        return open;
    }

    private GroupAttempt attempt(Draft made) {
        return new GroupAttempt(runtime, lead, made.attempted(), AttemptCall.FREE, /* givesBack= */ false);
    }

    /** Goes to the lock, or leaves a part of the group for later. */
    private void tooLarge() {
        if (isOfSeveral() && lead.group().size() > 1) {
            lead.keepFirst(lead.group().size() / 2);
        } else {
            over = true;
        }
    }

    /** Returns true if its updates want several entries, or several parts of one: fewer of them want less. */
    private boolean isOfSeveral() {
        return !targets.isOne()
                || !targets.get(0)
                        .guard()
                        .kind()
                        .equals(own.targets().get(0).guard().kind());
    }

    /** Returns what is remembered of the entries. One of which nothing is remembered is guessed to be absent. */
    private GroupSnapshot remembered() {
        List<EntrySnapshot> known = new ArrayList<>(targets.size());
        guessed = false;
        for (EntryTarget<?> target : targets.all()) {
            EntrySnapshot remembered = target.remembered(runtime.remembered(), roundNanos);
            guessed |= remembered == null;
            known.add(remembered == null ? EntrySnapshot.absent(target.guard().groupKey()) : remembered);
        }
        return new GroupSnapshot(targets, known);
    }

    /**
     * Settles the updates whose outcome the attempt tells, once that is final. What this throws is the leader's own
     * failure; the others are told themselves what is wrong with them.
     */
    public void settle() {
        try {
            settle(Objects.requireNonNull(open).reply(), Objects.requireNonNull(draft), computedNanos);
        } catch (OutcomeUnknownException e) {
            open = null;
            throw settling.unknown(e);
        } catch (LockException e) {
            open = null;
            throw e;
        } catch (Throwable t) {
            // Such as an OutOfMemoryError after the answer.
            endedBy(t);
            throw t;
        }
        open = null;
        if (!metLock && !over && own.state() != State.SETTLED) {
            long now = runtime.ticker().nanos();
            over = limit.isReached(computedNanos - roundNanos, now);
            pauseNanos = over ? 0 : limit.pauseNanos(now - roundNanos, now);
        }
    }

    /**
     * Makes the outcome unknown, since an error such as a stack overflow may have come after the script ran. The
     * leader's own update fails by what is thrown, or by what is returned here.
     */
    public OutcomeUnknownException endedBy(Throwable thrown) {
        open = null;
        return settling.endedBy(thrown);
    }

    private void settle(AttemptReply reply, Draft draft, long sent) {
        metLock = false;
        if (reply instanceof AttemptReply.Written written) {
            // Counted with its group.
            settling.written(written, draft, limit.misses(), roundNanos, sent);
            return;
        }
        own.events().count(CallerFigures::attemptFailed);
        if (reply instanceof AttemptReply.Missed missed) {
            missed(missed);
        } else if (reply instanceof AttemptReply.Replayed replayed) {
            answered = settling.replayed(replayed);
        } else if (reply instanceof AttemptReply.Busy busy) {
            busy(busy);
        } else if (reply instanceof AttemptReply.Refused refused) {
            refused(refused);
        } else if (reply instanceof AttemptReply.TooLarge large) {
            if (isSplitAt(large.index())) {
                return;
            }
            throw settling.tooLarge(large);
        } else if (reply instanceof AttemptReply.Late) {
            // The attempt came after its deadline twice. Where answers take so long, only the lock is left.
            over = true;
        }
    }

    /**
     * Goes on after the lock was found held. Together with other entries it does not wait for the lock. Alone it
     * sends the same attempt again, for a while.
     */
    private void busy(AttemptReply.Busy reply) {
        long now = runtime.ticker().nanos();
        LockKeys busy = targets.all().get(reply.index()).keys();
        String shown = reply.holder().shown(reply.leftMillis(), busy);
        own.heldBy(() -> shown);
        met = new Met(busy.entry(), shown, runtime.locks().isOwnUpdate(reply.holder()));
        own.contended();
        own.events().tell(LockCount.BUSY);
        metLock = true;
        limit.forget();
        pauseNanos = together ? 0 : busyPauses.next(now - roundNanos, now, deadline);
        over = pauseNanos == 0;
    }

    private void missed(AttemptReply.Missed missed) {
        answered = targets.snapshot(missed.entries());
        limit.missed();
        own.events().tell(LockCount.MISSED);
    }

    private void refused(AttemptReply.Refused refused) {
        targets.forget(runtime.remembered());
        settling.requireWhole(refused);
        if (!isSplitAt(refused.index())) {
            settling.refused(refused);
        }
    }

    /** Returns true if an entry was refused that only some of the group have. Then the group is not made together. */
    public boolean isSplit() {
        return split;
    }

    /**
     * Splits a group that fails for one of its entries, unless it is one update that has that entry. Those that have it
     * run alone from now on: only they may fail for it.
     *
     * @param index the entry; negative if it is about none
     */
    private boolean isSplitAt(int index) {
        if (targets.isOne() || index < 0) {
            return false;
        }
        String entry = targets.name(index);
        if (lead.group().size() == 1 && own.targets().contains(entry)) {
            return false;
        }
        for (PendingUpdate<?> update : lead.group()) {
            if (update.targets().contains(entry)) {
                update.isolate();
            }
        }
        split = true;
        return true;
    }
}
