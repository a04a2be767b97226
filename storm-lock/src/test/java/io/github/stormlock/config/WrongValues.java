package io.github.stormlock.config;

import io.github.stormlock.config.internal.DurationText;
import io.github.stormlock.config.internal.ValueType;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The values that each type of key must refuse. */
final class WrongValues {
    private static final String MANY = String.join(",", Collections.nCopies(1_001, "a:1"));
    private static final List<Object> NUMBERS = List.of(5, -5, 5.5, Double.NaN, Double.POSITIVE_INFINITY);
    private static final List<Object> NODES = List.of(
            "host",
            "host:",
            ":6379",
            "host:0",
            "host:65536",
            "host:port",
            "a:1,,b:2",
            "a:1,",
            "a b:1",
            "redis://host:1",
            "user:pass@host:1",
            MANY,
            List.of(),
            List.of(1),
            List.of("a:1", List.of("b:2")),
            List.of("a:1", "b"),
            Arrays.asList("a:1", null));
    private static final List<Object> ADDRESSES = List.of((Object[])
            ("127.0.0.1:6379;http://host;redis:/host;redis://;redis://:6379;redis://host:0;redis://host:65536;"
                            + "redis://host/x;redis://host/-1;redis://host?db=1;redis://a,b;redis://a b;redis://[::1;"
                            + "redis://host#1;redis://:pass@host;redis://user@host;redis://user:pass@host:6379/0")
                    .split(";", -1));

    private WrongValues() {}

    static List<Object> of(SettingKey<?> key) {
        List<Object> wrong = new ArrayList<>(Arrays.asList(null, "", "  ", "\t\n", Map.of("a", "b"), new HashMap<>()));
        wrong.addAll(ofType(key.type()));
        if (!(key.type().unit().equals("host:port"))) {
            wrong.addAll(List.of(List.of(key.value()), new String[] {key.value()}));
        }
        return wrong;
    }

    private static List<Object> ofType(ValueType<?> type) {
        List<Object> wrong = new ArrayList<>();
        if (type.unit().equals("duration")) {
            addDurations(type.range(), wrong);
        } else if (type.allowed().startsWith("a whole number")) {
            addNumbers(type.range(), wrong);
        } else if (type.unit().equals("flag")) {
            wrong.addAll(List.of("yes", "1", "truee", 1, 0.0));
        } else {
            wrong.addAll(NUMBERS);
            wrong.addAll(List.of(true, 'c', new Object()));
            wrong.addAll(texts(type));
        }
        return wrong;
    }

    private static void addDurations(String range, List<Object> wrong) {
        boolean orZero = range.startsWith("0, or ");
        String[] ends = range.replace("0, or ", "").split(" to ", 2);
        Duration min = DurationText.parse(ends[0]);
        Duration max = DurationText.parse(ends[1]);
        wrong.addAll(
                List.of("soon", "5", "5x", "5 s", "5S", "1.5s", "-5s", "PT", "PT0.0000001S", "9".repeat(18) + "d"));
        wrong.addAll(List.of("PT-5S", "9".repeat(30), "1e3", true, 5.5, -5, Double.NaN, Long.MAX_VALUE));
        wrong.add(DurationText.format(max.plusMillis(1)));
        wrong.add(max.plusMillis(1).toMillis());
        Duration tooShort = min.minusMillis(1);
        if (!tooShort.isZero() || !orZero) {
            wrong.add(DurationText.format(tooShort));
        }
        // A bare 5 is five milliseconds, which some keys accept.
        wrong.removeIf(value -> "5".equals(value) && min.toMillis() <= 5);
    }

    private static void addNumbers(String range, List<Object> wrong) {
        String[] ends = range.split(" to ", 2);
        long min = Long.parseLong(ends[0]);
        long max = Long.parseLong(ends[1]);
        wrong.addAll(List.of("many", "5s", "1.5", "0x10", "1_000", "-5", "9".repeat(50), "1e999999999", true));
        wrong.addAll(List.of(-5, 5.5, 1e300, Double.NaN, Double.NEGATIVE_INFINITY, Long.MAX_VALUE, Long.MIN_VALUE));
        wrong.addAll(List.of(max + 1, min - 1, Long.toString(max + 1), (double) max + 1));
    }

    private static List<Object> texts(ValueType<?> type) {
        return switch (type.unit()) {
            case "host:port" -> NODES;
            case "address" -> ADDRESSES;
            case "word" -> List.of("other", "cluster,sentinel", "0");
            case "variable" -> List.of("1A", "A-B", "A B", "${A}", "A\nB", "A".repeat(257));
            case "file" -> List.of("a\0b");
            default -> List.of("two words", "a\nb", "é", "a".repeat(257));
        };
    }
}
