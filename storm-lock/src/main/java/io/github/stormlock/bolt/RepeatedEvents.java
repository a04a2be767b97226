package io.github.stormlock.bolt;

import io.github.stormlock.lock.EventId;
import java.util.List;
import java.util.Set;
import org.apache.storm.tuple.MessageId;
import org.apache.storm.tuple.Tuple;
import org.jspecify.annotations.Nullable;

/**
 * Finds two tuples of one spout tuple that name the same event for the same entry. Only the first of them changes the
 * entry: the other is taken for its replay. That is an error of the bolt, or of one before it. A replay by Storm is
 * another spout tuple, so it is never found here.
 *
 * <p>It remembers some of the latest changes of one task. So it misses repeats that come late
 * or at another task. The executor's thread uses it.
 */
final class RepeatedEvents {
    private static final int REMEMBERED = 1_024;
    /** A multiplier that spreads hash codes, since those of ids in a row are in a row. */
    private static final int ODD = 0x9E3779B9;

    private final @Nullable Seen[] latest = new Seen[REMEMBERED];

    private record Seen(int spoutTuple, List<String> entries, EventId event) {}

    /**
     * Notes the changes of a tuple.
     *
     * @return the first change whose event came for its entry before, from the same spout tuple, in words; empty if
     *     there is none
     */
    String note(Tuple tuple, List<OpenChange<?>> changes) {
        // A tuple that a unit test has mocked has none.
        MessageId message = tuple.getMessageId();
        Set<Long> anchors = message == null ? null : message.getAnchors();
        String found = "";
        // Without anchors nobody knows what is of one spout tuple.
        if (anchors == null || anchors.isEmpty()) {
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
        Seen seen = new Seen(spoutTuple, change.guard().keys(), change.event());
        int place = Integer.remainderUnsigned((seen.hashCode() * ODD) >>> 16, REMEMBERED);
        boolean noted = seen.equals(latest[place]);
        latest[place] = seen;
        return noted;
    }
}
