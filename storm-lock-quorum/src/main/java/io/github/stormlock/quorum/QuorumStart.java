package io.github.stormlock.quorum;

import io.github.stormlock.internal.lifecycle.Ticker;
import io.github.stormlock.lock.LockInterruptedException;
import io.github.stormlock.lock.LockUnavailableException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The first look at the servers of a quorum. New servers do not vote for one longest lease: nobody can tell them from
 * servers that have lost their locks. So this waits until a majority votes. For one thread.
 *
 * @param answerNanos how long an answer may take, the connection included
 */
record QuorumStart(Masters masters, Ticker ticker, long answerNanos) {
    private static final Logger LOG = LoggerFactory.getLogger("io.github.stormlock.quorum");
    /** How long the last servers are waited for once a majority has answered. */
    private static final long STRAGGLERS_NANOS = 500_000_000L;

    /**
     * Waits until a majority votes.
     *
     * @throws LockUnavailableException if a majority fails or does not answer
     * @throws LockInterruptedException if interrupted
     * @throws IllegalArgumentException if two of the servers are one
     * @throws IllegalStateException if other clients take other leases
     */
    void run() {
        boolean told = false;
        try (WaitInterrupts interrupts = new WaitInterrupts(/* ending= */ true)) {
            for (Votes votes = ask(interrupts); votes.granted() < masters.majority(); votes = ask(interrupts)) {
                long barred = votes.barredMillis();
                if (barred == 0) {
                    throw votes.unavailable("");
                }
                if (!told) {
                    LOG.info("new servers of a quorum vote after one longest lease: waiting for {} ms", barred);
                    told = true;
                }
                interrupts.pause(ticker, ticker.nanos() + barred * 1_000_000, "");
            }
        }
    }

    private Votes ask(WaitInterrupts interrupts) {
        long sent = ticker.nanos();
        Ballot ballot = masters.ask();
        List<@Nullable Object> answers =
                ballot.await(sent + Math.min(STRAGGLERS_NANOS, answerNanos), all -> !all.contains(null), interrupts);
        if (!isEnough(answers)) {
            answers = ballot.await(sent + answerNanos, this::isEnough, interrupts);
        }
        ballot.abandon();
        interrupts.throwIfOver("");
        Votes votes = new Votes(masters, answers);
        String twins = masters.twins();
        if (twins != null) {
            throw new IllegalArgumentException(twins);
        }
        votes.refuseOtherLongest();
        if (votes.granted() >= masters.majority() && votes.errors() + votes.silent() > 0) {
            LOG.warn(
                    "a minority of the quorum does not vote: {}",
                    votes.unavailable("").getMessage());
        }
        return votes;
    }

    /** Returns true if those who are silent cannot change what these say. */
    private boolean isEnough(List<@Nullable Object> answers) {
        Votes votes = new Votes(masters, answers);
        return votes.silent() == 0
                || votes.errors() >= masters.majority()
                || votes.granted() + votes.barred() >= masters.majority();
    }
}
