package io.github.stormlock.torture.run;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Queue;

/** JVMs that stand by, so that a client that was killed is followed at once. Thread-safe. */
final class Spares implements AutoCloseable {
    private final Queue<ClientJvm> waiting = new ArrayDeque<>();
    private final int count;
    private boolean closed;

    Spares(int count) {
        this.count = count;
    }

    /** Returns one of them, or a new one, and starts others in its place. */
    synchronized ClientJvm take() throws IOException {
        ClientJvm taken = waiting.isEmpty() ? ClientJvm.start() : waiting.remove();
        while (!closed && waiting.size() < count) {
            waiting.add(ClientJvm.start());
        }
        return taken;
    }

    @Override
    public synchronized void close() {
        closed = true;
        waiting.forEach(ClientJvm::close);
        waiting.clear();
    }
}
