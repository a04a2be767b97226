package io.github.stormlock.torture.check;

import io.github.stormlock.torture.history.Entry;
import io.github.stormlock.torture.history.History;
import io.github.stormlock.torture.history.Op;
import io.github.stormlock.torture.history.Span;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Everything that a verdict is based on.
 *
 * @param entries the entries as found at the end, by key
 * @param losses the times when servers lost their latest writes
 * @param lockLosses the times when locks were lost, by lock; {@link #ALL_LOCKS} stands for all of them
 * @param strikes the faults, with the times at which they struck
 * @param unlocked the times when watched entries were seen to have no lock
 * @param finals the last rounds, in which each client had to commit on each entry
 * @param leftovers the keys found at the end that should not be there
 * @param limits the times that a client may take
 */
public record Evidence(
        History history,
        Map<String, Entry> entries,
        List<Loss> losses,
        Map<String, List<Span>> lockLosses,
        List<Strike> strikes,
        Map<String, List<Span>> unlocked,
        List<FinalRound> finals,
        List<String> leftovers,
        Limits limits) {
    public static final String ALL_LOCKS = "*";

    /** Returns true if a server may have lost what an attempt wrote. */
    boolean mayBeLost(Op op) {
        return losses.stream().anyMatch(loss -> loss.mayExplain(op.entry(), op.invoked(), op.answered()));
    }

    /** Returns the times when a lock may have been lost. */
    List<Span> losses(String lock) {
        return Stream.of(lock, ALL_LOCKS)
                .flatMap(name -> lockLosses.getOrDefault(name, List.of()).stream())
                .toList();
    }

    /**
     * The last round of one client, after the faults.
     *
     * @param client the client's incarnation, which names the file of its history
     * @param entries the entries on which it had to commit
     * @param from the time when the last fault was over
     * @param calmFrom the time when it began a second round, without a fault before it; {@link Long#MAX_VALUE} if it did not
     */
    public record FinalRound(String client, List<String> entries, long from, long calmFrom) {}

    /**
     * The limits that clients are held to, in nanoseconds.
     *
     * @param grant the longest wait for a grant
     * @param command the longest wait for an answer
     * @param slack the time that is added because the machine is busy
     * @param free the longest wait for an entry that is free
     * @param recovery the time after the last fault within which every client must have committed on every entry
     * @param start the time for which a client's JVM is new, and slow by itself
     */
    public record Limits(long grant, long command, long slack, long free, long recovery, long start) {}
}
