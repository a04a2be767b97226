package io.github.stormlock.lock;

import io.github.stormlock.test.RedisServer;
import java.io.UncheckedIOException;

/** Servers of a test's own, which it may reconfigure, fill and kill. */
final class Servers {
    private Servers() {}

    static RedisServer own(String... options) {
        try {
            return RedisServer.embedded(options);
        } catch (UncheckedIOException cannotRunHere) {
            return RedisServer.system(options).orElseThrow(() -> cannotRunHere);
        }
    }
}
