package io.github.stormlock.topologies.accesslog.parse;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.regex.Pattern;

/** Reads the timestamp of a log line, such as {@code 17/May/2015:10:05:03 +0000}, as an instant. */
final class LogTime {

    static final int LENGTH = 26;

    /** The last instant that is accepted: the text of a later one is longer and does not sort. */
    private static final Instant END = Instant.parse("9999-12-31T23:59:59Z");

    private static final Pattern SHAPE = Pattern.compile("\\d{2}/[A-Za-z]{3}/\\d{4}:\\d{2}:\\d{2}:\\d{2} [+-]\\d{4}]");
    private static final String MONTHS = "JanFebMarAprMayJunJulAugSepOctNovDec";

    private LogTime() {}

    /**
     * Returns true if a timestamp and its closing bracket stand at {@code from}. The calendar may not know this time.
     */
    static boolean looksLike(String line, int from) {
        return from <= line.length()
                && SHAPE.matcher(line).region(from, line.length()).lookingAt();
    }

    /**
     * Returns the instant at {@code from}, where something {@link #looksLike} one.
     *
     * @throws MalformedLineException if there is no such time, or it is not in 1970 to 9999
     */
    static Instant parse(String line, int from) throws MalformedLineException {
        try {
            return checked(LocalDateTime.of(
                            number(line, from + 7, 4),
                            month(line.substring(from + 3, from + 6)),
                            number(line, from, 2),
                            number(line, from + 12, 2),
                            number(line, from + 15, 2),
                            number(line, from + 18, 2))
                    .toInstant(zone(line, from + 21)));
        } catch (DateTimeException e) {
            throw new MalformedLineException(
                    "no such time: " + line.substring(from, from + LENGTH) + " at character " + (from + 1));
        }
    }

    private static Instant checked(Instant time) {
        if (time.isBefore(Instant.EPOCH) || time.isAfter(END)) {
            throw new DateTimeException("not in 1970 to 9999");
        }
        return time;
    }

    private static int month(String name) {
        int at = MONTHS.indexOf(name);
        return at % 3 == 0 ? at / 3 + 1 : 0;
    }

    private static ZoneOffset zone(String line, int from) {
        int sign = line.charAt(from) == '-' ? -1 : 1;
        return ZoneOffset.ofHoursMinutes(sign * number(line, from + 1, 2), sign * number(line, from + 3, 2));
    }

    private static int number(String line, int from, int digits) {
        return Integer.parseInt(line, from, from + digits, 10);
    }
}
