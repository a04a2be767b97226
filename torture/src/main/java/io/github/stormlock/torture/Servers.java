package io.github.stormlock.torture;

import io.github.stormlock.test.RedisServer;

/** Starts the processes that a run needs: of the system's Redis where there is one, as it is the newer one. */
final class Servers {
    static final int PATIENCE_MILLIS = 20_000;

    private Servers() {}

    static RedisServer start(String... options) {
        return RedisServer.system(options).orElseGet(() -> RedisServer.embedded(options));
    }
}
