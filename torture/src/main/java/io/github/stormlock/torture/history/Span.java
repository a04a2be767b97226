package io.github.stormlock.torture.history;

import java.util.ArrayList;
import java.util.List;

/** A stretch of time between two moments. */
public record Span(long from, long to) {
    public boolean meets(long begin, long end) {
        return begin <= to && end >= from;
    }

    /** Returns the parts of it that are left when another is taken away. */
    public List<Span> without(Span other) {
        if (!meets(other.from, other.to)) {
            return List.of(this);
        }
        List<Span> left = new ArrayList<>(2);
        if (from < other.from) {
            left.add(new Span(from, other.from));
        }
        if (other.to < to) {
            left.add(new Span(other.to, to));
        }
        return left;
    }

    /** Returns how much of the time from {@code begin} to {@code end} lies in it. */
    public long within(long begin, long end) {
        return Math.max(0, Math.min(end, to) - Math.max(begin, from));
    }
}
