package io.github.stormlock.torture.history;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectWriter;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Appends to a client's history. A line is with the operating system before {@link #write} returns, so it survives a kill of
 * this JVM. Thread-safe.
 */
public final class HistoryWriter implements AutoCloseable {
    private static final int WHY_LENGTH = 160;

    private final ObjectWriter json = new ObjectMapper().writerFor(HistoryLine.class);
    private final AtomicInteger attempts = new AtomicInteger();
    private final OutputStream out;
    private final String incarnation;

    public HistoryWriter(Path file, String incarnation) throws IOException {
        this.out = new FileOutputStream(file.toFile(), true);
        this.incarnation = incarnation;
    }

    public void write(HistoryLine line) {
        try {
            byte[] bytes = json.writeValueAsBytes(line);
            byte[] ended = Arrays.copyOf(bytes, bytes.length + 1);
            ended[bytes.length] = '\n';
            synchronized (out) {
                out.write(ended);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Records that an attempt begins, and returns its name. */
    public String invoke(String id, String entry, String path) {
        String op = incarnation + '#' + attempts.incrementAndGet();
        write(HistoryLine.begun(op, id, entry, path, System.nanoTime()));
        return op;
    }

    public void tell(HistoryLine.Kind kind, String op, long n, String why) {
        write(HistoryLine.of(kind, op, System.nanoTime(), n, why));
    }

    /** Records the end of an attempt whose update ran first at the moment {@code ran}, or never if that is 0. */
    public void tell(HistoryLine.Kind kind, String op, long n, String why, long ran) {
        String shortened = why.substring(0, Math.min(WHY_LENGTH, why.length()));
        write(HistoryLine.ended(kind, op, System.nanoTime(), n, shortened, ran));
    }

    public void threw(HistoryLine.Kind kind, String op, Throwable thrown) {
        tell(kind, op, 0, thrown.getClass().getSimpleName() + ": " + thrown.getMessage(), 0);
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
