package io.github.stormlock.benchmarks.work.storm;

import io.github.stormlock.topologies.accesslog.sample.SampleLog;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.LongSupplier;

/**
 * A log that a thread writes while a topology reads it: the lines of the demo's log over and over, a little ahead of the
 * reader, so that it never has to wait. Thread-safe.
 */
final class GrowingLog {
    /** More than may be pending. The rest is room for the writer's naps. */
    private static final int LINES_AHEAD = 4_000;

    private static final long NAP_MILLIS = 2;
    private static final long LONGEST_WAIT_NANOS = TimeUnit.MINUTES.toNanos(3);

    private final Path file;
    private final List<byte[]> lines;
    private final LongSupplier done;
    private final Thread writer;
    private volatile long written;
    private volatile boolean ending;

    private GrowingLog(Path file, List<byte[]> lines, LongSupplier done) {
        this.file = file;
        this.lines = lines;
        this.done = done;
        this.writer = new Thread(this::write, "benchmark-log");
        writer.setDaemon(true);
    }

    /**
     * Begins to write.
     *
     * @param number the number of the log: each has lines of its own
     * @param done the number of lines that the topology has counted
     */
    static GrowingLog begin(int number, LongSupplier done) throws IOException {
        Path file = Files.createTempFile("access-", ".log");
        SampleLog.write(file, SampleLog.SEED + number, SampleLog.LINES);
        List<byte[]> lines = Files.readAllLines(file, StandardCharsets.US_ASCII).stream()
                .map(line -> (line + "\n").getBytes(StandardCharsets.US_ASCII))
                .toList();
        Files.write(file, new byte[0]);
        GrowingLog log = new GrowingLog(file, lines, done);
        log.writer.start();
        return log;
    }

    Path file() {
        return file;
    }

    private void write() {
        try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file), 65_536)) {
            long number = 0;
            while (!ending) {
                long end = done.getAsLong() + LINES_AHEAD;
                while (number < end) {
                    out.write(lines.get((int) (number % lines.size())));
                    number++;
                }
                out.flush();
                written = number;
                TimeUnit.MILLISECONDS.sleep(NAP_MILLIS);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits until the topology has counted a line. */
    void awaitFirst() throws InterruptedException {
        await(() -> done.getAsLong() > 0);
    }

    /** Writes no more, and waits until the topology has counted what was written. */
    void awaitEnd() throws InterruptedException {
        end();
        writer.join();
        await(() -> done.getAsLong() == written);
    }

    private void await(BooleanSupplier state) throws InterruptedException {
        long end = System.nanoTime() + LONGEST_WAIT_NANOS;
        while (!state.getAsBoolean()) {
            if (System.nanoTime() - end > 0) {
                throw new IllegalStateException(
                        "only " + done.getAsLong() + " of " + written + " lines were counted in time");
            }
            TimeUnit.MILLISECONDS.sleep(NAP_MILLIS);
        }
    }

    void end() {
        ending = true;
    }

    void delete() {
        try {
            Files.deleteIfExists(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
