package io.github.stormlock.cluster;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Writes the lines of a log to a file that a topology follows: some at once, then 100 in a second, and the rest when the
 * test says so. So lines are on their way while a worker dies or Redis is away, however fast the machine is.
 */
final class GrowingLog implements AutoCloseable {
    private static final int AT_ONCE = 4_000;
    private static final int A_TIME = 5;
    private static final int MILLIS = 50;

    private final Path file;
    private final List<String> lines;
    private final ScheduledExecutorService writer = Executors.newSingleThreadScheduledExecutor(task -> {
        Thread thread = new Thread(task, "growing-log");
        thread.setDaemon(true);
        return thread;
    });
    private final ScheduledFuture<?> growing;
    private int written;

    /** Begins to write a log to another file. */
    GrowingLog(GeneratedLog log, Path file) throws IOException {
        this.file = file;
        this.lines = Files.readAllLines(log.file());
        write(AT_ONCE);
        this.growing = writer.scheduleAtFixedRate(() -> write(A_TIME), MILLIS, MILLIS, TimeUnit.MILLISECONDS);
    }

    Path file() {
        return file;
    }

    private synchronized void write(int count) {
        List<String> next = lines.subList(written, Math.min(lines.size(), written + count));
        try {
            Files.write(file, next, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        written += next.size();
    }

    /** Writes the rest at once. */
    synchronized void finish() {
        growing.cancel(false);
        write(lines.size());
    }

    @Override
    public void close() {
        writer.shutdownNow();
    }
}
