package io.github.stormlock.lock;

import io.github.stormlock.lock.Signals.Signal;
import io.github.stormlock.lock.Signals.Waiter;
import io.github.stormlock.lock.Tokens.Acquisition;
import io.github.stormlock.redis.RedisAnswerLostException;
import io.github.stormlock.redis.RedisException;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The one wait loop: one object for one acquisition, used by one thread.
 *
 * <p>A wake-up cannot be missed for good. The note is left by the same script that found the lock busy, and only once the
 * subscription is confirmed: a release before it would have left the lock free, and a release after it finds the note.
 * Should the message be lost all the same (a connection that died, a server that failed over), the park is bounded.
 */
final class AcquireLoop {
    static final long LONGEST_PARK_NANOS = 100_000_000L;
    private static final long FIRST_STRANGER_PARK_NANOS = 5_000_000L;
    private static final long BREATH_NANOS = 1_000_000L;
    private static final long NOTE_NANOS = 10_000_000_000L;
    private static final long WITHDRAW_BUDGET_NANOS = 500_000_000L;
    private static final String NO_NOTE = "";

    private final Attempts attempts;
    private final Signals signals;
    private final Ticker ticker;
    private final Acquiring wanted;
    private final Acquisition acquisition;
    private final long deadline;
    private String note = NO_NOTE;
    private long noteEnd;
    private long strangerPark = FIRST_STRANGER_PARK_NANOS;
    private Try.@Nullable Busy answered;
    private boolean answerLost;
    private boolean interrupted;

    AcquireLoop(
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
    }

    /**
     * Tries until granted or until the deadline.
     *
     * @return a grant, or who held the lock at the last try
     * @throws LockException if interrupted, or if Redis or the entry refuses
     */
    Try run() {
        boolean granted = false;
        try {
            throwIfInterrupted();
            // A caller that does not wait still makes one try, which takes the time that a command may take.
            long left = left();
            Try outcome = left > 0 ? attempt(/* first= */ true, false, left) : attempt(false, false, Long.MAX_VALUE);
            if (outcome instanceof Try.Busy busy && left > 0) {
                wanted.contended().run();
                outcome = await(busy);
            }
            granted = outcome instanceof Try.Grant;
            // A last try that the deadline cut short is a wait that timed out, not a server that is out of reach.
            if (!granted && answerLost && answered == null) {
                throw new LockUnavailableException(wanted.keys().entry(), "Redis did not answer", null);
            }
            return granted || answered == null ? outcome : answered;
        } finally {
            if (!granted && (answerLost || !note.equals(NO_NOTE))) {
                withdraw();
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
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
        long now = ticker.nanos();
        if (leaveNote) {
            note = acquisition.token();
            if (noteEnd - now <= 0) {
                // The note that ends first is next. All stand equally long, so that is the one that came first:
                // otherwise those
                // who wait briefly, again and again, would keep out who waits long. Who gives up earlier takes its note
                // along.
                noteEnd = now + NOTE_NANOS;
            }
        }
        try {
            long budget = Math.max(wanted.leastBudgetNanos(), budgetNanos);
            Try outcome = first
                    ? attempts.first(wanted, acquisition, budget)
                    : attempts.send(
                            wanted,
                            acquisition,
                            leaveNote ? note : NO_NOTE,
                            leaveNote ? Math.max(1, (noteEnd - now) / 1_000_000) : 0,
                            oldNote,
                            budget);
            answerLost = false;
            answered = outcome instanceof Try.Busy busy ? busy : null;
            return outcome;
        } catch (RedisAnswerLostException e) {
            return resendOrGiveUp(e);
        } catch (RedisException e) {
            if (!wanted.interruptible() && Thread.interrupted()) {
                // Nothing was sent: the interrupt ended the wait for a connection, which is no more than a part of
                // ours.
                interrupted = true;
                return attempt(first, leaveNote, budgetNanos);
            }
            if (answered != null && left() <= 0) {
                return answered;
            }
            throw Troubles.unavailable(wanted.keys(), e);
        }
    }

    /** The next try takes over whatever the unanswered one was granted, since it is a later step. */
    private Try resendOrGiveUp(RedisAnswerLostException e) {
        if (answerLost) {
            throw Troubles.unavailable(wanted.keys(), e);
        }
        answerLost = true;
        return new Try.Busy(0, "nobody knows: Redis did not answer");
    }

    private long park(Try.Busy busy) {
        long longest = LONGEST_PARK_NANOS;
        if (busy.heldByStranger()) {
            longest = strangerPark;
            strangerPark = Math.min(strangerPark * 2, LONGEST_PARK_NANOS);
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
        attempts.withdraw(wanted, acquisition, note, WITHDRAW_BUDGET_NANOS);
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
        return deadline - ticker.nanos();
    }

    @Override
    public String toString() {
        return "waiting for lock " + wanted.keys().entry();
    }
}
