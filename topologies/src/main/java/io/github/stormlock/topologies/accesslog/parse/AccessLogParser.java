package io.github.stormlock.topologies.accesslog.parse;

import io.github.stormlock.topologies.sample.Excerpt;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.ResolverStyle;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads NCSA Common and Combined Log Format. Further quoted fields behind these, as in nginx's {@code main} format, are
 * passed over. The time that it takes is linear in the length of the line. Stateless.
 */
public final class AccessLogParser {
    private static final String NONE = "-";
    private static final Pattern TIME =
            Pattern.compile("[ \\t]\\[(\\d{2}/[A-Za-z]{3}/\\d{4}:\\d{2}:\\d{2}:\\d{2} [+-]\\d{4})]");
    private static final DateTimeFormatter CLOCK =
            DateTimeFormatter.ofPattern("dd/MMM/uuuu:HH:mm:ss Z", Locale.US).withResolverStyle(ResolverStyle.STRICT);
    /** The last instant that is accepted: the text of a later one is longer and does not sort. */
    private static final Instant END = Instant.parse("9999-12-31T23:59:59Z");

    private static final Pattern BLANKS = Pattern.compile("[ \\t]+");
    /** An address or a name of a host, as far as a sample has to know. */
    private static final Pattern CLIENT = Pattern.compile("[\\p{L}\\p{N}_:][\\p{L}\\p{M}\\p{N}._:%-]{0,252}");
    // Possessive: what is in quotes never has to be read again.
    private static final String QUOTED = "[ \\t]++\"([^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+)\"";
    /** A response of a petabyte means a broken log. */
    private static final Pattern REST = Pattern.compile("(?s)" + QUOTED + "[ \\t]++(\\d{3})[ \\t]++(-|\\d{1,15}+)(?:"
            + QUOTED + QUOTED + "(?:" + QUOTED + ")*+)?+");

    private static final Pattern METHOD = Pattern.compile("[A-Za-z0-9!#$%&'*+.^_`|~-]{1,32}");

    private AccessLogParser() {}

    /** Returns the content of a line; a malformed one has its reason. */
    public static LogLine parse(String logged) {
        String line = logged.strip();
        Matcher time = TIME.matcher(line);
        if (!time.find()) {
            return new LogLine.Malformed(line.isEmpty() ? "the line is empty" : "no timestamp");
        }
        String before = line.substring(0, time.start()).strip();
        String[] words = BLANKS.split(before, 4);
        // A user may hold spaces. A line with a prefix of a logger has no such identity.
        boolean whole = words.length == 3 || (words.length > 3 && words[1].equals(NONE));
        if (!whole || !CLIENT.matcher(words[0]).matches()) {
            return new LogLine.Malformed("not client, identity and user before the timestamp: " + Excerpt.of(before));
        }
        Instant instant;
        try {
            instant = OffsetDateTime.parse(time.group(1), CLOCK).toInstant();
        } catch (DateTimeException e) {
            return new LogLine.Malformed("no such time: " + time.group(1));
        }
        if (instant.isBefore(Instant.EPOCH) || instant.isAfter(END)) {
            return new LogLine.Malformed("not in 1970 to 9999: " + time.group(1));
        }
        Matcher rest = REST.matcher(line).region(time.end(), line.length());
        if (!rest.matches()) {
            return new LogLine.Malformed("not a request in quotes, status, bytes and quoted fields at character "
                    + (time.end() + 1) + ": " + Excerpt.of(line.substring(time.end())));
        }
        long bytes = rest.group(3).equals(NONE) ? 0 : Long.parseLong(rest.group(3));
        return hit(words[0].toLowerCase(Locale.ROOT), instant, rest.group(1), Integer.parseInt(rest.group(2)), bytes);
    }

    /** Any text that a client sent and that is no request is the target, with the method {@code -}. */
    private static LogLine hit(String client, Instant time, String request, int status, long bytes) {
        int space = request.indexOf(' ');
        if (space < 0 || !METHOD.matcher(request).region(0, space).matches()) {
            return new LogLine.Hit(client, time, NONE, request.isEmpty() ? NONE : request, status, bytes);
        }
        int protocol = request.lastIndexOf(" HTTP/");
        String target = request.substring(space + 1, protocol > space ? protocol : request.length());
        return new LogLine.Hit(client, time, request.substring(0, space), target, status, bytes);
    }
}
