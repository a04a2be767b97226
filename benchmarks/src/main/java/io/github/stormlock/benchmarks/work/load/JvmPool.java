package io.github.stormlock.benchmarks.work.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps the JVMs of a scenario from run to run. It takes longer to start one than a run takes, and the code of a new JVM
 * would never be compiled. Used by one thread.
 */
public final class JvmPool implements AutoCloseable {
    private final List<ChildJvm> children = new ArrayList<>();

    /** Returns so many JVMs, and starts those that are missing. */
    List<ChildJvm> first(int number) throws IOException {
        while (children.size() < number) {
            children.add(ChildJvm.start(Peer.class, List.of()));
        }
        return List.copyOf(children.subList(0, number));
    }

    @Override
    public void close() {
        children.forEach(ChildJvm::close);
    }
}
