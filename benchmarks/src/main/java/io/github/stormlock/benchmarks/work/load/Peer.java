package io.github.stormlock.benchmarks.work.load;

import org.jspecify.annotations.Nullable;

/** A JVM of a pool. It starts a contender, works, and ends the contender, as it is told. */
public final class Peer implements AutoCloseable {
    private final Starter starter;
    private @Nullable LoadGenerator load;

    private Peer(Starter starter) {
        this.starter = starter;
    }

    /** Starts the load that the orders describe. */
    public interface Starter {
        LoadGenerator start(JvmOrders orders) throws Exception;
    }

    public static void main(String[] arguments) throws Exception {
        serve(ThreadLoad::start);
    }

    /** Does what it is told on standard input, and ends this JVM when the input ends. */
    public static void serve(Starter starter) throws Exception {
        try (Peer peer = new Peer(starter)) {
            Wire.serve(peer);
        }
        System.exit(0);
    }

    boolean start(JvmOrders orders) throws Exception {
        load = starter.start(orders);
        return true;
    }

    LoadGenerator load() {
        LoadGenerator started = load;
        if (started == null) {
            throw new IllegalStateException("told to work before a contender was started");
        }
        return started;
    }

    boolean end() {
        LoadGenerator started = load;
        load = null;
        if (started != null) {
            started.close();
        }
        return true;
    }

    @Override
    public void close() {
        end();
    }
}
