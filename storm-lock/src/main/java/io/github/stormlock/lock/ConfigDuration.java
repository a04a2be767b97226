package io.github.stormlock.lock;

import java.time.Duration;

/** A duration of whole milliseconds. */
record ConfigDuration(Duration min, Duration max) implements ConfigType<Duration> {

    static ConfigDuration between(String min, String max) {
        return new ConfigDuration(DurationText.parse(min), DurationText.parse(max));
    }

    @Override
    public Duration read(Object raw) {
        if (raw instanceof Number number) {
            return bounded(DurationText.ofMillis(number), true);
        }
        if (raw instanceof String text) {
            String stripped = text.strip();
            return bounded(DurationText.parse(stripped), Character.isDigit(stripped.charAt(stripped.length() - 1)));
        }
        throw new IllegalArgumentException(
                "is " + ConfigType.kindOf(raw) + ", not a duration: write " + DurationText.FORM);
    }

    @Override
    public Duration inRange(Duration value) {
        return bounded(value, false);
    }

    @Override
    public String unit() {
        return "duration";
    }

    @Override
    public String range() {
        return DurationText.format(min) + " to " + DurationText.format(max);
    }

    private Duration bounded(Duration value, boolean bare) {
        if (value.compareTo(min) < 0 || value.compareTo(max) > 0) {
            String readAs = bare ? ": a number without a unit is milliseconds" : "";
            throw new IllegalArgumentException("is not in " + range() + readAs);
        }
        return value;
    }
}
