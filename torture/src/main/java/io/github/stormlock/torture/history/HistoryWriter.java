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
 * Appends to a client's history. A line is with the system, and so survives a kill of this JVM, before {@link #write}
 * returns. Thread-safe.
 */
public final class HistoryWriter implements AutoCloseable {
    private static final int WHY_LENGTH = 160;

    private final ObjectWriter json = new ObjectMapper().writerFor(Line.class);
    private final AtomicInteger attempts = new AtomicInteger();
    private final OutputStream out;
    private final String incarnation;

    public HistoryWriter(Path file, String incarnation) throws IOException {
        this.out = new FileOutputStream(file.toFile(), true);
        this.incarnation = incarnation;
    }

    public void write(Line line) {
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

    /** Tells that an attempt begins, and names it. */
    public String invoke(String id, String entry, String door) {
        String op = incarnation + '#' + attempts.incrementAndGet();
        write(new Line(Line.Kind.INVOKE, op, id, entry, door, System.nanoTime(), 0, ""));
        return op;
    }

    public void tell(Line.Kind kind, String op, long n, String why) {
        write(Line.of(kind, op, System.nanoTime(), n, why));
    }

    public void threw(Line.Kind kind, String op, Throwable thrown) {
        String why = thrown.getClass().getSimpleName() + ": " + thrown.getMessage();
        tell(kind, op, 0, why.substring(0, Math.min(WHY_LENGTH, why.length())));
    }

    @Override
    public void close() throws IOException {
        out.close();
    }
}
