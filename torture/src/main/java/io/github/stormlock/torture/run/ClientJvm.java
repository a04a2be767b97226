package io.github.stormlock.torture.run;

import io.github.stormlock.test.internal.process.ChildJvm;
import io.github.stormlock.torture.client.TortureClient;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** A client's JVM, as the harness sees it: a real process that takes orders, signals and a kill. Thread-safe. */
public final class ClientJvm implements AutoCloseable {
    private static final long START_MILLIS = 60_000;
    /** A client may live for a second only, so it has to start fast and leave the processors to others. */
    private static final List<String> OPTIONS =
            List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-XX:-UsePerfData", "-Xmx256m");

    private final ChildJvm jvm;
    private volatile String name = "that stands by";

    private ClientJvm(ChildJvm jvm) {
        this.jvm = jvm;
    }

    /** Starts a JVM that stands by. */
    static ClientJvm start() throws IOException {
        return new ClientJvm(ChildJvm.start(TortureClient.class, OPTIONS, List.of()));
    }

    /** Makes the JVM a client; {@link #awaitReady} returns when it is ready. */
    void begin(String client, Path config) {
        name = client;
        order(config.toString());
    }

    public String name() {
        return name;
    }

    public void order(String order) {
        try {
            jvm.tell(order);
        } catch (IOException e) {
            throw new HarnessException("client " + name + " takes no orders any more", e);
        }
    }

    void awaitReady() throws InterruptedException {
        expect("ready", START_MILLIS);
    }

    /**
     * Waits for a line that begins like this, and drops the lines before it.
     *
     * @throws HarnessException if it does not come within so many milliseconds, or if the client ends
     */
    public String expect(String start, long millis) throws InterruptedException {
        String line = hear(millis, start);
        if (line.isEmpty()) {
            throw new HarnessException(
                    "client " + name + " did not say '" + start + "' within " + millis + " ms", null);
        }
        return line;
    }

    /** Waits as {@link #expect} does, for any of these beginnings. Returns an empty text if no line comes in time. */
    public String hear(long millis, String... starts) throws InterruptedException {
        try {
            return jvm.hear(millis, starts);
        } catch (IOException e) {
            throw new HarnessException("client " + name + " ended; what it said is above", e);
        }
    }

    public void signal(String signal) {
        jvm.signal(signal);
    }

    /** Kills the process with SIGKILL, and waits for its end. */
    @Override
    public void close() {
        jvm.close();
    }
}
