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
    private static final Comparator<Map.Entry<String, Double>> ORDER =
            Map.Entry.<String, Double>comparingByValue().thenComparing(Map.Entry::getKey, SortedSetEntry::compareBytes);

    private final Overlay<Double> state;

    SortedSetEntry(Overlay<Double> state) {
        this.state = state;
    }

    Overlay<Double> state() {
        return state;
    }

    /** Whether the entry exists, with the changes made so far: an empty sorted set does not. */
    public boolean exists() {
        return state.size() > 0;
    }

    public boolean contains(String member) {
        return score(member) != null;
    }

    /** The score of a member; {@code null} if there is no such member. */
    public @Nullable Double score(String member) {
        return state.get(Objects.requireNonNull(member, "member must not be null"));
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
                : Collections.min(state.toMap().entrySet(), ORDER).getKey();
    }

    /** The member with the highest score; {@code null} if there is none. Looks at all members. */
    public @Nullable String last() {
        return isEmpty()
                ? null
                : Collections.max(state.toMap().entrySet(), ORDER).getKey();
    }

    /**
     * A copy of the members and their scores, lowest first, and among equal scores in the order of their bytes: later
     * changes are not seen in it. Sorts all members.
     */
    public Map<String, Double> asMap() {
        List<Map.Entry<String, Double>> sorted = new ArrayList<>(state.toMap().entrySet());
        sorted.sort(ORDER);
        Map<String, Double> scores = new LinkedHashMap<>(sorted.size() * 2);
        for (Map.Entry<String, Double> member : sorted) {
            scores.put(member.getKey(), member.getValue());
        }
        return Collections.unmodifiableMap(scores);
    }

    public int size() {
        return state.size();
    }

    public boolean isEmpty() {
        return state.size() == 0;
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
        state.put(name, normal(score));
    }

    /**
     * Adds to the score of a member; one that is not there counts as 0.
     *
     * @return the new score
     * @throws ArithmeticException if the sum is not a number; nothing is changed
     */
    @CanIgnoreReturnValue
    public double add(String member, double delta) {
        state.refuseIfReadOnly();
        double old = score(member, 0);
        double sum = normal(old + delta);
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
        return state.remove(Utf8.check(member, "member"), false);
    }

    /** Removes all members. */
    public void clear() {
        state.clear();
    }

    /** The one zero for both: Redis takes them for equal. */
    static double normal(double score) {
        return score + 0.0;
    }

    private static int compareBytes(String one, String other) {
        return Arrays.compareUnsigned(Utf8.encode(one), Utf8.encode(other));
    }
}
