package io.github.stormlock.bolt;

import io.github.stormlock.lock.EventId;
import java.util.List;
import java.util.Set;
import org.apache.storm.tuple.MessageId;
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
    /** A multiplier that spreads a value over 64 bits. */
    private static final long ODD = 0x9E3779B97F4A7C15L;

    private final long[] latest = new long[REMEMBERED];

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
        long hash = mixed(spoutTuple, change.guard().keys().size());
        for (String entry : change.guard().keys()) {
            hash = mixed(hash, entry);
        }
        hash = mixed(hash, change.event());
        int place = (int) ((hash * ODD) >>> 54);
        boolean noted = latest[place] == hash;
        latest[place] = hash;
        return noted;
    }

    /**
     * Mixes all of an id into 64 bits. The hash codes of ids are the same too often: a tuple may bring a thousand events
     * to one entry, and the ordinal 31 of one id has the hash code of the next id.
     */
    private static long mixed(long hash, EventId event) {
        if (event instanceof EventId.Opaque opaque) {
            return mixed(mixed(hash, opaque.id()), opaque.ordinal());
        } else if (event instanceof EventId.Position position) {
            return mixed(mixed(mixed(hash, position.source()), position.offset()), position.ordinal());
        }
        return hash;
    }

    private static long mixed(long hash, String text) {
        long mixed = mixed(hash, text.length());
        for (int i = 0; i < text.length(); i++) {
            mixed = mixed(mixed, text.charAt(i));
        }
        return mixed;
    }

    private static long mixed(long hash, long value) {
        return (hash ^ value) * ODD + (hash >>> 32);
    }
}
