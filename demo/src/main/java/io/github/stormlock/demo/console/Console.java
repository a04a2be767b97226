package io.github.stormlock.demo.console;

import java.io.PrintStream;

/**
 * The console that the user reads.
 *
 * @param out the stream
 * @param terminal true if it can go back on a line
 */
public record Console(PrintStream out, boolean terminal) {

    /** The codes that go back to the line's beginning and clear it. */
    private static final String AGAIN = "\r\u001b[2K";

    public void say(String line) {
        print(line + System.lineSeparator());
    }

    public void print(String text) {
        out.print(text);
        out.flush();
    }

    /** Shows a line that the next one replaces, on a terminal. */
    public void show(String line) {
        print(terminal ? AGAIN + line : line + System.lineSeparator());
    }

    /** Removes a line that was to be replaced. */
    public void endLine() {
        if (terminal) {
            print(AGAIN);
        }
    }
}
