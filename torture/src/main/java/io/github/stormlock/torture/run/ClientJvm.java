package io.github.stormlock.torture.run;

import io.github.stormlock.torture.client.TortureClient;
import io.github.stormlock.torture.protocol.UpdateSteps;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A client's JVM, as the harness sees it: a real process that takes orders, signals and a kill. It ends with the harness,
 * because its input ends then. Thread-safe.
 */
public final class ClientJvm implements AutoCloseable {
    private static final long START_SECONDS = 60;
    private static final String GONE = "gone";
    private static final String CLASS_PATH = System.getProperty("java.class.path", "");

    private final Process process;
    private final BufferedWriter orders;
    private final BlockingQueue<String> said = new LinkedBlockingQueue<>();
    private volatile String name = "that stands by";

    private ClientJvm(Process process) {
        this.process = process;
        this.orders = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
        Thread listener = new Thread(this::listen, "listen-" + process.pid());
        listener.setDaemon(true);
        listener.start();
    }

    /** Starts a JVM that stands by. */
    static ClientJvm start() throws IOException {
        List<String> command = List.of(
                System.getProperty("java.home") + "/bin/java",
                // A client may live for a second only, so it has to start fast and leave the processors to others.
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-Xmx256m",
                "-cp",
                CLASS_PATH,
                TortureClient.class.getName());
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        return new ClientJvm(process);
    }

    private void listen() {
        try (BufferedReader in =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.startsWith(UpdateSteps.MARK)) {
                    said.add(line.substring(UpdateSteps.MARK.length()));
                }
            }
        } catch (IOException ended) {
            // The output has ended.
        }
        said.add(GONE);
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
            orders.write(order + "\n");
            orders.flush();
        } catch (IOException e) {
            throw new HarnessException("client " + name + " takes no orders any more", e);
        }
    }

    void awaitReady() throws InterruptedException {
        expect("ready", TimeUnit.SECONDS.toMillis(START_SECONDS));
    }

    /**
     * Waits for a line that begins like this, and drops the lines before it.
     *
     * @throws HarnessException if it does not come within so many milliseconds, or if the client ends
     */
    public String expect(String start, long millis) throws InterruptedException {
        String line = hear(start, millis);
        if (line.isEmpty()) {
            throw new HarnessException(
                    "client " + name + " did not say '" + start + "' within " + millis + " ms", null);
        }
        return line;
    }

    /** Waits as {@link #expect} does. Returns an empty text if the line does not come in time. */
    public String hear(String start, long millis) throws InterruptedException {
        return hear(start, start, millis);
    }

    /** Waits as {@link #hear(String, long)} does, for either of two beginnings. */
    public String hear(String start, String orStart, long millis) throws InterruptedException {
        long end = System.nanoTime() + millis * 1_000_000;
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            String line = said.poll(left, TimeUnit.NANOSECONDS);
            if (line != null && line.equals(GONE)) {
                throw new HarnessException("client " + name + " ended; what it said is above", null);
            }
            if (line != null && (line.startsWith(start) || line.startsWith(orStart))) {
                return line;
            }
        }
        return "";
    }

    /** Kills the process with SIGKILL, and waits for its end. */
    public void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor(START_SECONDS, TimeUnit.SECONDS);
    }

    public void signal(String signal) {
        ProcessSignals.send(signal, process.pid());
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
