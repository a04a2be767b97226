package io.github.stormlock.lock;

import io.github.stormlock.internal.text.Printable;
import io.github.stormlock.internal.text.Utf8;
import java.util.Objects;

/**
 * The caller's stable name of an event, the same for every replay of it. It is recorded in the step that writes the
 * update, so that a replay is recognised and changes nothing.
 *
 * <p>Storm's own message ids are random for each emission and therefore no event ids: take the id from the tuple.
 * Immutable.
 */
public sealed interface EventId {

    /** The largest offset: the server counts in doubles, which are exact up to here. */
    long MAX_OFFSET = (1L << 53) - 1;

    /** The longest opaque id and the longest source name, in characters. */
    int MAX_LENGTH = 1_024;

    /** {@return the id of an event without a name} A replay of such an event is applied again. */
    static EventId none() {
        return None.INSTANCE;
    }

    /**
     * {@return an id of any unique name} It is remembered for the window of the bolt or guard that uses it.
     *
     * @param id the name: 1 to {@value #MAX_LENGTH} characters
     * @throws IllegalArgumentException if {@code id} is empty, longer than {@value #MAX_LENGTH} characters, or no
     *     valid text
     */
    static EventId opaque(String id) {
        return new Opaque(id, 0);
    }

    /**
     * {@return the id of a place in an ordered input} It is remembered exactly, for any length of time, as long as the
     * marks are kept.
     *
     * @param source the durable name of one incarnation of the input: a file with a fingerprint, a topic partition
     *     with its epoch; never a task
     * @param offset the place; a source sends its offsets for the first time in rising order
     * @param low a lower bound of the source's lowest offset that was still pending when the tuple was sent
     * @throws IllegalArgumentException if {@code source} is empty, longer than {@value #MAX_LENGTH} characters or no
     *     valid text, if an offset is negative or above {@value #MAX_OFFSET}, or if {@code low} is above
     *     {@code offset}
     */
    static EventId position(String source, long offset, long low) {
        return new Position(source, offset, low, 0);
    }

    /**
     * {@return a position of an input that tells no low, but never runs far ahead of its lowest pending offset, such
     * as a KafkaSpout with {@code maxUncommittedOffsets}} Not where a gap in the offsets may be wider than the span, as in
     * compacted topics: a pending event behind it would be taken for a replay and lost.
     *
     * @param source the durable name of one incarnation of the input, as for {@link #position}
     * @param offset the position of the event in its input
     * @param span how far ahead it runs at most, counted in offsets; 0 and up
     * @throws IllegalArgumentException if {@code span} is negative, or as {@link #position}
     */
    static EventId positionWithin(String source, long offset, long span) {
        if (span < 0) {
            throw new IllegalArgumentException(
                    "the span " + span + " of source " + Printable.name(source) + " is negative");
        }
        return new Position(source, offset, Math.max(0, offset - span), 0);
    }

    /**
     * {@return this id for the n-th of several tuples that one event sends to one entry}
     *
     * @param ordinal 0 and up; 0 is the id itself
     */
    EventId ordinal(int ordinal);

    /**
     * An event without an id. See {@link EventId#none}.
     *
     * @hidden
     */
    final class None implements EventId {
        private static final None INSTANCE = new None();

        private None() {}

        @Override
        public EventId ordinal(int ordinal) {
            return this;
        }

        @Override
        public String toString() {
            return "none";
        }
    }

    /**
     * An opaque id. See {@link EventId#opaque}.
     *
     * @hidden
     */
    record Opaque(String id, int ordinal) implements EventId {
        /**
         * Checks the id.
         *
         * @throws IllegalArgumentException as {@link EventId#opaque} and {@link EventId#ordinal} do
         */
        public Opaque {
            checkName("event id", id);
            checkOrdinal(ordinal);
        }

        @Override
        public EventId ordinal(int another) {
            return new Opaque(id, another);
        }

        /** {@return the id as it may stand in a message} */
        @Override
        public String toString() {
            return Printable.name(id) + ordinalText(ordinal);
        }
    }

    /**
     * A position. See {@link EventId#position}.
     *
     * @hidden
     */
    record Position(String source, long offset, long low, int ordinal) implements EventId {
        /**
         * Checks the id.
         *
         * @throws IllegalArgumentException as {@link EventId#position} and {@link EventId#ordinal} do
         */
        public Position {
            checkName("source", source);
            if (offset < 0 || offset > MAX_OFFSET) {
                throw new IllegalArgumentException(
                        "offset " + offset + " of source " + Printable.name(source) + " is not in 0 to " + MAX_OFFSET);
            }
            if (low < 0 || low > offset) {
                throw new IllegalArgumentException(
                        "low " + low + " of source " + Printable.name(source) + " is not in 0 to the offset " + offset);
            }
            checkOrdinal(ordinal);
        }

        @Override
        public EventId ordinal(int another) {
            return new Position(source, offset, low, another);
        }

        /** {@return the position as it may stand in a message} */
        @Override
        public String toString() {
            return "offset " + offset + " of " + Printable.name(source) + ordinalText(ordinal);
        }
    }

    private static String ordinalText(int ordinal) {
        return ordinal == 0 ? "" : ", ordinal " + ordinal;
    }

    private static void checkName(String what, String name) {
        Objects.requireNonNull(name, () -> what + " is null");
        if (name.isEmpty() || name.length() > MAX_LENGTH) {
            throw new IllegalArgumentException(
                    what + " has " + name.length() + " characters, which is not in 1 to " + MAX_LENGTH);
        }
        if (!Utf8.canCarry(name)) {
            throw new IllegalArgumentException(what + " " + Printable.name(name)
                    + " has half a surrogate pair, which UTF-8 cannot carry: it would be taken for another");
        }
    }

    private static void checkOrdinal(int ordinal) {
        if (ordinal < 0) {
            throw new IllegalArgumentException("ordinal " + ordinal + " is negative");
        }
    }
}
