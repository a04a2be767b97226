package io.github.stormlock.benchmarks.work.load;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/**
 * Keeps the JVMs of a scenario from run to run. It takes longer to start one than a run takes, and the code of a new JVM
 * would never be compiled. Used by one thread.
 */
public final class JvmPool implements AutoCloseable {
    private final Class<?> main;
    private final List<ChildJvm> children = new ArrayList<>();

    /** @param main the class with the main method of each JVM, which calls {@link Peer#serve} */
    public JvmPool(Class<?> main) {
        this.main = main;
    }

    /** Returns so many JVMs, and starts those that are missing. */
    List<ChildJvm> first(int number) throws IOException {
        while (children.size() < number) {
            children.add(ChildJvm.start(main, List.of()));
        }
        return List.copyOf(children.subList(0, number));
    }

    @Override
    public void close() {
        children.forEach(ChildJvm::close);
    }
}
