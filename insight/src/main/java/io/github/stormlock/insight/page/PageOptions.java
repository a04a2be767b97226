package io.github.stormlock.insight.page;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * How the page is served.
 *
 * @param host a name or an address of this machine
 * @param port the port; 0 for any
 * @param keyFile a file with the key; null for a random one
 * @param metrics true if {@code /metrics} is there for Prometheus
 */
public record PageOptions(String host, int port, @Nullable Path keyFile, boolean metrics) {
    /** The address where only programs of this machine get to. */
    public static final String LOOPBACK = "127.0.0.1";

    /** The port where viewers look for the page. */
    public static final int PORT = 7070;
}
