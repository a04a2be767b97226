package io.github.stormlock.torture.history;

/** A stretch of time. */
public record Span(long from, long to) {
    public boolean meets(long begin, long end) {
        return begin <= to && end >= from;
    }

    /** How much of the stretch from {@code begin} to {@code end} lies in it. */
    long within(long begin, long end) {
        return Math.max(0, Math.min(end, to) - Math.max(begin, from));
    }
}
