package io.github.stormlock.insight.terminal;

import java.util.concurrent.TimeUnit;

/** The keys that a person presses, one by one and without Enter. For one thread. */
public interface Keyboard extends AutoCloseable {
    /** No key. */
    int NONE = -1;

    /** Nobody presses a key: waiting is all there is. */
    Keyboard OF_NOBODY = millis -> {
        TimeUnit.MILLISECONDS.sleep(millis);
        return NONE;
    };

    /**
     * Waits for a key.
     *
     * @param millis the longest wait, in milliseconds, more than 0
     * @return its character; {@link #NONE} if none was pressed in time
     */
    int await(long millis) throws InterruptedException;

    /** Gives the terminal back as it was. */
    @Override
    default void close() {}
}
