package io.github.stormlock.test;

import java.io.Closeable;
import java.io.IOException;

/** Closes what may be broken already. */
final class Quietly {
    private Quietly() {}

    static void close(Closeable resource) {
        try {
            resource.close();
        } catch (IOException broken) {
            // It is closed all the same.
        }
    }
}
