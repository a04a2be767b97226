package io.github.stormlock.quorum;

import io.github.stormlock.internal.acquire.HeldLease;
import io.github.stormlock.internal.kind.OwnLease;
import io.github.stormlock.internal.protocol.LockErrors;
import io.github.stormlock.internal.text.Printable;
import io.github.stormlock.lock.LeaseLostException;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.RedisRefusedException;
import java.util.List;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A lease that a majority has granted, as its user sees it. */
final class QuorumLease extends OwnLease {
    private static final Logger LOG = LoggerFactory.getLogger("io.github.stormlock.quorum");

    private final QuorumRuntime quorum;
    private final long fence;

    /** @param fence a number above the fences of all earlier leases, which is not kept anywhere yet */
    QuorumLease(QuorumRuntime quorum, HeldLease held, long fence) {
        super(quorum.users(), held, quorum.watchdog().notifier());
        this.quorum = quorum;
        this.fence = fence;
    }

    /**
     * Returns the number that came with the grant, once a majority keeps it. The next lease is granted by a server
     * that keeps it, so its number is higher.
     */
    @Override
    protected long askForFence() {
        requireHeld("it had ended when its fence was asked for");
        Masters masters = quorum.masters();
        Predicate<Object> kept = answer -> Masters.isNumber(answer, fence);
        Predicate<Object> refused = answer -> !kept.test(answer);
        List<@Nullable Object> answers = masters.raiseFence(
                        held().wanted().targets().first(), token(), fence, FENCE_KEPT_MILLIS)
                .await(
                        quorum.ticker().nanos() + held().remainingNanos(),
                        some -> masters.isMajority(some, kept) || masters.isMajority(some, refused));
        requireHeld("it had ended when its fence was kept");
        if (masters.isMajority(answers, kept)) {
            return fence;
        } else if (masters.isMajority(answers, ""::equals)) {
            throw new LeaseLostException(name(), "its token was gone when its fence was asked for");
        }
        for (Object answer : answers) {
            if (answer instanceof RedisRefusedException e) {
                throw LockErrors.ofLock(name(), e);
            }
        }
        throw new LockUnavailableException(
                name(),
                "its fence was kept by " + Masters.count(answers, kept) + " servers, and " + masters.majority()
                        + " are needed",
                null);
    }

    @Override
    public void close() {
        try {
            giveBack();
        } catch (LockUnavailableException e) {
            LOG.warn("{}", e.getMessage());
        }
    }

    @Override
    protected boolean release() {
        quorum.watchdog().forget(held());
        return held().giveBack() && isTakenBack();
    }

    /** Returns false if the token was gone at a majority. */
    private boolean isTakenBack() {
        Masters masters = quorum.masters();
        Predicate<Object> failed = answer -> answer instanceof RedisException;
        List<@Nullable Object> answers = quorum.giveBack(held())
                .await(
                        quorum.ticker().nanos() + QuorumRuntime.RELEASE_NANOS,
                        some -> masters.isMajority(some, failed.negate()) || masters.isMajority(some, failed));
        Votes votes = new Votes(masters, answers);
        if (votes.errors() + votes.silent() >= masters.majority()) {
            throw new LockUnavailableException(
                    name(),
                    "it was given back, and a majority of the servers did not confirm"
                            + " that: " + votes.failures()
                            + "; they are told again in the background, and otherwise it is free when the lease of "
                            + held().wanted().leaseMillis() + " ms ends",
                    null);
        }
        return !masters.isMajority(answers, answer -> !failed.test(answer) && !QuorumCalls.stood(answer));
    }

    @Override
    public String toString() {
        return "lease " + token() + " of lock " + Printable.name(name()) + " at a quorum of "
                + quorum.masters().all().size() + " servers";
    }
}
