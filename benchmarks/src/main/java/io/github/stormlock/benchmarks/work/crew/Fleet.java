package io.github.stormlock.benchmarks.work.crew;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * The JVMs of a scenario. They are kept from run to run: to start one takes longer than a run, and its code would never be
 * compiled. Used by one thread.
 */
public final class Fleet implements AutoCloseable {
    private final List<ChildJvm> children = new ArrayList<>();

    /** Returns so many JVMs, of which those that are not there yet are started. */
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
