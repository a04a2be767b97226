package io.github.stormlock.benchmarks.work.load;

import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * A child JVM of the benchmark. Orders to it and its answers are lines. It ends with this JVM, because its input ends then.
 * Used by one thread at a time.
 */
public final class ChildJvm implements AutoCloseable {
    private static final String MARK = "child: ";
    private static final int LONGEST_WAIT_SECONDS = 10;

    private final Process process;
    private final BufferedReader from;
    private final BufferedWriter to;

    private ChildJvm(Process process) {
        this.process = process;
        this.from = new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8));
        this.to = new BufferedWriter(new OutputStreamWriter(process.getOutputStream(), StandardCharsets.UTF_8));
    }

    public static ChildJvm start(Class<?> main, List<String> arguments) throws IOException {
        List<String> command = new ArrayList<>(List.of(System.getProperty("java.home") + "/bin/java"));
        command.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
        command.addAll(List.of(
                "-Dlog4j2.configurationFile=classpath:io/github/stormlock/benchmarks/log4j2.xml",
                "-cp",
                System.getProperty("java.class.path", ""),
                main.getName()));
        command.addAll(arguments);
        return new ChildJvm(new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start());
    }

    /** Prints an answer of a child JVM. The parent skips all other lines on standard output. */
    public static void say(String answer) {
        System.out.println(MARK + answer);
    }

    public void tell(String line) throws IOException {
        to.write(line + "\n");
        to.flush();
    }

    /** Returns its process. */
    ProcessHandle handle() {
        return process.toHandle();
    }

    /**
     * Waits for the next answer.
     *
     * @throws IOException if the child ended before
     */
    public String answer() throws IOException {
        String line = from.readLine();
        while (line != null && !line.startsWith(MARK)) {
            line = from.readLine();
        }
        if (line == null) {
            throw new IOException("a JVM of the benchmark ended early; what it said is above");
        }
        return line.substring(MARK.length());
    }

    /**
     * Waits for the next answer, and returns what follows {@code word} in it.
     *
     * @throws IOException if the answer does not begin with {@code word}, or if the child ended before
     */
    public String answer(String word) throws IOException {
        String answer = answer();
        if (!answer.startsWith(word)) {
            throw new IOException("a JVM of the benchmark said " + answer + " instead of " + word);
        }
        return answer.substring(word.length()).trim();
    }

    /** Ends the child, and returns when it has ended, so that the next run does not share the processors with it. */
    @Override
    public void close() {
        process.destroy();
        try {
            if (!process.waitFor(LONGEST_WAIT_SECONDS, TimeUnit.SECONDS)) {
                process.destroyForcibly();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            process.destroyForcibly();
        }
    }
}
