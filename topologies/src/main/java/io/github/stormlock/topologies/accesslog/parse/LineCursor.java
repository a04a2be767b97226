package io.github.stormlock.topologies.accesslog.parse;

import io.github.stormlock.topologies.sample.Excerpt;
import java.time.Instant;

/** Takes a line apart from left to right, in time linear in its length. Not thread-safe. */
final class LineCursor {

    private final String line;
    private int at;

    LineCursor(String line) {
        this.line = line;
    }

    boolean atEnd() {
        return at == line.length();
    }

    /** Returns all up to the next blank or the end of the line, and passes it. */
    String word(String what) throws MalformedLineException {
        int from = at;
        while (!atEnd() && !isBlank(at)) {
            at++;
        }
        if (from == at) {
            throw new MalformedLineException("no " + what + at());
        }
        return line.substring(from, at);
    }

    void space(String before) throws MalformedLineException {
        if (atEnd() || !isBlank(at)) {
            throw new MalformedLineException((atEnd() ? "the line ends" : "no space") + " before the " + before + at());
        }
        while (!atEnd() && isBlank(at)) {
            at++;
        }
    }

    private boolean isBlank(int index) {
        return line.charAt(index) == ' ' || line.charAt(index) == '\t';
    }

    /** Returns all up to the first timestamp in brackets, and passes it. */
    String beforeTime() throws MalformedLineException {
        int open = line.indexOf('[');
        while (open >= 0 && (open == 0 || !isBlank(open - 1) || !LogTime.looksLike(line, open + 1))) {
            open = line.indexOf('[', open + 1);
        }
        if (open < 0) {
            throw new MalformedLineException(line.isEmpty() ? "the line is empty" : "no timestamp");
        }
        at = open + 1;
        return line.substring(0, open);
    }

    /** Returns the timestamp that {@link #beforeTime} found, and passes it. */
    Instant time() throws MalformedLineException {
        int from = at;
        at += LogTime.LENGTH + 1;
        return LogTime.parse(line, from);
    }

    /**
     * Returns the text between two quotes, with escapes left as they are. A quote behind a backslash does not end it.
     */
    String quoted(String what) throws MalformedLineException {
        if (atEnd() || line.charAt(at) != '"') {
            String found = line.substring(at).split("[ \\t]", 2)[0];
            throw new MalformedLineException(
                    "no quoted " + what + at() + (found.isEmpty() ? "" : ", but " + Excerpt.of(found)));
        }
        int begin = at + 1;
        int end = begin;
        while (end < line.length() && line.charAt(end) != '"') {
            end += line.charAt(end) == '\\' ? 2 : 1;
        }
        if (end >= line.length()) {
            throw new MalformedLineException("the line ends inside the " + what);
        }
        at = end + 1;
        return line.substring(begin, end);
    }

    private String at() {
        return " at character " + (at + 1);
    }
}
