package io.github.stormlock.test.internal.process;

import java.io.IOException;

/** Thrown if another process took the port after it was found free and before the server bound it. */
final class PortTakenException extends IOException {
    private static final long serialVersionUID = 1L;

    PortTakenException(int port) {
        super("Port " + port + " on the loopback address is taken by another process");
    }
}
