package io.github.stormlock.lock.internal.acquire;

import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.LockInterruptedException;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.lock.internal.acquire.Signals.Signal;
import io.github.stormlock.lock.internal.acquire.Signals.Waiter;
import io.github.stormlock.lock.internal.protocol.Tokens.Acquisition;
import io.github.stormlock.redis.RedisAnswerLostException;
import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.RedisRefusedException;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The one wait loop: one object for one acquisition, used by one thread.
 *
 * <p>A wake-up cannot be missed for good. The note is left by the same script that found the lock busy, and only once the
 * subscription is confirmed: a release before it would have left the lock free, and a release after it finds the note.
 * Should the message be lost all the same (a connection that died, a server that failed over), the park is bounded.
 */
public final class AcquireLoop {
    static final long LONGEST_PARK_NANOS = 100_000_000L;
    private static final long FIRST_STRANGER_PARK_NANOS = 5_000_000L;
    private static final long BREATH_NANOS = 1_000_000L;
    private static final long NOTE_NANOS = 10_000_000_000L;
    private static final long LEAST_NOTE_NANOS = 1_000_000_000L;
    private static final String NO_NOTE = "";

    private final Attempts attempts;
    private final Signals signals;
    private final Ticker ticker;
    private final Acquiring wanted;
    private final Acquisition acquisition;
    private final long came;
    private final long deadline;
    private String note = NO_NOTE;
    private long strangerPark = FIRST_STRANGER_PARK_NANOS;
    private Try.@Nullable Busy answered;
    private boolean answerLost;
    private boolean silent;
    private boolean mayStand;
    private boolean over;
    private boolean interrupted;

    public AcquireLoop(
            Attempts attempts,
            Signals signals,
            Ticker ticker,
            Acquiring wanted,
            Acquisition acquisition,
            long deadlineNanos) {
        this.attempts = attempts;
        this.signals = signals;
        this.ticker = ticker;
        this.wanted = wanted;
        this.acquisition = acquisition;
        this.deadline = deadlineNanos;
        this.came = ticker.nanos();
    }

    /**
     * Tries until granted or until the deadline.
     *
     * @return a grant, or who held the lock at the last try
     * @throws LockException if interrupted, or if Redis or the entry refuses
     */
    public Try run() {
        boolean granted = false;
        try {
            throwIfInterrupted();
            Try outcome = firstTry();
            granted = outcome instanceof Try.Grant;
            if (!granted && answerLost && answered == null) {
                throw new LockUnavailableException(wanted.keys().entry(), "Redis did not answer", null);
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

    private Try firstTry() {
        long left = left();
        if (left <= 0) {
            // A caller that does not wait still makes one try, which takes the time that a command may take.
            return attempt(false, false, Long.MAX_VALUE);
        }
        Try outcome = attempt(/* first= */ true, false, Math.max(left, Acquiring.FIRST_BUDGET_NANOS));
        if (outcome instanceof Try.Busy busy && busy.holder().isLeftFree() && busy.leftMillis() <= 1 && left() > 0) {
            // Mostly there is nobody else: not worth a note.
            breathe();
            outcome = attempt(false, false, Math.max(left(), 0));
        }
        if (outcome instanceof Try.Busy busy) {
            wanted.contended().run();
            return await(busy);
        }
        return outcome;
    }

    private Try await(Try.Busy first) {
        Try outcome = first;
        try (Waiter waiter = signals.enlist(acquisition.name())) {
            Signal signal = signals.isConfirmed() ? Signal.RECHECK : waiter.await(park(first));
            while (outcome instanceof Try.Busy && left() > 0) {
                throwIfInterrupted();
                if (signal == Signal.BREATHE) {
                    breathe();
                }
                outcome = attempt(false, signals.isConfirmed(), left());
                if (outcome instanceof Try.Busy busy && !answerLost) {
                    signal = waiter.await(park(busy));
                }
            }
        }
        return outcome;
    }

    private Try attempt(boolean first, boolean leaveNote, long budgetNanos) {
        String oldNote = note;
        if (leaveNote && note.equals(NO_NOTE)) {
            // The same one for the whole wait, so that there is none to lose, and its lowest step, so that every try of
            // ours
            // takes over what is given to it.
            note = acquisition.token();
        }
        long sent = ticker.nanos();
        long budget = Math.max(wanted.leastBudgetNanos(), budgetNanos);
        try {
            Try outcome = first
                    ? attempts.first(wanted, acquisition, budget)
                    : attempts.send(
                            wanted,
                            acquisition,
                            leaveNote ? note : NO_NOTE,
                            leaveNote ? noteMillis(sent) : 0,
                            oldNote,
                            budget);
            return answered(outcome);
        } catch (LockException e) {
            // An error in place of an answer does not tell whether the lock was taken before it.
            mayStand |= e.getCause() instanceof RedisRefusedException;
            throw e;
        } catch (RedisException e) {
            boolean unsent = !(e instanceof RedisAnswerLostException);
            if (unsent && !wanted.interruptible() && Thread.interrupted()) {
                // The interrupt ended the wait for a connection, which is no more than a part of ours.
                interrupted = true;
                return attempt(first, leaveNote, budgetNanos);
            }
            return unanswered(e, Acquiring.cutOff(ticker.nanos() - sent, budget));
        }
    }

    /**
     * The note that ends first is next, for workers of the first version: there all stand for 10 s from when their waiters
     * came, so that who waits briefly, again and again, does not keep out who waits long. They drop it after that, and it is
     * left again.
     */
    private long noteMillis(long now) {
        return Math.max(NOTE_NANOS - (now - came), LEAST_NOTE_NANOS) / 1_000_000;
    }

    private Try answered(Try outcome) {
        answerLost = false;
        silent = false;
        if (outcome instanceof Try.Grant grant && ticker.nanos() - grant.sentNanos() >= wanted.leaseNanos()) {
            mayStand = true;
            answered = Try.Busy.ENDED;
            return answered;
        }
        mayStand |= outcome == Try.Busy.MIGRATING;
        answered = outcome instanceof Try.Busy busy ? busy : null;
        return outcome;
    }

    /** One lost answer is forgiven: the next try takes over whatever this one was granted, since it is a later step. */
    private Try unanswered(RedisException e, boolean cutOff) {
        boolean sent = e instanceof RedisAnswerLostException;
        mayStand |= sent;
        silent = cutOff;
        over = cutOff;
        boolean doubted = answerLost;
        if (!Thread.currentThread().isInterrupted()) {
            if (answered != null && left() <= 0) {
                return answered;
            } else if (cutOff && !doubted) {
                answered = Try.Busy.UNANSWERED;
                return answered;
            }
        }
        if (!sent || doubted) {
            throw Troubles.unavailable(wanted.keys(), e);
        }
        answerLost = true;
        return Try.Busy.UNANSWERED;
    }

    private long park(Try.Busy busy) {
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

    private void breathe() {
        long end = ticker.nanos() + BREATH_NANOS;
        for (long rest = BREATH_NANOS; rest > 0; rest = end - ticker.nanos()) {
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
                throw new LockInterruptedException(wanted.keys().entry());
            }
        }
    }

    private long left() {
        return over ? 0 : deadline - ticker.nanos();
    }

    @Override
    public String toString() {
        return "waiting for lock " + wanted.keys().entry();
    }
}
