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

    /** Returns the parts of some spans that are left when others are taken away. */
    public static List<Span> without(List<Span> some, List<Span> others) {
        List<Span> left = some;
        for (Span other : others) {
            left = left.stream().flatMap(span -> span.without(other).stream()).toList();
        }
        return left;
    }

    /** Returns the part of it that lies between two moments; it is empty if its end is not behind its beginning. */
    public Span between(long begin, long end) {
        return new Span(Math.max(from, begin), Math.min(to, end));
    }

    /** Returns how much of the time from {@code begin} to {@code end} lies in it. */
    public long within(long begin, long end) {
        return Math.max(0, Math.min(end, to) - Math.max(begin, from));
    }
}
