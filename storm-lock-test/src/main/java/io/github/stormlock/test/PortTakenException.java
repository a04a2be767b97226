package io.github.stormlock.test;

import java.io.IOException;

/** Somebody else took the port between our look at it and the server's. */
final class PortTakenException extends IOException {
    private static final long serialVersionUID = 1L;

    PortTakenException(int port) {
        super("Port " + port + " on the loopback address is taken by another process");
    }
}
