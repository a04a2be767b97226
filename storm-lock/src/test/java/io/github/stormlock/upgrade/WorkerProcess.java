package io.github.stormlock.upgrade;

import io.github.stormlock.test.RedisServer;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/** An {@link UpgradeWorker} of this tree or of an older one; for one thread. */
final class WorkerProcess implements AutoCloseable {
    private static final String OWN = Path.of("storm-lock", "target", "classes").toString();

    private final Process process;
    private final Writer in;
    private final BufferedReader out;

    private WorkerProcess(Process process) {
        this.process = process;
        this.in = process.outputWriter(StandardCharsets.UTF_8);
        this.out = process.inputReader(StandardCharsets.UTF_8);
    }

    static WorkerProcess ofThisTree(RedisServer server, String entry, long windowMillis) {
        return start(System.getProperty("java.class.path"), server, entry, windowMillis);
    }

    /** @throws IllegalStateException if no older version was built */
    static WorkerProcess older(RedisServer server, String entry, long windowMillis) {
        String classes = System.getProperty("storm.lock.test.older", "");
        if (!Files.isDirectory(Path.of(classes, "io"))) {
            throw new IllegalStateException("no older version in storm.lock.test.older = '" + classes
                    + "': start this test by .ci/older-worker, which builds one");
        }
        String others = Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator))
                .filter(part -> !part.endsWith(OWN))
                .collect(Collectors.joining(File.pathSeparator));
        return start(classes + File.pathSeparator + others, server, entry, windowMillis);
    }

    private static WorkerProcess start(String classPath, RedisServer server, String entry, long windowMillis) {
        Path java = Path.of(System.getProperty("java.home"), "bin", "java");
        ProcessBuilder builder = new ProcessBuilder(
                java.toString(),
                "-Xmx64m",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                classPath,
                UpgradeWorker.class.getName(),
                server.uri().toString(),
                entry,
                Long.toString(windowMillis));
        try {
            return new WorkerProcess(
                    builder.redirectError(ProcessBuilder.Redirect.INHERIT).start());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Sends an event, and returns the worker's answer to it. */
    String send(String event) {
        try {
            in.write(event + "\n");
            in.flush();
            String answer = out.readLine();
            if (answer == null) {
                throw new IllegalStateException("the worker ended at " + event);
            }
            return answer;
        } catch (IOException e) {
            throw new UncheckedIOException("the worker ended at " + event, e);
        }
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            if (!process.waitFor(20, TimeUnit.SECONDS)) {
                throw new AssertionError("a worker did not end");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
