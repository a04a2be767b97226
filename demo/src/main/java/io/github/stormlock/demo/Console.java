package io.github.stormlock.demo;

import java.io.PrintStream;

/**
 * Where the user reads.
 *
 * @param out the stream
 * @param terminal whether it can go back on a line
 */
record Console(PrintStream out, boolean terminal) {

    /** Back to the line's beginning, and clear it. */
    private static final String AGAIN = "\r\u001b[2K";

    void say(String line) {
        out.println(line);
        out.flush();
    }

    void print(String text) {
        out.print(text);
        out.flush();
    }

    /** A line that the next one replaces, on a terminal. */
    void show(String line) {
        print(terminal ? AGAIN + line : line + System.lineSeparator());
    }

    /** Removes a line that was to be replaced. */
    void endLine() {
        if (terminal) {
            print(AGAIN);
        }
    }
}
