package io.github.stormlock.torture.check;

import io.github.stormlock.torture.history.Entry;
import io.github.stormlock.torture.history.History;
import io.github.stormlock.torture.history.Span;
import java.util.List;
import java.util.Map;

/**
 * All that a verdict follows from.
 *
 * @param entries as found at the end, by key
 * @param losses when servers lost their latest writes
 * @param lockLosses when locks were lost, by lock; "*" stands for all of them
 * @param strikes the faults, while they struck
 * @param unlocked when watched entries were seen to have no lock
 * @param finals who had to commit on which entries by when, after the last fault
 * @param leftovers what was found at the end beside the entries and should not have been
 * @param limits what a client may take
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

    /**
     * One client's last round.
     *
     * @param client the file that its history is in
     * @param from when the last fault was over
     * @param calmFrom when it began the same again, without a fault before; {@link Long#MAX_VALUE} if it did not
     */
    public record FinalRound(String client, List<String> entries, long from, long calmFrom) {}

    /**
     * In nanoseconds.
     *
     * @param grant how long a client waits for a grant
     * @param command how long it waits for an answer
     * @param slack what a busy machine adds
     * @param free how long a client may wait for an entry that is free
     * @param recovery how long after the last fault every client must have committed everywhere
     */
    public record Limits(long grant, long command, long slack, long free, long recovery) {}
}
