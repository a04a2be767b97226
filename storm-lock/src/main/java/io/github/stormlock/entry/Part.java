package io.github.stormlock.entry;

import io.github.stormlock.entry.internal.Utf8;
import java.io.Serializable;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Set;
import java.util.TreeSet;

/**
 * A part of an entry. An update that names the part that it needs reads, compares and writes that part, and nothing
 * else. So an update of one member among a million costs as much as one among ten.
 *
 * <table>
 *   <caption>Parts of each type</caption>
 *   <tr><th>type</th><th>parts</th></tr>
 *   <tr><td>hash</td><td>{@link #fields}</td></tr>
 *   <tr><td>set</td><td>{@link #members}</td></tr>
 *   <tr><td>sorted set</td><td>{@link #members}, {@link #scores}, {@link #lowest}, {@link #highest}</td></tr>
 *   <tr><td>list</td><td>{@link #first}, {@link #last}</td></tr>
 * </table>
 *
 * <p>The view of a part refuses to look outside the part, with an {@link IllegalStateException} that names the part that
 * allows it. A range is compared as a whole: where an update saw a range, nothing may have come into it meanwhile.
 *
 * <p>Immutable. Two parts that name the same are equal.
 */
public sealed interface Part extends Serializable {

    /** The most elements that a part may have, fields of a hash excepted. */
    int MOST_ELEMENTS = 1_000;

    /** {@return the whole entry} */
    static Part whole() {
        return Whole.INSTANCE;
    }

    /**
     * {@return these fields of a hash} The view knows no others. A field that is only set or removed need not be named.
     *
     * @param names the names of the fields, 1 to 4,000
     * @throws IllegalArgumentException if there are none or too many, or if one has half of a surrogate pair
     */
    static Part fields(Set<String> names) {
        return new Fields(names);
    }

    /**
     * {@return these fields of a hash} See {@link #fields(Set)}.
     *
     * @param names the names of the fields; one that is named twice counts once
     */
    static Part fields(String... names) {
        return new Fields(new HashSet<>(Arrays.asList(names)));
    }

    /**
     * {@return these members of a set or a sorted set} They may be there or not.
     *
     * @param names the members, 1 to {@value #MOST_ELEMENTS}
     * @throws IllegalArgumentException if there are none or too many, or if one has half of a surrogate pair
     */
    static Members members(Set<String> names) {
        return new Members(names, /* sized= */ false);
    }

    /**
     * {@return these members of a set or a sorted set} See {@link #members(Set)}.
     *
     * @param names the members; one that is named twice counts once
     */
    static Members members(String... names) {
        return members(new HashSet<>(Arrays.asList(names)));
    }

    /**
     * {@return the members of a sorted set whose scores are in a range} If there are more than {@code most}, the update
     * fails with an {@link IllegalStateException}.
     *
     * @param min the lowest score of the range, which belongs to it; may be infinite
     * @param max the highest score of the range, which belongs to it; may be infinite
     * @param most the most members, 1 to {@value #MOST_ELEMENTS}
     * @throws IllegalArgumentException if {@code most} is out of range, a score is not a number, or {@code min} is above
     *     {@code max}
     */
    static Scores scores(double min, double max, int most) {
        return new Scores(min, max, most, /* sized= */ false);
    }

    /**
     * {@return the members of a sorted set with the lowest scores}
     *
     * @param count how many of them, 1 to {@value #MOST_ELEMENTS}
     * @throws IllegalArgumentException if {@code count} is out of range
     */
    static Ranks lowest(int count) {
        return new Ranks(count, /* highest= */ false, /* sized= */ false);
    }

    /**
     * {@return the members of a sorted set with the highest scores}
     *
     * @param count how many of them, 1 to {@value #MOST_ELEMENTS}
     * @throws IllegalArgumentException if {@code count} is out of range
     */
    static Ranks highest(int count) {
        return new Ranks(count, /* highest= */ true, /* sized= */ false);
    }

    /**
     * {@return the first elements of a list} Elements can be added at the other end all the same.
     *
     * @param count how many of them, 1 to {@value #MOST_ELEMENTS}
     * @throws IllegalArgumentException if {@code count} is out of range
     */
    static End first(int count) {
        return new End(count, /* last= */ false, /* sized= */ false);
    }

    /**
     * {@return the last elements of a list} Elements can be added at the other end all the same.
     *
     * @param count how many of them, 1 to {@value #MOST_ELEMENTS}
     * @throws IllegalArgumentException if {@code count} is out of range
     */
    static End last(int count) {
        return new End(count, /* last= */ true, /* sized= */ false);
    }

    /** {@return true if the number of the entry's elements is read, too} */
    default boolean sized() {
        return false;
    }

    /** {@return the fields or the members that it names; none if it is the whole entry, or a range} */
    default Set<String> names() {
        return Set.of();
    }

    /**
     * All of the entry.
     *
     * @hidden
     */
    enum Whole implements Part {
        /** The only one. */
        INSTANCE;

        @Override
        public String toString() {
            return "whole()";
        }
    }

    /**
     * Some fields of a hash. See {@link Part#fields}.
     *
     * @hidden
     */
    record Fields(Set<String> names) implements Part {
        /**
         * Checks the names.
         *
         * @throws IllegalArgumentException as {@link Part#fields} does
         */
        public Fields {
            names = checked(names, "field", EntryCommand.MAX_ARGUMENTS);
        }

        @Override
        public String toString() {
            return "fields(" + String.join(", ", new TreeSet<>(names)) + ")";
        }
    }

    /**
     * Some members of a set or a sorted set. See {@link Part#members}.
     *
     * @hidden
     */
    record Members(Set<String> names, boolean sized) implements Part {
        /**
         * Checks the names.
         *
         * @throws IllegalArgumentException as {@link Part#members} does
         */
        public Members {
            names = checked(names, "member", MOST_ELEMENTS);
        }

        /** {@return the same, and the number of the entry's members} */
        public Members andSize() {
            return new Members(names, true);
        }

        @Override
        public String toString() {
            return "members(" + String.join(", ", new TreeSet<>(names)) + ")";
        }
    }

    /**
     * The members of a sorted set in a range of scores. See {@link Part#scores}.
     *
     * @hidden
     */
    record Scores(double min, double max, int most, boolean sized) implements Part {
        /**
         * Checks the range.
         *
         * @throws IllegalArgumentException as {@link Part#scores} does
         */
        public Scores {
            checkCount("scores", most);
            if (!(min <= max)) {
                throw new IllegalArgumentException(
                        "A range of scores has a lowest and a highest score, not " + min + " and " + max);
            }
        }

        /** {@return the same, and the number of the entry's members} */
        public Scores andSize() {
            return new Scores(min, max, most, true);
        }

        @Override
        public String toString() {
            return "scores(" + min + ", " + max + ", " + most + ")";
        }
    }

    /**
     * The members of a sorted set with the lowest or the highest scores. See {@link Part#lowest}.
     *
     * @hidden
     */
    record Ranks(int count, boolean highest, boolean sized) implements Part {
        /**
         * Checks the count.
         *
         * @throws IllegalArgumentException as {@link Part#lowest} does
         */
        public Ranks {
            checkCount(highest ? "highest" : "lowest", count);
        }

        /** {@return the same, and the number of the entry's members} */
        public Ranks andSize() {
            return new Ranks(count, highest, true);
        }

        @Override
        public String toString() {
            return (highest ? "highest(" : "lowest(") + count + ")";
        }
    }

    /**
     * The first or the last elements of a list. See {@link Part#first}.
     *
     * @hidden
     */
    record End(int count, boolean last, boolean sized) implements Part {
        /**
         * Checks the count.
         *
         * @throws IllegalArgumentException as {@link Part#first} does
         */
        public End {
            checkCount(last ? "last" : "first", count);
        }

        /** {@return the same, and the number of the entry's elements} */
        public End andSize() {
            return new End(count, last, true);
        }

        @Override
        public String toString() {
            return (last ? "last(" : "first(") + count + ")";
        }
    }

    private static Set<String> checked(Set<String> names, String what, int most) {
        if (names.isEmpty() || names.size() > most) {
            throw new IllegalArgumentException("A part has 1 to " + most + " " + what + "s, not " + names.size()
                    + ": read the whole entry, or less");
        }
        for (String name : names) {
            Utf8.check(name, what);
        }
        return Set.copyOf(names);
    }

    private static void checkCount(String part, int count) {
        if (count < 1 || count > MOST_ELEMENTS) {
            throw new IllegalArgumentException(
                    "Part." + part + " reads 1 to " + MOST_ELEMENTS + " elements, not " + count);
        }
    }
}
