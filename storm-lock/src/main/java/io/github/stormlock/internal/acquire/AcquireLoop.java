package io.github.stormlock.internal.acquire;

import com.google.errorprone.annotations.CheckReturnValue;
import io.github.stormlock.internal.acquire.Signals.Signal;
import io.github.stormlock.internal.acquire.Signals.Waiter;
import io.github.stormlock.internal.figures.WaitEvent;
import io.github.stormlock.internal.lifecycle.Ticker;
import io.github.stormlock.internal.protocol.LockCalls.Note;
import io.github.stormlock.internal.protocol.LockKind;
import io.github.stormlock.internal.protocol.Tokens.Acquisition;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.redis.RedisAnswerLostException;
import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.RedisRefusedException;
import java.util.Locale;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Waits for a lock, or for several that are taken together. This is the only wait loop of the library; one object serves
 * one acquisition and one thread.
 *
 * <ul>
 *   <li>The first try leaves no note: mostly the lock is free. Its answer is awaited for 100 ms at least, however
 *       short the wait is. A caller that does not wait makes one try and no more. If others of this JVM wait for the
 *       lock already, the waiter stands behind them. If its time is over before its turn comes, it makes the try then.
 *   <li>If the lock was left free for clients that poll, for a millisecond at most, the waiter yields that
 *       millisecond and tries again. Mostly nobody else waits, so this is not worth a note.
 *   <li>If the lock is held, the waiter enlists with {@link Signals}, which subscribes if this factory does not
 *       listen yet.
 *   <li>Once the subscription is confirmed, each try leaves a note if it finds the lock busy. The waiter parks until
 *       it is told, for 100 ms at most, and tries again. One that is behind another of this JVM parks for a second.
 *   <li>A lease of this JVM that ends is passed to the first that waits here, by the script that ends it.
 *   <li>A wait that ends without a grant is withdrawn.
 * </ul>
 *
 * <p>A waiter for several locks has its note at one of them, the first that it finds busy, and holds none meanwhile. If
 * its turn comes there and another is busy, the turn goes on and the note moves, in its place by the time when the waiter
 * came. A waiter that has lost two turns in this way keeps the locks that come before the busy one, for 50 ms at most.
 * Then it gives all back and begins anew. Otherwise a lock that a stranger holds would keep all of them from everybody.
 *
 * <p>These races are answered:
 *
 * <ul>
 *   <li>A release comes between the try and the park. The same script finds the lock busy and leaves the note. So a
 *       release before it has left the lock free, or to a waiter that came first, and a release after it finds the
 *       note.
 *   <li>A release comes before the subscription stands. No note is left until then, so no message is sent that nobody
 *       hears.
 *   <li>A message is lost all the same, by a connection that died or a server that failed over. Each park is bounded
 *       by 100 ms and by the end of the holder's lease, or by a second if another of this JVM waits before. A stranger wakes nobody; while one holds the lock, the bound
 *       is 5 ms at first and doubles.
 *   <li>The answer to a grant is lost. Each try carries a later step of the acquisition's token, and takes over what
 *       an earlier step was granted. So one lost answer is forgiven; after two in a row Redis counts as unavailable.
 *   <li>The lock is given to a waiter that gives up at this moment. The withdrawal removes the note and passes on, in
 *       the same script, what the acquisition was granted or given.
 * </ul>
 */
public final class AcquireLoop {
    static final long LONGEST_PARK_NANOS = 100_000_000L;
    private static final long LONGEST_PARK_BEHIND_NANOS = 1_000_000_000L;
    private static final long FIRST_STRANGER_PARK_NANOS = 5_000_000L;
    private static final long YIELD_NANOS = 1_000_000L;
    private static final long NOTE_MICROS = 10_000_000;
    private static final int MOST_LOST_TURNS = 2;
    private static final long LONGEST_KEPT_NANOS = 50_000_000L;
    private static final int NOWHERE = -1;
    private static final String NO_NOTE = "";

    private final AcquireCalls attempts;
    private final Signals signals;
    private final Ticker ticker;
    private final AcquireRequest wanted;
    private final Acquisition acquisition;
    private final long came;
    private final long deadline;
    private final BooleanSupplier refused;
    private String note = NO_NOTE;
    private String nextNote = NO_NOTE;
    private long strangerPark = FIRST_STRANGER_PARK_NANOS;
    private int waitsAt = NOWHERE;
    private @Nullable WaitEvent waiting;
    private AcquireResult.@Nullable Busy met;
    private int lostTurns;
    private long keepsSince;
    private AcquireResult.@Nullable Busy answered;
    private boolean answerLost;
    private boolean silent;
    private boolean mayStand;
    private boolean over;
    private boolean interrupted;

    /** @param refused tells while it waits whether its caller is refused, so that it waits no more */
    public AcquireLoop(
            AcquireCalls attempts,
            Signals signals,
            Ticker ticker,
            AcquireRequest wanted,
            Acquisition acquisition,
            long deadlineNanos,
            long cameNanos,
            BooleanSupplier refused) {
        this.attempts = attempts;
        this.signals = signals;
        this.ticker = ticker;
        this.wanted = wanted;
        this.acquisition = acquisition;
        this.deadline = deadlineNanos;
        this.came = cameNanos;
        this.refused = refused;
    }

    /**
     * Tries until the lock is granted or the deadline is past.
     *
     * @return a grant, or the holder of the lock at the last try
     * @throws LockException if interrupted, or if Redis or the entry refuses
     */
    @CheckReturnValue
    public AcquireResult run() {
        boolean granted = false;
        try {
            throwIfInterrupted();
            AcquireResult outcome = firstTry();
            granted = outcome instanceof AcquireResult.Grant;
            if (!granted && answerLost && answered == null) {
                // An interrupt came while the answer was awaited.
                throwIfInterrupted();
                throw wanted.unanswered();
            }
            return granted || answered == null ? outcome : answered;
        } finally {
            if (!granted && (mayStand || !note.equals(NO_NOTE))) {
                withdraw();
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Returns the wait that was begun and is recorded; {@code null} if there is none. */
    @Nullable
    WaitEvent waiting() {
        return waiting;
    }

    /** Returns what it found busy, the last with a holder that is known; {@code null} if it has not waited. */
    AcquireResult.@Nullable Busy met() {
        return met;
    }

    private AcquireResult firstTry() {
        long left = left();
        if (left <= 0) {
            // A caller that does not wait still makes one try, which may take as long as a command may take.
            return attempt(/* leaveNote= */ false, Long.MAX_VALUE);
        }
        AcquireResult.Busy seen = signals.lastSeen(wanted);
        if (seen != null) {
            // Others of this JVM wait, so a try would only find the lock busy.
            answered = seen;
            waitAt(seen);
            return await(seen, /* tried= */ false);
        }
        AcquireResult outcome = attempt(/* leaveNote= */ false, Math.max(left, AcquireRequest.FIRST_BUDGET_NANOS));
        if (outcome instanceof AcquireResult.Busy busy
                && busy.holder().isLeftFree()
                && busy.leftMillis() <= 1
                && left() > 0) {
            // Mostly nobody else waits, so this is not worth a note.
            yieldLock();
            outcome = attempt(/* leaveNote= */ false, Math.max(left(), 0));
        }
        if (outcome instanceof AcquireResult.Busy busy) {
            waitAt(busy);
            return await(busy, /* tried= */ true);
        }
        return outcome;
    }

    /** Notes the lock that is waited for. A turn that came at another one is lost. */
    private void waitAt(AcquireResult.Busy busy) {
        if (busy.holder().isNamed() || met == null) {
            met = busy;
        }
        if (busy.index() == waitsAt) {
            return;
        }
        if (waitsAt == NOWHERE) {
            waiting = wanted.events().waitBegins();
        }
        lostTurns += waitsAt == NOWHERE || note.equals(NO_NOTE) ? 0 : 1;
        waitsAt = busy.index();
        wanted.busyAt().accept(busy);
    }

    /**
     * Returns for how many milliseconds the locks that come before the busy one are kept; 0 to keep none.
     */
    private long keptMillis(long now) {
        if (lostTurns < MOST_LOST_TURNS) {
            return 0;
        }
        keepsSince = keepsSince == 0 ? now : keepsSince;
        long left = LONGEST_KEPT_NANOS - (now - keepsSince);
        if (left <= 0) {
            lostTurns = 0;
            keepsSince = 0;
            return 0;
        }
        return left / 1_000_000 + 1;
    }

    /**
     * Waits in the line of this JVM.
     *
     * @param tried true if the lock was found busy by this waiter, and not only by another of its line
     */
    private AcquireResult await(AcquireResult.Busy seen, boolean tried) {
        AcquireResult outcome = seen;
        try (Waiter waiter = signals.enlist(acquisition, wanted)) {
            boolean park = parksFirst(waiter, tried);
            boolean asked = tried;
            while (outcome instanceof AcquireResult.Busy busy && !refused.getAsBoolean()) {
                Signal signal = park ? waiter.await(park(busy), parkBehind()) : Signal.RECHECK;
                mayStand |= waiter.doubts();
                AcquireResult.Grant given = waiter.given();
                if (given != null) {
                    outcome = answered(given);
                } else if (asked && left() <= 0) {
                    break;
                } else {
                    outcome = left() > 0 ? tryAgain(waiter, signal) : lastTry();
                    asked = true;
                }
                park = given == null && !answerLost;
            }
            if (outcome instanceof AcquireResult.Grant) {
                waiter.hasIt();
            }
        }
        return outcome;
    }

    /**
     * Returns true if a waiter parks before it tries. One that is behind another is told when to try. But where the order of
     * arrival counts, its note has to be left at once.
     */
    private boolean parksFirst(Waiter waiter, boolean tried) {
        boolean confirmed = signals.isConfirmed();
        if (tried) {
            return !confirmed;
        }
        return !waiter.isFirst() && !(confirmed && wanted.kind().has(LockKind.Trait.IN_ORDER));
    }

    private AcquireResult tryAgain(Waiter waiter, Signal signal) {
        throwIfInterrupted();
        if (signal == Signal.YIELD) {
            yieldLock();
        }
        boolean leaveNote = signals.isConfirmed();
        if (leaveNote) {
            waiter.noted(noteToLeave());
        }
        AcquireResult outcome = attempt(leaveNote, left());
        if (outcome instanceof AcquireResult.Busy busy && !answerLost) {
            waitAt(busy);
            waiter.found(busy);
        }
        return outcome;
    }

    /**
     * Makes the one try of a waiter whose time was over before its turn came. A stranger may have left the lock free
     * without a message to those who stand before it.
     */
    private AcquireResult lastTry() {
        throwIfInterrupted();
        return attempt(/* leaveNote= */ false, AcquireRequest.FIRST_BUDGET_NANOS);
    }

    /**
     * Returns the note, which is the same for the whole wait, so that none can be lost. Its step is lower than those of all
     * tries that follow, so that each of them takes over what is given to it.
     */
    private String noteToLeave() {
        if (nextNote.equals(NO_NOTE)) {
            nextNote = acquisition.token();
        }
        return nextNote;
    }

    private AcquireResult attempt(boolean leaveNote, long budgetNanos) {
        String oldNote = note;
        if (leaveNote) {
            note = noteToLeave();
        }
        long sent = ticker.nanos();
        long budget = Math.max(wanted.leastBudgetNanos(), budgetNanos);
        try {
            return answered(attempts.send(wanted, acquisition, note(leaveNote, oldNote, sent), budget));
        } catch (LockException e) {
            // An error in place of an answer does not tell whether the lock was taken before it.
            mayStand |= e.getCause() instanceof RedisRefusedException;
            throw e;
        } catch (RedisException e) {
            boolean unsent = !(e instanceof RedisAnswerLostException);
            if (unsent && !wanted.interruptible() && Thread.interrupted()) {
                // The interrupt ended the wait for a connection, which is only a part of this wait.
                interrupted = true;
                return attempt(leaveNote, budgetNanos);
            }
            return unanswered(e, AcquireRequest.cutOff(ticker.nanos() - sent, budget));
        }
    }

    private Note note(boolean leaveNote, String oldNote, long now) {
        return new Note(leaveNote ? note : NO_NOTE, place(now), oldNote, leaveNote ? keptMillis(now) : 0);
    }

    /**
     * Returns the place of the waiter: 10 s after it came, in milliseconds from now. So a client that waits briefly, again
     * and again, does not keep out one that waits long.
     */
    private String place(long now) {
        long micros = NOTE_MICROS - (now - came) / 1_000;
        return String.format(Locale.ROOT, "%.3f", micros / 1_000.0);
    }

    private AcquireResult answered(AcquireResult outcome) {
        answerLost = false;
        silent = false;
        if (outcome instanceof AcquireResult.Grant grant && ticker.nanos() - grant.sentNanos() >= wanted.leaseNanos()) {
            mayStand = true;
            answered = AcquireResult.Busy.ENDED;
            return answered;
        }
        mayStand |= outcome == AcquireResult.Busy.MIGRATING;
        answered = outcome instanceof AcquireResult.Busy busy ? busy : null;
        return outcome;
    }

    /**
     * Judges a try without an answer. One lost answer is forgiven: the next try is a later step, and takes over what
     * this one was granted.
     */
    private AcquireResult unanswered(RedisException e, boolean cutOff) {
        boolean sent = e instanceof RedisAnswerLostException;
        mayStand |= sent;
        silent = cutOff;
        over = cutOff;
        boolean doubted = answerLost;
        if (!Thread.currentThread().isInterrupted()) {
            if (answered != null && left() <= 0) {
                return answered;
            } else if (cutOff && !doubted) {
                answered = AcquireResult.Busy.UNANSWERED;
                return answered;
            }
        }
        if (!sent || doubted) {
            throw wanted.failure(e);
        }
        answerLost = true;
        return AcquireResult.Busy.UNANSWERED;
    }

    private long park(AcquireResult.Busy busy) {
        long longest = LONGEST_PARK_NANOS;
        if (busy.holder().mayBeStranger()) {
            longest = strangerPark;
            strangerPark = Math.min(strangerPark * 2, LONGEST_PARK_NANOS);
        }
        if (busy.holder().isLeftFree()) {
            return Math.min(busy.leftMillis() * 1_000_000, left());
        }
        if (busy.leftMillis() >= 0) {
            longest = Math.min(longest, (busy.leftMillis() + 1) * 1_000_000);
        }
        long jittered = longest - ThreadLocalRandom.current().nextLong(longest / 4 + 1);
        return Math.min(jittered, left());
    }

    /**
     * Returns how long a waiter parks that is behind another one of this JVM. It is told when its turn comes, and the
     * first one sees to it that the factory's waiters count as living.
     */
    private long parkBehind() {
        long longest = LONGEST_PARK_BEHIND_NANOS - ThreadLocalRandom.current().nextLong(LONGEST_PARK_BEHIND_NANOS / 4);
        return Math.min(longest, left());
    }

    private void yieldLock() {
        long end = ticker.nanos() + YIELD_NANOS;
        for (long rest = YIELD_NANOS; rest > 0; rest = end - ticker.nanos()) {
            ticker.park(this, rest);
            throwIfInterrupted();
        }
    }

    private void withdraw() {
        // An interrupt that is pending must not keep the withdrawal from getting a connection.
        interrupted |= Thread.interrupted();
        if (silent) {
            attempts.withdrawLater(wanted, acquisition, note);
        } else {
            attempts.withdraw(wanted, acquisition, note);
        }
    }

    private void throwIfInterrupted() {
        if (Thread.interrupted()) {
            interrupted = true;
            if (wanted.interruptible()) {
                throw wanted.interrupted();
            }
        }
    }

    private long left() {
        return over ? 0 : deadline - ticker.nanos();
    }

    @Override
    public String toString() {
        return "waiting for lock " + wanted.name();
    }
}
