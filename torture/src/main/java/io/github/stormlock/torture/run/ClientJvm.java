package io.github.stormlock.torture.run;

import io.github.stormlock.torture.client.Client;
import io.github.stormlock.torture.protocol.Steps;
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
 * A client's JVM, as the harness has it: a real process that takes orders, signals and a kill. Ends with the harness, since
 * its input ends then. Thread-safe.
 */
public final class ClientJvm implements AutoCloseable {
    private static final long START_SECONDS = 60;
    private static final String GONE = "gone";

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
                // A client may live for a second only: it should begin fast, and leave the processors to others.
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path", ""),
                Client.class.getName());
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        return new ClientJvm(process);
    }

    private void listen() {
        try (BufferedReader in =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.startsWith(Steps.MARK)) {
                    said.add(line.substring(Steps.MARK.length()));
                }
            }
        } catch (IOException ended) {
            // As at the end of what it says.
        }
        said.add(GONE);
    }

    /** It is a client from now on; {@link #awaitReady} returns when it is. */
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
        String unused = expect("ready", TimeUnit.SECONDS.toMillis(START_SECONDS));
    }

    /** Waits for something that begins like this, and drops what was said before it. */
    public String expect(String start, long millis) throws InterruptedException {
        String line = hear(start, millis);
        if (line.isEmpty()) {
            throw new HarnessException(
                    "client " + name + " did not say '" + start + "' within " + millis + " ms", null);
        }
        return line;
    }

    /** As {@link #expect}, for either of two beginnings; empty if it did not come in time. */
    public String hear(String start, long millis) throws InterruptedException {
        return hear(start, start, millis);
    }

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

    /** SIGKILL. */
    public void kill() throws InterruptedException {
        process.destroyForcibly();
        boolean unused = process.waitFor(START_SECONDS, TimeUnit.SECONDS);
    }

    public void signal(String signal) {
        Signals.send(signal, process.pid());
    }

    @Override
    public void close() {
        process.destroyForcibly();
    }
}
