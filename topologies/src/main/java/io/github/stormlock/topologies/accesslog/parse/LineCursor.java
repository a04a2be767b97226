package io.github.stormlock.topologies.accesslog.parse;

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

    /** Returns all up to the next space or the end of the line, and passes it. */
    String word(String what) throws MalformedLineException {
        int end = line.indexOf(' ', at);
        String word = line.substring(at, end < 0 ? line.length() : end);
        if (word.isEmpty()) {
            throw new MalformedLineException("no " + what + at());
        }
        at += word.length();
        return word;
    }

    void space(String before) throws MalformedLineException {
        if (atEnd() || line.charAt(at) != ' ') {
            throw new MalformedLineException((atEnd() ? "the line ends" : "no space") + " before the " + before + at());
        }
        at++;
    }

    /** Passes the user's name, which may hold spaces, and returns the timestamp that ends it. */
    Instant userAndTime() throws MalformedLineException {
        int open = line.indexOf(" [", at + 1);
        while (open >= 0 && !LogTime.looksLike(line, open + 2)) {
            open = line.indexOf(" [", open + 1);
        }
        if (open < 0) {
            throw new MalformedLineException("no timestamp" + at());
        }
        at = open + 2 + LogTime.LENGTH + 1;
        return LogTime.parse(line, open + 2);
    }

    /**
     * Returns the text between two quotes, with escapes left as they are. A quote behind a backslash does not end it.
     */
    String quoted(String what) throws MalformedLineException {
        if (atEnd() || line.charAt(at) != '"') {
            throw new MalformedLineException("no quoted " + what + at());
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
