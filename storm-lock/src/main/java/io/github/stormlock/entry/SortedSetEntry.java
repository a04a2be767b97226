package io.github.stormlock.entry;

import com.google.errorprone.annotations.CanIgnoreReturnValue;
import io.github.stormlock.entry.internal.Numbers;
import io.github.stormlock.entry.internal.Overlay;
import io.github.stormlock.entry.internal.Score;
import io.github.stormlock.entry.internal.Utf8;
import io.github.stormlock.entry.internal.Whole;
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
 * A Redis sorted set as one update sees and changes it. Members are UTF-8 text. Bytes that are not UTF-8 are shown as
 * chars from U+DC80 to U+DCFF and keep their bytes. Scores are doubles, infinite ones included, and keep every bit,
 * except that -0.0 is 0.0. Only members that are really added, removed or scored anew are written.
 *
 * <p>Every method sees the whole sorted set, also one that only changes it. So an update without the lock is written
 * only if the sorted set stands as it was.
 *
 * <p>Not thread-safe. An emitted entry is for reading only, by any thread, and refuses a change with an
 * {@link UnsupportedOperationException}. No method takes {@code null}.
 */
public final class SortedSetEntry {

    /** The order of Redis: by score, then by the bytes of the member. */
    private static final Comparator<Map.Entry<String, Score>> ORDER = Comparator.comparingDouble(
                    (Map.Entry<String, Score> member) -> member.getValue().value())
            .thenComparing(Map.Entry::getKey, SortedSetEntry::compareBytes);

    private final Whole<Overlay<Score>> state;

    SortedSetEntry(Whole<Overlay<Score>> state) {
        this.state = state;
    }

    Whole<Overlay<Score>> state() {
        return state;
    }

    @CanIgnoreReturnValue
    private Overlay<Score> see() {
        return state.see();
    }

    /** {@return true if the entry exists, with the changes made so far} An empty sorted set does not exist. */
    public boolean exists() {
        return see().size() > 0;
    }

    /**
     * {@return true if the member is in the sorted set}
     *
     * @param member the member; may be empty
     */
    public boolean contains(String member) {
        return score(member) != null;
    }

    /**
     * {@return the score of a member, or {@code null} if there is no such member}
     *
     * @param member the member; may be empty
     */
    public @Nullable Double score(String member) {
        Score score = see().get(Objects.requireNonNull(member, "member must not be null"));
        return score == null ? null : score.value();
    }

    /**
     * {@return the score of a member, or {@code fallback} if there is no such member}
     *
     * @param member the member; may be empty
     * @param fallback the score for a member that is not there
     */
    public double score(String member, double fallback) {
        Double score = score(member);
        return score == null ? fallback : score;
    }

    /**
     * {@return the member with the lowest score, or {@code null} if there is none} Among equal scores the bytes decide.
     * It looks at all members.
     */
    public @Nullable String first() {
        return isEmpty()
                ? null
                : Collections.min(see().toMap().entrySet(), ORDER).getKey();
    }

    /**
     * {@return the member with the highest score, or {@code null} if there is none} Among equal scores the bytes
     * decide. It looks at all members.
     */
    public @Nullable String last() {
        return isEmpty()
                ? null
                : Collections.max(see().toMap().entrySet(), ORDER).getKey();
    }

    /**
     * {@return the members and their scores, lowest first, and among equal scores in the order of their bytes} It is an
     * unmodifiable copy, in which later changes are not seen. Each call sorts all members.
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

    /** {@return the number of members} */
    public int size() {
        return see().size();
    }

    /** {@return true if there are no members} */
    public boolean isEmpty() {
        return see().size() == 0;
    }

    /**
     * Adds a member, or gives it another score.
     *
     * @param member the member; may be empty
     * @param score the score, which may be infinite
     * @throws IllegalArgumentException if the score is not a number, or if the member has half of a surrogate pair,
     *     which has no bytes in UTF-8
     */
    public void set(String member, double score) {
        String name = Utf8.check(member, "member");
        if (Double.isNaN(score)) {
            throw new IllegalArgumentException("The score of " + Numbers.shown(name) + " must be a number, not NaN");
        }
        see().put(name, Score.written(score));
    }

    /**
     * Adds to the score of a member. A member that is not there counts as 0, and is added.
     *
     * @param member the member; may be empty
     * @param delta the number to add; may be negative
     * @return the new score
     * @throws ArithmeticException if the sum is not a number; nothing is changed
     * @throws IllegalArgumentException if the member has half of a surrogate pair
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
     * @param member the member; may be empty
     * @return true if it was there
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
