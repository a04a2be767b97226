package io.github.stormlock.config.internal;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * The form and the bounds of the values of a key. Immutable.
 *
 * @param unit the name of what a number counts, or of the kind of text that is expected
 * @param range the allowed values in words
 * @param allowed the same, and the way to write them, for a message about a wrong one
 * @param reading reads a value as Storm hands it over: from YAML, from Java, or from a command line; or one that has the
 *     type already. Text is never blank. It refuses a wrong one by an {@link IllegalArgumentException} whose message goes on from the value ("is
 *     not ...") and does not repeat it
 */
public record ValueType<T>(String unit, String range, String allowed, Function<Object, T> reading) {
    /** True or false: a boolean, or a word in any case. */
    public static final ValueType<Boolean> FLAG = new ValueType<>(
            "flag", "true or false", "true or false", raw -> raw instanceof Boolean flag ? flag : flag(text(raw)));

    private static final int LONGEST_NUMBER = 40;
    private static final String OR_ZERO = "0, or ";

    /** Returns the type that a unit stands for. Any other word than these counts something. */
    public static ValueType<?> of(String unit, String range) {
        return switch (unit) {
            case "flag" -> FLAG;
            case "duration" -> duration(range);
            case "word" -> TextTypes.word(range);
            case "name" -> TextTypes.NAME;
            case "prefix" -> TextTypes.PREFIX;
            case "variable" -> TextTypes.VARIABLE;
            case "file" -> TextTypes.FILE;
            case "address" -> TextTypes.ADDRESS;
            case "host:port" -> TextTypes.NODES;
            default -> number(unit, range);
        };
    }

    /** Returns the type of a whole number, whose range is such as {@code 1 to 100}. */
    private static ValueType<Long> number(String unit, String range) {
        List<Long> ends =
                List.of(range.split(" to ")).stream().map(Long::valueOf).toList();
        return new ValueType<>(unit, range, "a whole number, " + range + " " + unit, raw -> {
            long value = whole(raw instanceof Number ? raw.toString() : text(raw));
            return checked(value, ends.get(0) <= value && value <= ends.get(1), "is out of range");
        });
    }

    /** Returns the type of a duration of whole milliseconds, whose range is such as {@code 0, or 1s to 1m}. */
    public static ValueType<Duration> duration(String range) {
        boolean orZero = range.startsWith(OR_ZERO);
        List<Duration> ends = List.of(range.replace(OR_ZERO, "").split(" to ")).stream()
                .map(DurationText::parse)
                .toList();
        Predicate<Duration> within = value ->
                (ends.get(0).compareTo(value) <= 0 && value.compareTo(ends.get(1)) <= 0) || (orZero && value.isZero());
        return new ValueType<>(
                "duration", range, range + ", written as " + DurationText.FORM, raw -> duration(raw, within));
    }

    /** A message about a number without a unit says how it was read, since another unit may have been meant. */
    private static Duration duration(Object raw, Predicate<Duration> within) {
        Duration value = raw instanceof Duration given
                ? given
                : raw instanceof Number number
                        ? Duration.ofMillis(whole(number.toString()))
                        : DurationText.parse(text(raw));
        boolean bare = raw instanceof Number || (raw instanceof String text && DurationText.isBare(text.strip()));
        String read = bare ? "was read as " + DurationText.format(value) + ", which is" : "is";
        return checked(value, within.test(value), read + " out of range");
    }

    private static <T> T checked(T value, boolean allowed, String problem) {
        if (!allowed) {
            throw new IllegalArgumentException(problem);
        }
        return value;
    }

    private static boolean flag(String text) {
        return switch (text.toLowerCase(Locale.ROOT)) {
            case "true" -> true;
            case "false" -> false;
            default -> throw new IllegalArgumentException("is not a flag");
        };
    }

    private static long whole(String text) {
        try {
            if (text.length() > LONGEST_NUMBER) {
                throw new NumberFormatException("too long");
            }
            return new BigDecimal(text).longValueExact();
        } catch (ArithmeticException | NumberFormatException e) {
            throw new IllegalArgumentException("is no whole number, or far out of range", e);
        }
    }

    /** Returns a text without the blanks around it, or refuses a value of another kind. */
    static String text(Object raw) {
        if (raw instanceof String text) {
            return text.strip();
        }
        throw wrongKind(raw);
    }

    /**
     * Returns the refusal of a value of a wrong kind. The value is not shown, since a list or a map may hold anything.
     */
    static IllegalArgumentException wrongKind(Object raw) {
        return new IllegalArgumentException("is " + kindOf(raw));
    }

    private static String kindOf(Object raw) {
        if (raw instanceof Iterable<?> || raw.getClass().isArray()) {
            return "a list";
        }
        if (raw instanceof Map<?, ?>) {
            return "a map";
        }
        if (raw instanceof Number) {
            return "a number, not text in quotes";
        }
        return raw instanceof Boolean ? "a flag" : "a " + raw.getClass().getSimpleName();
    }
}
