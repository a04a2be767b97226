package io.github.stormlock.torture.run;

import io.github.stormlock.torture.history.Predecessors;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.RunKeys;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The clients of a run, each a JVM. A client that is killed is followed by its next incarnation. Thread-safe per client. */
public final class Fleet implements AutoCloseable {
    public static final int POOL = 12;
    private static final int SPARES = 2;

    private final ServerSetup setup;
    private final ClientConfig.Timing timing;
    private final RunKeys keys;
    private final Path folder;
    private final ClientMix mix;
    private final long seed;
    private final List<ClientJvm> current = new ArrayList<>();
    private int struck;
    private int quiet;
    private final Spares spares = new Spares(SPARES);
    private final List<Predecessors> predecessors = new ArrayList<>();
    private final List<List<Path>> histories = new ArrayList<>();

    public Fleet(ServerSetup setup, ClientConfig.Timing timing, RunKeys keys, Path folder, ClientMix mix, long seed) {
        this.setup = setup;
        this.timing = timing;
        this.keys = keys;
        this.folder = folder;
        this.mix = mix;
        this.seed = seed;
    }

    /**
     * Starts clients that faults may strike, and then some that are spared.
     *
     * @param quietPort the port of the server at which the spared clients wait
     */
    public void start(int clients, int spared, int quietPort) throws IOException, InterruptedException {
        struck = clients;
        quiet = quietPort;
        for (int i = 0; i < clients + spared; i++) {
            histories.add(new ArrayList<>());
            predecessors.add(new Predecessors());
            current.add(begin(i, POOL));
        }
        for (ClientJvm client : current) {
            client.awaitReady();
        }
    }

    private ClientJvm begin(int number, int pool) throws IOException {
        List<Path> before = histories.get(number);
        if (!before.isEmpty()) {
            predecessors.get(number).add(before.get(before.size() - 1));
        }
        String incarnation = "client" + number + "-" + (before.size() + 1);
        Path history = folder.resolve(incarnation + ".jsonl");
        ClientConfig config = new ClientConfig(
                ClientConfig.name(number),
                setup.mode(),
                setup.ports(number),
                timing,
                keys,
                pool,
                history.toString(),
                predecessors.get(number).inheritance(),
                number >= struck ? quiet : 0,
                mix.memory(),
                mix.kind(),
                seed * 100 + number * 10L + before.size());
        Path file = folder.resolve(incarnation + ".json");
        config.write(file);
        synchronized (histories) {
            before.add(history);
        }
        ClientJvm jvm = spares.take();
        jvm.begin(incarnation, file);
        return jvm;
    }

    /** Starts the next incarnation of a client that has ended. It does not work yet. */
    public ClientJvm replace(int number, int pool) throws IOException, InterruptedException {
        ClientJvm next = begin(number, pool);
        next.awaitReady();
        synchronized (current) {
            current.set(number, next);
        }
        return next;
    }

    public ClientJvm client(int number) {
        synchronized (current) {
            return current.get(number);
        }
    }

    public List<ClientJvm> clients() {
        synchronized (current) {
            return List.copyOf(current);
        }
    }

    public int size() {
        synchronized (current) {
            return current.size();
        }
    }

    public ClientConfig.Timing timing() {
        return timing;
    }

    public RunKeys keys() {
        return keys;
    }

    List<Path> histories() {
        synchronized (histories) {
            return histories.stream().flatMap(List::stream).toList();
        }
    }

    @Override
    public void close() {
        spares.close();
        clients().forEach(ClientJvm::close);
    }
}
