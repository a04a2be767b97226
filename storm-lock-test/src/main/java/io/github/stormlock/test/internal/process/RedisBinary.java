package io.github.stormlock.test.internal.process;

import java.io.File;
import java.io.IOException;
import java.nio.charset.Charset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import redis.embedded.core.ExecutableProvider;

/** Finds the executables that a Redis can be started from. */
public final class RedisBinary {
    private static @Nullable Path embedded;

    private RedisBinary() {}

    /**
     * Returns the embedded binary, unpacked into a temporary folder at the first call.
     *
     * @throws IOException if the embedded binary does not run here; the message says why
     */
    public static synchronized Path embedded() throws IOException {
        if (embedded == null) {
            Path folder = Files.createTempDirectory("storm-lock-test-redis-");
            Runtime.getRuntime().addShutdownHook(new Thread(() -> Folders.delete(folder)));
            embedded = checked(unpacked(folder));
        }
        return embedded;
    }

    /** Returns the folder that holds this binary and nothing else, if it was made here. */
    public static synchronized Optional<Path> temporaryFolder(Path binary) {
        return binary.equals(embedded) ? Optional.ofNullable(binary.getParent()) : Optional.empty();
    }

    public static Optional<Path> onPath() {
        String path = Optional.ofNullable(System.getenv("PATH")).orElse("");
        return Pattern.compile(Pattern.quote(File.pathSeparator))
                .splitAsStream(path)
                .filter(folder -> !folder.isEmpty())
                .map(folder -> Path.of(folder, "redis-server"))
                .filter(Files::isExecutable)
                .findFirst();
    }

    private static Path unpacked(Path folder) throws IOException {
        try {
            return ExecutableProvider.newJarResourceProvider(folder.toFile())
                    .get()
                    .toPath();
        } catch (RuntimeException none) {
            throw new IOException(
                    "embedded-redis has no binary for " + System.getProperty("os.name") + " "
                            + System.getProperty("os.arch"),
                    none);
        }
    }

    /**
     * Runs the binary once, so that a missing library or a noexec temporary folder shows here with its cause, and not
     * later as a dead server.
     */
    private static Path checked(Path binary) throws IOException {
        Process process = new ProcessBuilder(binary.toString(), "--version")
                .redirectErrorStream(true)
                .start();
        process.getOutputStream().close();
        String said = new String(process.getInputStream().readAllBytes(), Charset.defaultCharset()).strip();
        try {
            if (process.waitFor() == 0) {
                return binary;
            }
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
        }
        throw new IOException("the embedded Redis binary does not run: " + said);
    }
}
