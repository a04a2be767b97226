package io.github.stormlock.test.internal.proxy;

import io.github.stormlock.test.internal.process.DaemonThread;
import io.github.stormlock.test.internal.process.FreePort;
import io.github.stormlock.test.internal.process.Quietly;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** Listens on one port of the loopback address, and can stop and start again on it. Thread-safe. */
public final class ProxyListener implements AutoCloseable {
    private static final int BACKLOG = 512;

    private final int port = FreePort.find();
    private final Consumer<Socket> accepted;
    private @Nullable ServerSocket socket;
    private @Nullable Thread thread;

    public ProxyListener(Consumer<Socket> accepted) {
        this.accepted = accepted;
    }

    public int port() {
        return port;
    }

    public synchronized void open() {
        if (socket != null) {
            return;
        }
        try {
            ServerSocket opened = new ServerSocket();
            opened.setReuseAddress(true);
            opened.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), BACKLOG);
            socket = opened;
            thread = DaemonThread.start("fault-proxy-" + port, () -> accept(opened));
        } catch (IOException taken) {
            throw new UncheckedIOException("The fault proxy cannot listen on port " + port, taken);
        }
    }

    /** Stops listening: once it has returned, new connections are refused. */
    @Override
    public synchronized void close() {
        if (socket == null || thread == null) {
            return;
        }
        Quietly.close(socket);
        DaemonThread.awaitEnd(thread);
        socket = null;
        thread = null;
    }

    private void accept(ServerSocket listening) {
        while (!listening.isClosed()) {
            try {
                accepted.accept(listening.accept());
            } catch (IOException closedOrGone) {
                // If the listener was closed, the loop ends. If a client was gone before it was accepted, the next one
                // follows.
            }
        }
    }
}
