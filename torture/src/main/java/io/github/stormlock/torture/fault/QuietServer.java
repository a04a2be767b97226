package io.github.stormlock.torture.fault;

import io.github.stormlock.test.RedisServer;

/** A server that no fault strikes. A wait ends at an outage, so only here can a wait last as long as it may. */
public final class QuietServer implements AutoCloseable {
    private final RedisServer server = TortureServers.start();

    public int port() {
        return server.port();
    }

    @Override
    public void close() {
        server.close();
    }
}
