package io.github.stormlock.bolt;

import java.util.List;
import java.util.Set;
import org.apache.storm.tuple.Tuple;

/**
 * Finds two tuples of one spout tuple that name the same event for the same entry. Only the first of them changes the
 * entry: the other is taken for its replay. That is an error of the bolt, or of one before it. A replay by Storm is
 * another spout tuple, so it is never found here.
 *
 * <p>It remembers the latest changes of one task as hashes, a fixed number of them. So it misses repeats that come late
 * or at another task. The executor's thread uses it.
 */
final class RepeatedEvents {
    private static final int REMEMBERED = 1_024;

    private final long[] latest = new long[REMEMBERED];

    /**
     * Notes the changes of a tuple.
     *
     * @return the first change whose event came for its entry before, from the same spout tuple, in words; empty if
     *     there is none
     */
    String note(Tuple tuple, List<OpenChange<?>> changes) {
        Set<Long> anchors = tuple.getMessageId().getAnchors();
        String found = "";
        // Without anchors nobody knows what is of one spout tuple.
        if (anchors.isEmpty()) {
            return found;
        }
        int spoutTuple = anchors.hashCode();
        for (OpenChange<?> change : changes) {
            if (change.isNamed() && isNoted(spoutTuple, change) && found.isEmpty()) {
                found = change.describe();
            }
        }
        return found;
    }

    private boolean isNoted(int spoutTuple, OpenChange<?> change) {
        long entry = change.guard().keys().hashCode();
        // Odd multipliers spread the three over 64 bits.
        long hash = (spoutTuple * 0x9E3779B97F4A7C15L + entry) * 0xC2B2AE3D27D4EB4FL
                + change.event().hashCode();
        int place = (int) ((hash * 0x9E3779B97F4A7C15L) >>> 54);
        boolean noted = latest[place] == hash;
        latest[place] = hash;
        return noted;
    }
}
