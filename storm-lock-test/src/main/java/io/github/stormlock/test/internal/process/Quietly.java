package io.github.stormlock.test.internal.process;

import java.io.Closeable;
import java.io.IOException;

/** Closes what may be broken already. */
public final class Quietly {
    private Quietly() {}

    public static void close(Closeable resource) {
        try {
            resource.close();
        } catch (IOException broken) {
            // It is closed all the same.
        }
    }
}
