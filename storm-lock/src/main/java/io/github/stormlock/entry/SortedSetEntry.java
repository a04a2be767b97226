package io.github.stormlock.entry;

import io.github.stormlock.entry.internal.Numbers;
import io.github.stormlock.entry.internal.Score;
import io.github.stormlock.entry.internal.ScoreExtent;
import io.github.stormlock.entry.internal.ScoreOrder;
import io.github.stormlock.entry.internal.Utf8;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A Redis sorted set as one update sees and changes it. Members are UTF-8 text. Bytes that are not UTF-8 are shown as
 * chars from U+DC80 to U+DCFF and keep their bytes. Scores are doubles, infinite ones included, and keep every bit,
 * except that -0.0 is 0.0. Only members that are really added, removed or scored anew are written.
 *
 * <p>An update without the lock is written only if what it saw still stands. {@link #add}, {@link #remove},
 * {@link #contains} and {@link #score(String)} see the member that they name, and {@link #set} sees nothing. What tells of
 * order, number or all members sees all.
 *
 * <p>An update of a large sorted set names the part that it needs: {@link Part#members}, {@link Part#scores},
 * {@link Part#lowest} or {@link Part#highest}. Then the part is the whole. The view refuses to tell anything of a member
 * that was neither read nor set, with an {@link IllegalStateException}. {@link #set} writes any member.
 *
 * <p>Not thread-safe. An emitted entry is for reading only, by any thread, and refuses a change with an
 * {@link UnsupportedOperationException}. No method takes {@code null}.
 */
public final class SortedSetEntry extends MembersEntry<Score> {

    SortedSetEntry(NamedState<Score> state) {
        super(state);
    }

    /**
     * {@return the score of a member, or {@code null} if there is no such member}
     *
     * @param member the member; may be empty
     * @throws IllegalStateException if a part is read, and not this member
     */
    public @Nullable Double score(String member) {
        Score score = state.get(member);
        return score == null ? null : score.value();
    }

    /**
     * {@return the score of a member, or {@code fallback} if there is no such member}
     *
     * @param member the member; may be empty
     * @param fallback the score for a member that is not there
     * @throws IllegalStateException if a part is read, and not this member
     */
    public double score(String member, double fallback) {
        Double score = score(member);
        return score == null ? fallback : score;
    }

    /**
     * {@return the member with the lowest score, or {@code null} if there is none} Among equal scores the bytes decide.
     * It looks at all members. Where {@link Part#scores} is read, it is the first one of that range.
     *
     * @throws IllegalStateException if a part is read that does not tell it, or not any more
     */
    public @Nullable String first() {
        return end(/* last= */ false);
    }

    /**
     * {@return the member with the highest score, or {@code null} if there is none} Among equal scores the bytes
     * decide. It looks at all members. Where {@link Part#scores} is read, it is the last one of that range.
     *
     * @throws IllegalStateException if a part is read that does not tell it, or not any more
     */
    public @Nullable String last() {
        return end(/* last= */ true);
    }

    private @Nullable String end(boolean last) {
        Map<String, Score> members = shown();
        Map.Entry<String, Score> end = members.isEmpty()
                ? null
                : last
                        ? Collections.max(members.entrySet(), ScoreOrder.ORDER)
                        : Collections.min(members.entrySet(), ScoreOrder.ORDER);
        if (!state.extent().tellsEnd(last, end)) {
            throw new IllegalStateException((last ? "The last" : "The first") + " member is not known where "
                    + state.part() + " is read: read " + (last ? "Part.highest" : "Part.lowest")
                    + ", of as many members as the update may remove and one more");
        }
        return end == null ? null : end.getKey();
    }

    /** Returns what is known to stand; of a range of scores what lies in it. */
    private Map<String, Score> shown() {
        Map<String, Score> members = state.toMap();
        return state.extent() instanceof ScoreExtent range ? range.cut(members) : members;
    }

    /**
     * {@return the members and their scores, lowest first, and among equal scores in the order of their bytes} It is an
     * unmodifiable copy, in which later changes are not seen. Each call sorts all members. Where a part is read, it has
     * the members that were read or set; of {@link Part#scores} those that are in the range.
     */
    public Map<String, Double> asMap() {
        Map<String, Double> scores = new LinkedHashMap<>();
        ScoreOrder.sorted(shown()).forEach((member, score) -> scores.put(member, score.value()));
        return Collections.unmodifiableMap(scores);
    }

    /**
     * Adds a member, or gives it another score. It does not see the sorted set.
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
        changing().put(name, Score.written(score));
    }

    /**
     * Adds to the score of a member. A member that is not there counts as 0, and is added.
     *
     * @param member the member; may be empty
     * @param delta the number to add; may be negative
     * @return the new score
     * @throws ArithmeticException if the sum is not a number; nothing is changed
     * @throws IllegalArgumentException if the member has half of a surrogate pair
     * @throws IllegalStateException if a part is read, and not this member
     */
    public double add(String member, double delta) {
        state.requireChangeable();
        double old = score(member, 0);
        double sum = Score.normal(old + delta);
        if (Double.isNaN(sum)) {
            throw new ArithmeticException(
                    "Member " + Numbers.shown(member) + ": " + old + " plus " + delta + " is not a number");
        }
        set(member, sum);
        return sum;
    }

    /** {@return the members and scores in words} It looks at the entry, as {@code asMap()} does. */
    @Override
    public String toString() {
        return String.valueOf(asMap());
    }
}
