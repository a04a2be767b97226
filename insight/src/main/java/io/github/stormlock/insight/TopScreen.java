package io.github.stormlock.insight;

import io.github.stormlock.insight.read.Rates;
import io.github.stormlock.insight.terminal.Keyboard;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The screen of {@code locks top}: prints looks, and follows the keys meanwhile. For one thread. */
final class TopScreen {
    private static final String CLEAR = "\u001b[H\u001b[2J";
    private static final int LONGEST_FILTER = 100;
    private static final int ESCAPE = 27;
    private static final int BACKSPACE = 8;
    private static final int DELETE = 127;

    private final Invocation invocation;
    private final Keyboard keyboard;
    private TopView view;
    private @Nullable StringBuilder typed;
    private @Nullable Rates last;
    private boolean watched;

    TopScreen(Invocation invocation, TopView view, Keyboard keyboard) {
        this.invocation = invocation;
        this.view = view;
        this.keyboard = keyboard;
    }

    /** Prints a look. */
    void show(Rates rates, boolean reportsEachSecond) {
        last = rates;
        watched = reportsEachSecond;
        print(rates);
    }

    /** Waits for so long and does what the keys say. Returns false if they say that it is enough. */
    boolean stands(long millis) throws InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        for (long left = millis; left > 0; left = TimeUnit.NANOSECONDS.toMillis(end - System.nanoTime())) {
            int key = keyboard.await(left);
            if (key != Keyboard.NONE) {
                if (key == 'q' && typed == null) {
                    return false;
                }
                press((char) key);
                if (last != null) {
                    print(last);
                }
            }
        }
        return true;
    }

    private void press(char key) {
        if (typed != null) {
            type(typed, key);
        } else if (key == 's') {
            view = view.inNextOrder();
        } else if (key == '/') {
            typed = new StringBuilder();
        }
    }

    private void type(StringBuilder text, char key) {
        if (key == '\r' || key == '\n') {
            view = view.filtered(text.toString());
            typed = null;
        } else if (key == ESCAPE) {
            typed = null;
        } else if (key == BACKSPACE || key == DELETE) {
            text.setLength(Math.max(0, text.length() - 1));
        } else if (!Character.isISOControl(key) && text.length() < LONGEST_FILTER) {
            text.append(key);
        }
    }

    private void print(Rates rates) {
        if (invocation.json()) {
            invocation.say(view.json(rates));
            return;
        }
        List<String> lines = view.lines(rates);
        if (!watched) {
            lines.add(" workers report each five seconds: the right to write lock-info:{workers}:watch is missing");
        }
        if (keyboard != Keyboard.OF_NOBODY) {
            lines.add(footer());
        }
        invocation.out().print((view.once() ? "" : CLEAR) + String.join("\n", lines) + "\n");
        invocation.out().flush();
    }

    private String footer() {
        if (typed != null) {
            return " entries with: " + typed + "_   Enter shows them, Esc leaves it";
        }
        return " by " + view.order() + (view.filter().isEmpty() ? "" : ", entries with " + view.filter())
                + "; q quits, s sorts, / filters";
    }
}
