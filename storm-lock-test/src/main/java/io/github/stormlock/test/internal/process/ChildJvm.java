package io.github.stormlock.test.internal.process;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/**
 * A JVM on the class path of this one, which is told lines and says lines. Whatever else it prints is passed over. It ends
 * with this one if it ends with its input. Thread-safe.
 */
public final class ChildJvm implements AutoCloseable {
    /** The beginning of each line that a child says. */
    public static final String MARK = "child: ";

    private static final String GONE = "";
    private static final int END_SECONDS = 60;

    private final Process process;
    private final BufferedWriter told;
    private final BlockingQueue<String> said = new LinkedBlockingQueue<>();

    private ChildJvm(Process process) {
        this.process = process;
        this.told = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
        DaemonThread.start("listen-" + process.pid(), this::listen);
    }

    public static ChildJvm start(Class<?> main, List<String> options, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java"));
        command.addAll(options);
        command.addAll(List.of("-cp", System.getProperty("java.class.path", ""), main.getName()));
        command.addAll(arguments);
        return new ChildJvm(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    /** Says a line, in the child. */
    public static void say(String line) {
        System.out.println(MARK + line);
    }

    private void listen() {
        try (BufferedReader in =
                new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = in.readLine(); line != null; line = in.readLine()) {
                if (line.startsWith(MARK)) {
                    said.add(line.substring(MARK.length()));
                }
            }
        } catch (IOException ended) {
            // It was killed.
        }
        said.add(GONE);
    }

    public synchronized void tell(String line) throws IOException {
        told.write(line + "\n");
        told.flush();
    }

    /**
     * Returns what it says next.
     *
     * @throws IOException if it has ended
     */
    public String answer() throws IOException {
        try {
            return hear(TimeUnit.DAYS.toMillis(1), "");
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while a child JVM was listened to", e);
        }
    }

    /**
     * Waits until it says a line that begins in one of these ways, and passes over others.
     *
     * @return the line; empty if it did not come in time
     * @throws IOException if it has ended
     */
    public String hear(long millis, String... beginnings) throws IOException, InterruptedException {
        long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(millis);
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            String line = said.poll(left, TimeUnit.NANOSECONDS);
            if (GONE.equals(line)) {
                said.add(GONE);
                throw new IOException("a child JVM ended early; what it said is above");
            }
            if (line != null && Arrays.stream(beginnings).anyMatch(line::startsWith)) {
                return line;
            }
        }
        return "";
    }

    public ProcessHandle handle() {
        return process.toHandle();
    }

    public void signal(String name) {
        SignalSender.send(name, process.pid());
    }

    /** Kills it, and waits until it is gone. */
    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor(END_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
