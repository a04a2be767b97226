package io.github.stormlock.torture.fault;

import io.github.stormlock.test.internal.process.DaemonThread;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.concurrent.locks.LockSupport;

/** Finds out from outside between which two moments a server ended. Its methods are for one thread. */
final class DeathWatch implements AutoCloseable {
    private static final long STEP_NANOS = 2_000_000;
    private static final int CONNECT_MILLIS = 1_000;

    private final int port;
    private final Thread thread;
    private volatile long alive = System.nanoTime();
    private volatile long dead;
    private volatile boolean closed;

    DeathWatch(int port) {
        this.port = port;
        this.thread = DaemonThread.start("death-watch", this::watch);
    }

    private void watch() {
        while (!closed && dead == 0) {
            long begun = System.nanoTime();
            if (accepts()) {
                alive = begun;
            } else {
                dead = System.nanoTime();
            }
            LockSupport.parkNanos(STEP_NANOS);
        }
    }

    private boolean accepts() {
        try (Socket socket = new Socket()) {
            socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), CONNECT_MILLIS);
            return true;
        } catch (IOException refused) {
            return false;
        }
    }

    /** Returns the time when the server was last known to be there. */
    long alive() {
        return alive;
    }

    /** Returns the time when the server was first known to be gone; the present time if that is not known. */
    long dead() {
        return dead == 0 ? System.nanoTime() : dead;
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
    }
}
