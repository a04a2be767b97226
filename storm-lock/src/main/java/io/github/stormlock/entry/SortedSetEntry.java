package io.github.stormlock.entry;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A Redis sorted set, as one update sees and changes it. Members are UTF-8 text; bytes of others that are not UTF-8 are
 * shown as chars from U+DC80 to U+DCFF and keep their bytes. Scores are doubles, infinite ones included, and keep every
 * bit; -0.0 is 0.0. Only members really added, removed or scored anew are written.
 *
 * <p>Not thread-safe. An emitted entry is for reading only, by any thread; a change is refused with an
 * {@link UnsupportedOperationException}. No method takes {@code null}.
 */
public final class SortedSetEntry {

    /** As Redis sorts: by score, then by the bytes of the member. */
    private static final Comparator<Map.Entry<String, Score>> ORDER = Comparator.comparingDouble(
                    (Map.Entry<String, Score> member) -> member.getValue().value())
            .thenComparing(Map.Entry::getKey, SortedSetEntry::compareBytes);

    private final Overlay<Score> state;
    private boolean seen;

    SortedSetEntry(Overlay<Score> state, boolean seen) {
        this.state = state;
        this.seen = seen;
    }

    Overlay<Score> state() {
        return state;
    }

    /** Whether an attempt compares all of it. Under the lock it stands, as if it were compared. */
    boolean isSeen() {
        return seen;
    }

    /** Every method goes by this: the first one makes all of the sorted set seen, also if it only changes something. */
    @CanIgnoreReturnValue
    Overlay<Score> see() {
        seen = true;
        return state;
    }

    /** Whether the entry exists, with the changes made so far: an empty sorted set does not. */
    public boolean exists() {
        return see().size() > 0;
    }

    public boolean contains(String member) {
        return score(member) != null;
    }

    /** The score of a member; {@code null} if there is no such member. */
    public @Nullable Double score(String member) {
        Score score = see().get(Objects.requireNonNull(member, "member must not be null"));
        return score == null ? null : score.value();
    }

    /** The score of a member; {@code fallback} if there is no such member. */
    public double score(String member, double fallback) {
        Double score = score(member);
        return score == null ? fallback : score;
    }

    /** The member with the lowest score; {@code null} if there is none. Looks at all members. */
    public @Nullable String first() {
        return isEmpty()
                ? null
                : Collections.min(see().toMap().entrySet(), ORDER).getKey();
    }

    /** The member with the highest score; {@code null} if there is none. Looks at all members. */
    public @Nullable String last() {
        return isEmpty()
                ? null
                : Collections.max(see().toMap().entrySet(), ORDER).getKey();
    }

    /**
     * A copy of the members and their scores, lowest first, and among equal scores in the order of their bytes: later
     * changes are not seen in it. Sorts all members.
     */
    public Map<String, Double> asMap() {
        List<Map.Entry<String, Score>> sorted = new ArrayList<>(see().toMap().entrySet());
        sorted.sort(ORDER);
        Map<String, Double> scores = new LinkedHashMap<>(sorted.size() * 2);
        for (Map.Entry<String, Score> member : sorted) {
            scores.put(member.getKey(), member.getValue().value());
        }
        return Collections.unmodifiableMap(scores);
    }

    public int size() {
        return see().size();
    }

    public boolean isEmpty() {
        return see().size() == 0;
    }

    /**
     * Adds a member or gives it another score.
     *
     * @throws IllegalArgumentException if the score is not a number
     */
    public void set(String member, double score) {
        String name = Utf8.check(member, "member");
        if (Double.isNaN(score)) {
            throw new IllegalArgumentException("The score of " + Numbers.shown(name) + " must be a number, not NaN");
        }
        see().put(name, Score.written(score));
    }

    /**
     * Adds to the score of a member; one that is not there counts as 0.
     *
     * @return the new score
     * @throws ArithmeticException if the sum is not a number; nothing is changed
     */
    @CanIgnoreReturnValue
    public double add(String member, double delta) {
        see().refuseIfReadOnly();
        double old = score(member, 0);
        double sum = Score.normal(old + delta);
        if (Double.isNaN(sum)) {
            throw new ArithmeticException(
                    "Member " + Numbers.shown(member) + ": " + old + " plus " + delta + " is not a number");
        }
        set(member, sum);
        return sum;
    }

    /**
     * Removes a member.
     *
     * @return whether it was there
     */
    @CanIgnoreReturnValue
    public boolean remove(String member) {
        return see().remove(Utf8.check(member, "member"), false);
    }

    /** Removes all members. */
    public void clear() {
        see().clear();
    }

    private static int compareBytes(String one, String other) {
        return Arrays.compareUnsigned(Utf8.encode(one), Utf8.encode(other));
    }
}
