package io.github.stormlock.quorum;

import io.github.stormlock.internal.acquire.AcquireRequest;
import io.github.stormlock.internal.acquire.AcquireResult;
import io.github.stormlock.internal.lifecycle.Ticker;
import io.github.stormlock.internal.protocol.LockKeys;
import io.github.stormlock.internal.protocol.Tokens.Acquisition;
import io.github.stormlock.lock.LockCount;
import io.github.stormlock.lock.LockException;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import org.jspecify.annotations.Nullable;

/**
 * The wait for a lock at a quorum. For one thread.
 *
 * <p>Nobody wakes a waiter: no server sees who waits at another. So a try that is not granted gives back all that it may
 * have, at once, and pauses for a random time. Without that, clients that begin together would each take some of the
 * servers, again and again, and none of them a majority. A try under a later step of the acquisition takes over what an
 * earlier one has left at a server.
 */
final class QuorumWait {
    private static final long LEAST_PAUSE_NANOS = 5_000_000L;
    private static final long FIRST_PAUSE_NANOS = 50_000_000L;
    private static final long LONGEST_PAUSE_NANOS = 200_000_000L;
    /** The first answer is awaited for this time, however short the wait. */
    private static final long FIRST_BUDGET_NANOS = 100_000_000L;
    /** The part of its lease that a grant must have left. */
    private static final int LEAST_VALIDITY = 10;

    private final QuorumRuntime quorum;
    private final Masters masters;
    private final Ticker ticker;
    private final AcquireRequest wanted;
    private final LockKeys keys;
    private final Acquisition acquisition;
    private final long leaseMillis;
    private final long deadline;
    private final WaitInterrupts interrupts;
    private long longestPause = FIRST_PAUSE_NANOS;
    private boolean tried;
    private boolean forgiven;

    QuorumWait(QuorumRuntime quorum, AcquireRequest wanted, long deadlineNanos, WaitInterrupts interrupts) {
        this.quorum = quorum;
        this.masters = quorum.masters();
        this.ticker = quorum.ticker();
        this.wanted = wanted;
        this.keys = wanted.targets().first();
        this.acquisition = quorum.tokens().next(wanted.claimant());
        this.leaseMillis = wanted.leaseMillis();
        this.deadline = deadlineNanos;
        this.interrupts = interrupts;
    }

    /** Returns how much earlier than on the servers a lease ends here: their clocks may run faster. */
    static long driftNanos(long leaseMillis) {
        return leaseMillis * 1_000_000 / 100 + 2_000_000;
    }

    /**
     * Tries until the lock is granted or the deadline is past.
     *
     * @return a {@link QuorumGrant}, or the {@link Votes} of the last try that met a holder, or of the last one
     * @throws LockException if interrupted, or if a majority of the servers fails or may not vote in time
     * @throws IllegalStateException if two of the servers are one, or other clients take other leases
     */
    Object run() {
        Object outcome = tryOnce();
        Object refusal = outcome;
        if (outcome instanceof Votes && left() > 0) {
            wanted.events().tell(LockCount.CONTENDED);
        }
        while (outcome instanceof Votes votes
                && (forgiven || left() > 0)
                && !quorum.users().areClosed()) {
            pause(votes);
            outcome = tryOnce();
            refusal = outcome instanceof Votes last && last.busy() == 0 ? refusal : outcome;
        }
        return outcome instanceof Votes ? refusal : outcome;
    }

    private Object tryOnce() {
        interrupts.throwIfOver(keys.entry());
        String token = acquisition.token();
        long budget = budgetNanos();
        long sent = ticker.nanos();
        Ballot ballot = masters.take(keys, token, leaseMillis);
        boolean held = false;
        try {
            Votes votes = new Votes(masters, ballot.await(sent + budget, this::isDecided, interrupts));
            held = votes.granted() >= masters.majority() && isLongEnough(sent) && !interrupts.endWait();
            if (!held) {
                interrupts.throwIfOver(keys.entry());
                refuse(votes);
                return votes;
            }
            return new QuorumGrant(new AcquireResult.Grant(acquisition, token, sent, List.of()), votes.fence());
        } finally {
            if (!held) {
                giveBack(ballot, token);
            }
        }
    }

    private boolean isDecided(List<@Nullable Object> answers) {
        return new Votes(masters, answers).areDecided();
    }

    /** Returns how long the slowest answer is waited for. */
    private long budgetNanos() {
        long most = 0;
        for (Master master : masters.all()) {
            most = Math.max(most, master.timeoutNanos());
        }
        long wait = tried && !forgiven ? left() : Math.max(left(), FIRST_BUDGET_NANOS);
        tried = true;
        return Math.min(Math.min(most, leaseMillis * 1_000_000 / 10), wait);
    }

    private boolean isLongEnough(long sent) {
        long lease = leaseMillis * 1_000_000;
        return lease - (ticker.nanos() - sent) - driftNanos(leaseMillis) >= lease / LEAST_VALIDITY;
    }

    /** Throws what no further try can change. */
    private void refuse(Votes votes) {
        String twins = masters.twins();
        if (twins != null) {
            throw new IllegalStateException(twins);
        }
        votes.refuseOtherLongest();
        boolean failed = votes.errors() >= masters.majority();
        if (failed && !(votes.hasLost() && !forgiven)) {
            throw votes.unavailable(keys.entry());
        }
        forgiven = failed;
        if (votes.barredMillis() * 1_000_000 > Math.max(0, left())) {
            throw votes.barred(keys.entry());
        }
    }

    private void giveBack(Ballot ballot, String token) {
        // This comes before the answers are looked at for the last time, and before anything is sent: what is cancelled
        // in time is never sent, and nothing that is sent can come behind its own give-back.
        ballot.abandon();
        Votes last = new Votes(masters, ballot.answers());
        masters.giveBack(QuorumCalls.giveBack(keys, token), leaseMillis, last::mayStandAt);
    }

    private void pause(Votes votes) {
        if (forgiven) {
            return;
        }
        long random = ThreadLocalRandom.current().nextLong(LEAST_PAUSE_NANOS, longestPause + 1);
        longestPause = Math.min(2 * longestPause, LONGEST_PAUSE_NANOS);
        long end = ticker.nanos() + Math.min(Math.max(random, votes.barredMillis() * 1_000_000), left());
        interrupts.pause(ticker, end, keys.entry());
    }

    private long left() {
        return deadline - ticker.nanos();
    }

    @Override
    public String toString() {
        return "waiting for lock " + keys.entry() + " at a quorum";
    }
}
