package io.github.stormlock.config.internal;

import java.time.Duration;

/**
 * A duration of whole milliseconds.
 *
 * @param min the shortest that is allowed
 * @param max the longest that is allowed
 * @param orZero true if zero is allowed too
 */
public record DurationType(Duration min, Duration max, boolean orZero) implements ValueType<Duration> {

    public static DurationType between(String min, String max) {
        return new DurationType(DurationText.parse(min), DurationText.parse(max), /* orZero= */ false);
    }

    public static DurationType zeroOrBetween(String min, String max) {
        return new DurationType(DurationText.parse(min), DurationText.parse(max), /* orZero= */ true);
    }

    @Override
    public Duration read(Object raw) {
        if (raw instanceof Number number) {
            return bare(DurationText.ofMillis(number));
        }
        if (raw instanceof String text) {
            Duration value = DurationText.parse(text.strip());
            return DurationText.isBare(text.strip()) ? bare(value) : inRange(value);
        }
        if (raw instanceof Duration duration) {
            return inRange(duration);
        }
        throw ValueType.wrongKind(raw);
    }

    @Override
    public Duration inRange(Duration value) {
        if (outside(value)) {
            throw new IllegalArgumentException("is out of range");
        }
        return value;
    }

    @Override
    public String unit() {
        return "duration";
    }

    @Override
    public String range() {
        return (orZero ? "0, or " : "") + DurationText.format(min) + " to " + DurationText.format(max);
    }

    @Override
    public String allowed() {
        return range() + ", written as " + DurationText.FORM;
    }

    /**
     * Checks a number without a unit. Its message says how the number was read, since another unit may have been meant.
     */
    private Duration bare(Duration value) {
        if (outside(value)) {
            throw new IllegalArgumentException("was read as " + DurationText.format(value) + ", which is out of range");
        }
        return value;
    }

    private boolean outside(Duration value) {
        return (value.compareTo(min) < 0 || value.compareTo(max) > 0) && !(orZero && value.isZero());
    }
}
