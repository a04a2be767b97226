package io.github.stormlock.quorum;

import io.github.stormlock.internal.protocol.Holder;
import io.github.stormlock.internal.protocol.LockErrors;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.redis.RedisAnswerLostException;
import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.RedisUnavailableException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The answers of the servers of a quorum to one try. Immutable.
 *
 * @param answers for each server its {@link QuorumVote}, or the {@link RedisException} in its place; {@code null} if
 *     it has not answered in time
 */
record Votes(Masters masters, List<@Nullable Object> answers) {

    /** Returns true if no further answer can change what these say. */
    boolean areDecided() {
        int majority = masters.majority();
        return granted() >= majority
                || busy() >= majority
                || errors() >= majority
                || count(QuorumVote.OtherLongest.class) > 0
                || !answers.contains(null);
    }

    int granted() {
        return count(QuorumVote.Granted.class);
    }

    int busy() {
        return count(QuorumVote.Busy.class);
    }

    int barred() {
        return count(QuorumVote.Barred.class);
    }

    int errors() {
        return count(RedisException.class);
    }

    int silent() {
        return (int) answers.stream().filter(Objects::isNull).count();
    }

    /** Returns true if an answer was lost with its connection, as after a restart of the server. */
    boolean hasLost() {
        return count(RedisAnswerLostException.class) > 0;
    }

    /** Returns a number above the fences that were written to a majority before the lock was granted. */
    long fence() {
        return all(QuorumVote.Granted.class).stream()
                .mapToLong(QuorumVote.Granted::fence)
                .max()
                .orElse(0);
    }

    /** Returns true if the lock may stand at a server, now or once it has read what was sent. */
    boolean mayStandAt(int server) {
        Object answer = answers.get(server);
        return !(answer instanceof QuorumVote vote && !(vote instanceof QuorumVote.Granted))
                && !(answer instanceof RedisUnavailableException);
    }

    /**
     * Returns for how many milliseconds no majority can vote, because servers may have lost their locks; 0 if that
     * prevents nothing.
     */
    long barredMillis() {
        List<QuorumVote.Barred> barred = all(QuorumVote.Barred.class);
        int needed = masters.majority() - (answers.size() - errors() - barred.size());
        return needed <= 0 || needed > barred.size()
                ? 0
                : barred.stream()
                        .mapToLong(QuorumVote.Barred::leftMillis)
                        .sorted()
                        .skip(needed - 1L)
                        .findFirst()
                        .orElse(0);
    }

    /** Throws if other clients of a server take another longest lease. */
    void refuseOtherLongest() {
        for (int i = 0; i < answers.size(); i++) {
            if (answers.get(i) instanceof QuorumVote.OtherLongest other) {
                throw new IllegalStateException(
                        "clients of the quorum's server " + masters.all().get(i)
                                + " take leases of at most " + other.longestMillis() + " ms, and this one of at most "
                                + masters.longestMillis()
                                + " ms: give all clients one longest lease. To change it, stop all of them, and"
                                + " delete the key lock-quorum:born on each server");
            }
        }
    }

    /** Returns the error that a majority of errors is. */
    LockException unavailable(String lock) {
        return new LockUnavailableException(
                lock,
                "it needs " + masters.majority() + " of " + answers.size() + " servers, and "
                        + (errors() + (silenceCounts() ? silent() : 0)) + " failed: " + failures(),
                all(RedisException.class).stream().findFirst().orElse(null));
    }

    /** Returns what each server said that failed, and which ones said nothing. */
    String failures() {
        List<String> said = new ArrayList<>();
        for (RedisException e : all(RedisException.class)) {
            said.add(e.getMessage() + LockErrors.advice(String.valueOf(e.getMessage())));
        }
        if (silenceCounts()) {
            said.add(silentServers());
        }
        return String.join("; ", said);
    }

    /** Returns true if silence is a part of what went wrong: after a majority of errors no answer is awaited. */
    private boolean silenceCounts() {
        return silent() > 0 && errors() < masters.majority();
    }

    /** Returns the error of a wait that ends before enough servers may vote. */
    LockException barred(String lock) {
        return new LockUnavailableException(
                lock,
                "servers that may have lost their locks, by a restart or a removal of all keys, do not vote for another "
                        + barredMillis() + " ms: " + named(QuorumVote.Barred.class::isInstance)
                        + "; then it can be granted again",
                null);
    }

    /** Returns the holder of a lock that was not granted, as shown to people. */
    String holder() {
        List<QuorumVote.Busy> busy = all(QuorumVote.Busy.class);
        String votes = granted() + " of " + answers.size() + " servers granted it";
        if (busy.isEmpty()) {
            return silent() == 0
                    ? "nobody for long enough: " + votes + ", too late for a lease that short"
                    : "nobody knows: " + votes + ", and " + silentServers();
        }
        String holders = busy.stream()
                .map(QuorumVote.Busy::holder)
                .map(Holder::shown)
                .distinct()
                .collect(Collectors.joining(" and "));
        return holders + " (" + votes + ", held at " + named(QuorumVote.Busy.class::isInstance)
                + (silent() == 0 ? "" : ", " + silentServers()) + ")";
    }

    String silentServers() {
        return "no answer came in time from " + named(Objects::isNull);
    }

    private String named(Predicate<@Nullable Object> answered) {
        return IntStream.range(0, answers.size())
                .filter(i -> answered.test(answers.get(i)))
                .mapToObj(i -> masters.all().get(i).toString())
                .collect(Collectors.joining(", "));
    }

    private int count(Class<?> type) {
        return all(type).size();
    }

    private <T> List<T> all(Class<T> type) {
        return answers.stream().filter(type::isInstance).map(type::cast).toList();
    }
}
