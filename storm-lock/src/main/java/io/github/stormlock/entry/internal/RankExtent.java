package io.github.stormlock.entry.internal;

import io.github.stormlock.entry.Part;
import java.util.Comparator;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The members of a sorted set with the lowest or the highest scores.
 *
 * @param edge the member that was read last: all that were not read come behind it; {@code null} if all members were
 *     read, since there were fewer than asked for
 */
public record RankExtent(Part.Ranks part, Map.@Nullable Entry<String, Score> edge) implements Extent<Score> {

    /** Returns the extent of such a read. */
    public static RankExtent of(Part.Ranks part, Map<String, Score> read) {
        return new RankExtent(part, read.size() < part.count() ? null : last(read));
    }

    private static Map.@Nullable Entry<String, Score> last(Map<String, Score> read) {
        Map.Entry<String, Score> last = null;
        for (Map.Entry<String, Score> member : read.entrySet()) {
            last = member;
        }
        return last;
    }

    private Comparator<Map.Entry<String, Score>> order() {
        return part.highest() ? ScoreOrder.ORDER.reversed() : ScoreOrder.ORDER;
    }

    @Override
    public boolean isAll() {
        return edge == null;
    }

    @Override
    public boolean isKnown(Map<String, Score> now) {
        return edge == null || now.entrySet().stream().filter(this::isWithin).count() >= part.count();
    }

    /** Returns true if no member that was not read comes before this one. */
    private boolean isWithin(Map.Entry<String, Score> member) {
        return edge == null || order().compare(member, edge) <= 0;
    }

    @Override
    public Map<String, Score> cut(Map<String, Score> now) {
        return ScoreOrder.sorted(now, order(), part.count());
    }

    @Override
    public Extent<Score> next(Map<String, Score> now) {
        Map<String, Score> cut = cut(now);
        return new RankExtent(part, edge == null && cut.size() < part.count() ? null : last(cut));
    }

    @Override
    public boolean tellsEnd(boolean last, Map.@Nullable Entry<String, Score> end) {
        return last == part.highest() && (edge == null || (end != null && isWithin(end)));
    }
}
