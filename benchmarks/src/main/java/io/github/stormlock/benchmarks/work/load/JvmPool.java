package io.github.stormlock.benchmarks.work.load;

import io.github.stormlock.test.internal.process.ChildJvm;
import java.io.IOException;
import java.lang.management.ManagementFactory;
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
            children.add(start(main, List.of()));
        }
        return List.copyOf(children.subList(0, number));
    }

    /** Starts a JVM with the options of this one, so that both compile and collect alike. */
    public static ChildJvm start(Class<?> main, List<String> arguments) throws IOException {
        List<String> options =
                new ArrayList<>(ManagementFactory.getRuntimeMXBean().getInputArguments());
        options.add("-Dlog4j2.configurationFile=classpath:io/github/stormlock/benchmarks/log4j2.xml");
        return ChildJvm.start(main, options, arguments);
    }

    @Override
    public void close() {
        children.forEach(ChildJvm::close);
    }
}
