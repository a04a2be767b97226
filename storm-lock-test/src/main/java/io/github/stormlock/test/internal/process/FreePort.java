package io.github.stormlock.test.internal.process;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.DatagramSocket;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.ThreadLocalRandom;

/**
 * Finds ports on the loopback address on which nothing listens.
 *
 * <p>A test kills a server and expects that nobody answers. So a port stays reserved after it was found, against all
 * JVMs that find ports so: the UDP port of the same number is held. A JVM holds the last {@value #RESERVED} that it found.
 * Thread-safe.
 */
public final class FreePort {
    // These are below the ports that systems give to clients. Among those, a client that keeps trying a dead server is
    // at last connected to itself, and the server cannot have its port back. A cluster node's bus port, 10,000 higher,
    // stays below them too.
    private static final int FROM = 12_000;
    private static final int TO = 22_000;
    private static final int TRIES = 100;
    private static final int RESERVED = 256;

    private static final Queue<DatagramSocket> reserved = new ArrayDeque<>();

    private FreePort() {}

    public static synchronized int find() {
        IOException last = new IOException("not tried");
        for (int i = 0; i < TRIES; i++) {
            int port = ThreadLocalRandom.current().nextInt(FROM, TO);
            InetAddress loopback = InetAddress.getLoopbackAddress();
            try (ServerSocket probe = new ServerSocket(port, 1, loopback)) {
                reserved.add(new DatagramSocket(port, loopback));
                if (reserved.size() > RESERVED) {
                    reserved.remove().close();
                }
                return probe.getLocalPort();
            } catch (IOException taken) {
                last = taken;
            }
        }
        throw new UncheckedIOException(
                "No free port found on the loopback address from " + FROM + " to " + TO + " in " + TRIES + " tries",
                last);
    }
}
