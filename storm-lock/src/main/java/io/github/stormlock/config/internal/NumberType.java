package io.github.stormlock.config.internal;

import java.math.BigDecimal;

/**
 * A whole number.
 *
 * @param unit the name of what is counted
 * @param min the smallest that is allowed
 * @param max the largest that is allowed
 */
public record NumberType(String unit, long min, long max) implements ValueType<Long> {
    private static final int LONGEST = 40;

    @Override
    public Long read(Object raw) {
        if (raw instanceof Number || raw instanceof String) {
            return inRange(whole(raw.toString().strip()));
        }
        throw ValueType.wrongKind(raw);
    }

    @Override
    public Long inRange(Long value) {
        if (value < min || value > max) {
            throw new IllegalArgumentException("is out of range");
        }
        return value;
    }

    @Override
    public String range() {
        return min + " to " + max;
    }

    @Override
    public String allowed() {
        return "a whole number, " + range() + " " + unit;
    }

    private static long whole(String text) {
        try {
            if (text.length() > LONGEST) {
                throw new NumberFormatException("too long");
            }
            return new BigDecimal(text).longValueExact();
        } catch (ArithmeticException | NumberFormatException e) {
            throw new IllegalArgumentException("is no whole number, or far out of range", e);
        }
    }
}
