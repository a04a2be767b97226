package io.github.stormlock.entry.internal;

import io.github.stormlock.entry.Part;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The members of a sorted set whose scores are in a range. All of them are read, so the range stays known, unless more come into it than a
 * read may find.
 */
public record ScoreExtent(Part.Scores part) implements Extent<Score> {

    @Override
    public boolean isAll() {
        return false;
    }

    @Override
    public boolean isKnown(Map<String, Score> now) {
        return now.values().stream().filter(this::isWithin).count() <= part.most();
    }

    private boolean isWithin(Score score) {
        return score.value() >= part.min() && score.value() <= part.max();
    }

    @Override
    public Map<String, Score> cut(Map<String, Score> now) {
        Map<String, Score> within = new LinkedHashMap<>(now);
        within.values().removeIf(score -> !isWithin(score));
        return ScoreOrder.sorted(within);
    }

    @Override
    public boolean tellsEnd(boolean last, Map.@Nullable Entry<String, Score> end) {
        return true;
    }
}
