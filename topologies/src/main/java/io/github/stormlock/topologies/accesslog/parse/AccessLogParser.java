package io.github.stormlock.topologies.accesslog.parse;

import io.github.stormlock.topologies.sample.Excerpt;
import java.time.Instant;

/**
 * Reads NCSA Common and Combined Log Format in one pass. A line that has more than Common's fields must have all of
 * Combined's. Further quoted fields behind these, as in nginx's {@code main} format, are passed over. So are blanks at
 * the end, a byte order mark, and the name of a virtual host before the client. Stateless.
 */
public final class AccessLogParser {

    /** The most digits of a size that is believed: a petabyte in one response means a broken log. */
    private static final int MOST_BYTES_DIGITS = 15;

    private AccessLogParser() {}

    /** Returns the content of a line; a malformed one has its reason. */
    public static LogLine parse(String line) {
        try {
            // Editors leave byte order marks, also where files were joined, and some loggers a blank at the end.
            return read(new LineCursor((line.startsWith("\ufeff") ? line.substring(1) : line).stripTrailing()));
        } catch (MalformedLineException e) {
            return new LogLine.Malformed(String.valueOf(e.getMessage()));
        }
    }

    private static LogLine.Hit read(LineCursor cursor) throws MalformedLineException {
        String address = Client.of(cursor.beforeTime());
        Instant time = cursor.time();
        cursor.space("request");
        RequestLine request = RequestLine.of(cursor.quoted("request"));
        cursor.space("status");
        int status = status(cursor.word("status"));
        cursor.space("bytes");
        long bytes = bytes(cursor.word("bytes"));
        if (!cursor.atEnd()) {
            passCombined(cursor);
        }
        return new LogLine.Hit(address, time, request.method(), request.target(), status, bytes);
    }

    private static void passCombined(LineCursor cursor) throws MalformedLineException {
        cursor.space("referer");
        cursor.quoted("referer");
        cursor.space("user agent");
        cursor.quoted("user agent");
        while (!cursor.atEnd()) {
            cursor.space("next field");
            cursor.quoted("field");
        }
    }

    private static int status(String word) throws MalformedLineException {
        if (word.length() != 3 || !isDigits(word)) {
            throw new MalformedLineException("the status is no three digits: " + Excerpt.of(word));
        }
        return Integer.parseInt(word);
    }

    private static long bytes(String word) throws MalformedLineException {
        if (word.equals("-")) {
            return 0;
        }
        if (word.length() > MOST_BYTES_DIGITS || !isDigits(word)) {
            throw new MalformedLineException("the bytes are neither - nor a number of at most " + MOST_BYTES_DIGITS
                    + " digits: " + Excerpt.of(word));
        }
        return Long.parseLong(word);
    }

    private static boolean isDigits(String word) {
        return word.chars().allMatch(c -> c >= '0' && c <= '9');
    }
}
