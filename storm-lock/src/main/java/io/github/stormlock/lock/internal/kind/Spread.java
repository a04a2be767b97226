package io.github.stormlock.lock.internal.kind;

import io.github.stormlock.lock.LockEvents;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.UserCode;
import io.github.stormlock.lock.internal.acquire.AcquireRequest;
import io.github.stormlock.lock.internal.acquire.AcquireResult;
import io.github.stormlock.lock.internal.acquire.LockErrors;
import io.github.stormlock.lock.internal.acquire.LockRuntime;
import io.github.stormlock.lock.internal.acquire.Withdrawal;
import io.github.stormlock.lock.internal.figures.WaitEvent;
import io.github.stormlock.lock.internal.protocol.Tokens.Acquisition;
import io.github.stormlock.redis.RedisAnswerLostException;
import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.RedisRefusedException;
import io.github.stormlock.redis.ScriptCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Locks in several slots of a Redis Cluster, which are taken together. No script can take them all, so each slot is a part
 * with a lease of its own.
 *
 * <p>All parts are tried at once. If one is busy, the others are given back, and the caller waits for that one, holding
 * nothing. Once it has that one, it tries the others again. A caller that has so lost two turns takes the parts one by one,
 * in the order of their slots, and holds them for 50 ms at most while it waits. All callers have one order, so they cannot
 * wait for each other. Then it begins anew: otherwise a lock that a stranger holds would keep all of them from everybody.
 * At each part it waits in its place by the time when it came.
 *
 * @param parts in the order of their slots
 */
record Spread(Shared shared, List<Acquiring> parts) implements Acquirable {
    private static final int MOST_LOST_TURNS = 2;
    private static final long LONGEST_KEPT_NANOS = 50_000_000L;
    private static final int NONE = -1;

    @Override
    public Holds holds() {
        return shared.holds();
    }

    @Override
    public long deadline(Duration wait) {
        return shared.locks().deadline(wait);
    }

    @Override
    public Identity identity() {
        return new Identity(
                parts.get(0).kind().name(),
                parts.stream().flatMap(Acquiring::names).toList());
    }

    @Override
    public String name() {
        return parts.stream().map(Acquiring::name).collect(Collectors.joining(", "));
    }

    @Override
    public String inWords(String holder) {
        return parts.get(0).inWords(holder);
    }

    @Override
    public Taken take(long deadlineNanos, @Nullable Thread owner, boolean interruptible) {
        UserCode.refuse("acquire", name());
        shared.users().retain();
        Attempt attempt = new Attempt(deadlineNanos, interruptible, owner != null);
        boolean taken = false;
        Taken outcome;
        try {
            taken = attempt.run();
            attempt.tell(taken);
            outcome = taken ? new Taken(attempt.lease(owner), "") : new Taken(null, attempt.holder);
        } finally {
            if (!taken) {
                attempt.giveBack();
            }
            attempt.restoreInterrupt();
            attempt.waited(taken);
            shared.users().letGo();
        }
        if (taken) {
            shared.users().refuseEnded();
        }
        return outcome;
    }

    @Override
    public String toString() {
        return parts.get(0).kind() + " " + name();
    }

    /** One call that acquires. */
    private final class Attempt {
        private final LockRuntime locks = shared.locks();
        private final long came = locks.ticker().nanos();
        private final long deadline;
        private final boolean interruptible;
        private final List<AcquireRequest> wanted = new ArrayList<>();
        private final List<AcquireResult.@Nullable Grant> grants = new ArrayList<>();
        private String holder = "";
        private int busy = NONE;
        private String heldName = parts.get(0).targets().first().entry();
        private @Nullable String heldBy;
        private @Nullable WaitEvent waiting;
        private boolean answerLost;
        private boolean interrupted;

        private Attempt(long deadline, boolean interruptible, boolean owned) {
            this.deadline = deadline;
            this.interruptible = interruptible;
            for (Acquiring part : parts) {
                wanted.add(part.request(interruptible, owned));
                grants.add(null);
            }
        }

        private boolean run() {
            if (!locks.serverChecked(wanted.get(0), deadline)) {
                holder = AcquireResult.Busy.UNANSWERED.shown(wanted.get(0).targets());
                return false;
            }
            int lostTurns = 0;
            while (true) {
                if (tryOthers() && allStand()) {
                    return true;
                }
                giveBack();
                if (left() <= 0) {
                    return false;
                }
                waiting = waiting == null ? shared.events().flight().begin() : waiting;
                if (lostTurns < MOST_LOST_TURNS) {
                    lostTurns++;
                    if (!await(busy, deadline)) {
                        return false;
                    }
                } else if (takeInOrder() && allStand()) {
                    return true;
                } else {
                    lostTurns = 0;
                    giveBack();
                }
            }
        }

        /** Tries all parts that are not granted yet, at once. Returns true if all are granted then. */
        private boolean tryOthers() {
            setInterruptAside();
            List<Integer> tried = new ArrayList<>();
            List<Acquisition> acquisitions = new ArrayList<>();
            List<String> tokens = new ArrayList<>();
            List<ScriptCall> calls = new ArrayList<>();
            for (int i = 0; i < wanted.size(); i++) {
                if (grants.get(i) == null) {
                    Acquisition acquisition = locks.newAcquisition(wanted.get(i));
                    tried.add(i);
                    acquisitions.add(acquisition);
                    tokens.add(acquisition.token());
                    calls.add(locks.attempts().call(wanted.get(i), tokens.get(tokens.size() - 1)));
                }
            }
            long sent = locks.ticker().nanos();
            long budget = budget();
            List<@Nullable Object> replies = locks.port().runAll(calls, budget);
            boolean cutOff = AcquireRequest.cutOff(locks.ticker().nanos() - sent, budget);
            boolean doubted = answerLost;
            answerLost = false;
            busy = NONE;
            LockException failed = null;
            List<Withdrawal> withdrawals = new ArrayList<>(0);
            for (int i = 0; i < calls.size(); i++) {
                AcquireRequest request = wanted.get(tried.get(i));
                Object reply = replies.get(i);
                if (reply instanceof RedisException) {
                    // An error in place of an answer does not tell whether the locks were taken before it.
                    withdrawals.add(locks.attempts().withdrawal(request, acquisitions.get(i)));
                }
                try {
                    if (reply instanceof RedisException e && !(e instanceof RedisRefusedException)) {
                        unanswered(tried.get(i), e, cutOff, doubted);
                    } else {
                        settle(tried.get(i), acquisitions.get(i), tokens.get(i), sent, reply);
                    }
                } catch (LockException e) {
                    failed = e;
                }
            }
            if (!withdrawals.isEmpty()) {
                locks.withdrawAll(withdrawals);
            }
            if (failed != null) {
                throw failed;
            }
            return busy == NONE;
        }

        /**
         * Judges a try without an answer, as the wait for one lock does. One lost answer is forgiven, and so is one that
         * was not awaited any longer because the wait was over. The try is withdrawn.
         */
        private void unanswered(int part, RedisException e, boolean cutOff, boolean doubted) {
            boolean byInterrupt = setInterruptAside();
            boolean forgiven = e instanceof RedisAnswerLostException && !doubted && left() > 0;
            if (Thread.currentThread().isInterrupted() || !(byInterrupt || cutOff || forgiven)) {
                throw LockErrors.unavailable(wanted.get(part).name(), e);
            }
            answerLost |= !byInterrupt;
            met(part, AcquireResult.Busy.UNANSWERED);
        }

        /** Returns true if no lease of a part was over before the last part was granted. */
        private boolean allStand() {
            long now = locks.ticker().nanos();
            for (int i = 0; i < grants.size(); i++) {
                AcquireResult.Grant grant = grants.get(i);
                if (grant != null && now - grant.sentNanos() >= wanted.get(i).leaseMillis() * 1_000_000) {
                    met(i, AcquireResult.Busy.ENDED);
                    return false;
                }
            }
            return true;
        }

        /** Puts an interrupt aside that must not end the wait. Returns true if there was one. */
        private boolean setInterruptAside() {
            boolean found = !interruptible && Thread.interrupted();
            interrupted |= found;
            return found;
        }

        private void restoreInterrupt() {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }

        private void settle(int part, Acquisition acquisition, String token, long sent, @Nullable Object reply) {
            AcquireRequest request = wanted.get(part);
            AcquireResult outcome = locks.attempts().answered(request, acquisition, token, sent, reply);
            if (outcome instanceof AcquireResult.Grant grant) {
                grants.set(part, grant);
            } else if (busy == NONE) {
                met(part, (AcquireResult.Busy) outcome);
            }
        }

        private void met(int part, AcquireResult.Busy outcome) {
            busy = part;
            holder = outcome.shown(wanted.get(part).targets());
            if (outcome.holder().isNamed()) {
                heldName = wanted.get(part).name(outcome.index());
                heldBy = holder;
            }
        }

        /** Each part is a grant, as the end of its lease is told by itself. */
        private void tell(boolean taken) {
            if (!taken) {
                shared.events().tell(LockEvents::timedOut);
                return;
            }
            long waited = locks.ticker().nanos() - came;
            parts.forEach(part -> shared.events().tell(events -> events.acquired(waited)));
        }

        /** Tells a wait that is over. */
        private void waited(boolean taken) {
            shared.events().flight().end(waiting, heldName, parts.get(0).kind().name(), taken);
            String named = heldBy;
            long now = locks.ticker().nanos();
            shared.events().waited(heldName, now - came, named == null ? null : () -> named, now);
        }

        /** Waits for one part. Returns true if it is granted. */
        private boolean await(int part, long until) {
            AcquireRequest request = wanted.get(part);
            AcquireResult outcome = locks.take(request, locks.newAcquisition(request), until, came);
            if (outcome instanceof AcquireResult.Grant grant) {
                grants.set(part, grant);
                return true;
            }
            met(part, (AcquireResult.Busy) outcome);
            return false;
        }

        private boolean takeInOrder() {
            long until = deadline;
            for (int i = 0; i < wanted.size(); i++) {
                if ((i > 0 && until - locks.ticker().nanos() <= 0) || !await(i, until)) {
                    return false;
                }
                until = i == 0 ? Math.min(deadline, locks.ticker().nanos() + LONGEST_KEPT_NANOS) : until;
            }
            return true;
        }

        /** Gives back what is granted. A withdrawal passes a grant on that nobody holds as a lease. */
        private void giveBack() {
            List<Withdrawal> withdrawals = new ArrayList<>(0);
            for (int i = 0; i < grants.size(); i++) {
                AcquireResult.Grant grant = grants.set(i, null);
                if (grant != null) {
                    withdrawals.add(locks.attempts().withdrawal(wanted.get(i), grant.acquisition()));
                }
            }
            if (!withdrawals.isEmpty()) {
                locks.withdrawAll(withdrawals);
            }
        }

        private OwnLease lease(@Nullable Thread owner) {
            List<UserLease> leases = new ArrayList<>();
            for (int i = 0; i < grants.size(); i++) {
                AcquireResult.Grant grant = grants.get(i);
                if (grant != null) {
                    leases.add(parts.get(i).lease(parts.get(i).hold(wanted.get(i), grant, owner)));
                }
            }
            return new SpreadLease(name(), List.copyOf(leases));
        }

        private long left() {
            return deadline - locks.ticker().nanos();
        }

        /** A caller that does not wait still makes one try, which may take as long as a command may take. */
        private long budget() {
            return left() <= 0 ? Long.MAX_VALUE : Math.max(left(), AcquireRequest.SHORTEST_BUDGET_NANOS * 100);
        }
    }
}
