package io.github.stormlock.quorum;

import io.github.stormlock.internal.lifecycle.Ticker;
import io.github.stormlock.internal.protocol.Bytes;
import io.github.stormlock.internal.protocol.LockKeys;
import io.github.stormlock.redis.RedisAnswerLostException;
import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.RedisUnavailableException;
import io.github.stormlock.redis.ScriptCall;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.BiFunction;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** All servers of a quorum. What is sent to them goes to all at once. Thread-safe. */
final class Masters {
    private static final long BETWEEN_COPIES_MILLIS = 100;

    private final List<Master> all;
    private final Ticker ticker;
    private final long longestMillis;
    private final ScheduledExecutorService later;
    private final Set<GiveBack> unanswered = ConcurrentHashMap.newKeySet();

    /**
     * Gathers the servers.
     *
     * @param longestMillis the longest lease that any client takes
     * @param later sends again what was not answered
     */
    Masters(List<Master> all, Ticker ticker, long longestMillis, ScheduledExecutorService later) {
        this.all = List.copyOf(all);
        this.ticker = ticker;
        this.longestMillis = longestMillis;
        this.later = later;
    }

    List<Master> all() {
        return all;
    }

    /** Returns the number of servers that are more than half of all. */
    int majority() {
        return all.size() / 2 + 1;
    }

    long longestMillis() {
        return longestMillis;
    }

    /** Sends a try to take a lock to all. */
    Ballot take(LockKeys keys, String token, long leaseMillis) {
        return send(QuorumCalls.take(keys, token, leaseMillis, longestMillis), Masters::vote);
    }

    /** Asks all whether they vote. */
    Ballot ask() {
        return send(QuorumCalls.ask(longestMillis), Masters::vote);
    }

    /** Sends a raise of a lock's fence to all. */
    Ballot raiseFence(LockKeys keys, String token, long number, long keptMillis) {
        // An answer of nothing is one too: the token is gone.
        return send(
                QuorumCalls.fence(keys, token, number, keptMillis),
                (master, answer) -> Objects.requireNonNullElse(answer, ""));
    }

    private static Object vote(Master master, @Nullable Object answer) {
        if (!(answer instanceof List<?> reply)) {
            return Objects.requireNonNull(answer, "a script answered nothing");
        }
        QuorumVote vote = QuorumVote.of(reply);
        master.is(vote.runId());
        return vote;
    }

    private Ballot send(ScriptCall call, BiFunction<Master, @Nullable Object, Object> reader) {
        Ballot ballot = new Ballot(all.size(), ticker);
        for (int i = 0; i < all.size(); i++) {
            int server = i;
            Master master = all.get(i);
            CompletableFuture<@Nullable Object> sent = master.send(call);
            ballot.add(sent);
            var unused = sent.thenAccept(answer -> ballot.record(server, reader.apply(master, answer)));
        }
        return ballot;
    }

    /**
     * Gives a lock back, at each server behind all that was sent to it before. So it cannot overtake the try that took the
     * lock, however late the server comes to that. It is sent until the server has answered, or the lease is over: a second
     * copy finds nothing to do. Returns at once.
     *
     * @param where tells at which servers
     */
    Ballot giveBack(ScriptCall call, long leaseMillis, IntPredicate where) {
        long until = ticker.nanos() + leaseMillis * 1_000_000;
        Ballot ballot = new Ballot(all.size(), ticker);
        for (int i = 0; i < all.size(); i++) {
            if (where.test(i)) {
                GiveBack one = new GiveBack(i, call, until, ballot, new CompletableFuture<>());
                unanswered.add(one);
                var unused = one.first.thenRun(() -> unanswered.remove(one));
                send(one, /* forgiving= */ true);
            }
        }
        return ballot;
    }

    /**
     * A lock on its way back at one server.
     *
     * @param first ends when the server has answered or failed for the first time
     */
    private record GiveBack(int server, ScriptCall call, long until, Ballot ballot, CompletableFuture<Void> first) {}

    private void send(GiveBack one, boolean forgiving) {
        var unused = all.get(one.server).send(one.call).thenAccept(answer -> {
            if (answer instanceof RedisAnswerLostException && forgiving) {
                // A connection that the server has closed tells that by the first call only.
                send(one, /* forgiving= */ false);
                return;
            }
            one.ballot.record(one.server, Objects.requireNonNull(answer));
            one.first.complete(null);
            if (answer instanceof RedisException && one.until - ticker.nanos() > 0) {
                sendLater(one);
            }
        });
    }

    private void sendLater(GiveBack one) {
        try {
            var unused = later.schedule(
                    () -> send(one, /* forgiving= */ false), BETWEEN_COPIES_MILLIS, TimeUnit.MILLISECONDS);
        } catch (RejectedExecutionException e) {
            // The quorum is closed. The lock is free when its lease ends.
        }
    }

    /** Gives locks back for the watchdog, which need not care for them any more. */
    List<@Nullable Object> giveBackAll(List<ScriptCall> calls, long budgetNanos) {
        List<@Nullable Object> answers = new ArrayList<>(calls.size());
        for (ScriptCall call : calls) {
            giveBack(call, longestMillis, server -> true);
            answers.add(0L);
        }
        return answers;
    }

    /**
     * Renews leases for the watchdog. A lease is renewed if a majority has renewed it, and it is gone if its token is
     * gone at so many servers that no majority can have it.
     */
    List<@Nullable Object> renewAll(List<ScriptCall> calls, long budgetNanos) {
        long deadline = ticker.nanos() + budgetNanos;
        List<Ballot> ballots = calls.stream()
                .map(call -> send(call, (master, answer) -> Objects.requireNonNull(answer)))
                .toList();
        List<@Nullable Object> answers = new ArrayList<>(calls.size());
        Predicate<List<@Nullable Object>> decided =
                given -> isMajority(given, 1L) || isMajority(given, 0L) || !given.contains(null);
        for (Ballot ballot : ballots) {
            List<@Nullable Object> given = ballot.await(deadline, decided);
            answers.add(judge(given));
            if (!isMajority(given, 1L)) {
                // Nobody knows when it would be sent.
                ballot.abandon();
            }
        }
        return answers;
    }

    private Object judge(List<@Nullable Object> given) {
        if (isMajority(given, 1L)) {
            return 1L;
        } else if (isMajority(given, 0L)) {
            return 0L;
        }
        return new RedisUnavailableException("renewed at fewer than " + majority() + " servers: " + given, null);
    }

    boolean isMajority(List<@Nullable Object> given, Predicate<Object> which) {
        return count(given, which) >= majority();
    }

    private boolean isMajority(List<@Nullable Object> given, Long wanted) {
        return isMajority(given, wanted::equals);
    }

    static int count(List<@Nullable Object> given, Predicate<Object> which) {
        return (int) given.stream().filter(Objects::nonNull).filter(which).count();
    }

    /** Returns a message that names two addresses of one server, or {@code null} if none are known. */
    @Nullable
    String twins() {
        for (int i = 0; i < all.size(); i++) {
            for (int j = 0; j < i; j++) {
                if (all.get(i).isSameAs(all.get(j))) {
                    return all.get(j) + " and " + all.get(i)
                            + " are one server: a quorum needs independent ones, each named once";
                }
            }
        }
        return null;
    }

    /** Ends all connections, once what is to be given back was answered, or the time is over. */
    void close(long budgetNanos) {
        CompletableFuture<Void> answered =
                CompletableFuture.allOf(unanswered.stream().map(GiveBack::first).toArray(CompletableFuture<?>[]::new));
        try {
            answered.get(budgetNanos, TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            // The locks are free when their leases end.
        }
        all.forEach(Master::close);
    }

    static boolean isNumber(@Nullable Object answer, long least) {
        return answer instanceof byte[] text && Bytes.number(text) >= least;
    }
}
