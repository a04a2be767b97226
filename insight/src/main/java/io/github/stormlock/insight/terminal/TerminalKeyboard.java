package io.github.stormlock.insight.terminal;

import java.io.IOException;
import java.io.InterruptedIOException;
import java.io.UncheckedIOException;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;
import org.jline.terminal.TerminalBuilder;
import org.jline.utils.NonBlockingReader;

/** The keys of the terminal in which this program runs. Ctrl-C still ends the program, and JLine mends the terminal then. */
public final class TerminalKeyboard implements Keyboard {
    private final Terminal terminal;
    private final Attributes before;

    private TerminalKeyboard(Terminal terminal) {
        this.terminal = terminal;
        this.before = terminal.enterRawMode();
    }

    /** Returns the keys of the terminal; those of nobody if input or output is a file or a pipe. */
    public static Keyboard open() {
        try {
            Terminal terminal =
                    TerminalBuilder.builder().system(true).dumb(true).build();
            if (terminal.getType().startsWith(Terminal.TYPE_DUMB)) {
                terminal.close();
                return Keyboard.OF_NOBODY;
            }
            return new TerminalKeyboard(terminal);
        } catch (IOException e) {
            // Keys are a convenience. What is shown does not need them.
            return Keyboard.OF_NOBODY;
        }
    }

    @Override
    public int await(long millis) throws InterruptedException {
        try {
            int key = terminal.reader().read(millis);
            if (key == NonBlockingReader.EOF) {
                // Nobody can press anything any more; a loop without a pause would ask the server all the time.
                return Keyboard.OF_NOBODY.await(millis);
            }
            return key == NonBlockingReader.READ_EXPIRED ? NONE : key;
        } catch (InterruptedIOException e) {
            throw new InterruptedException(e.getMessage());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        terminal.setAttributes(before);
        try {
            terminal.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
