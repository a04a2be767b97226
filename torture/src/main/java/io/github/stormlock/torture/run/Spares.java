package io.github.stormlock.torture.run;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** JVMs that stand by, so that a client that was killed is followed at once. Thread-safe. */
final class Spares implements AutoCloseable {
    private final Queue<ClientJvm> waiting = new ArrayDeque<>();
    private final int count;
    private final @Nullable Path older;
    private boolean closed;

    /** @param older the folder with the classes of an older version of the library; null for this version */
    Spares(int count, @Nullable Path older) {
        this.count = count;
        this.older = older;
    }

    /** Returns one of them, or a new one, and starts others in its place. */
    synchronized ClientJvm take() throws IOException {
        ClientJvm taken = waiting.isEmpty() ? ClientJvm.start(older) : waiting.remove();
        while (!closed && waiting.size() < count) {
            waiting.add(ClientJvm.start(older));
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
