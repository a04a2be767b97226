package io.github.stormlock.insight.page;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.stormlock.insight.page.state.PageState;
import io.github.stormlock.insight.page.state.StateSource;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Writes what the page would show as lines of JSON: one that says what the recording is, then one for each second in which
 * {@link #look} is called. Each line is written whole, also where the JVM is told to end meanwhile and closes this. Thread-safe.
 */
public final class StateRecorder implements AutoCloseable {
    /** The version of the lines. */
    public static final int VERSION = 1;

    private static final ObjectMapper JSON = new ObjectMapper();

    private final OutputStream out;
    private final long start;
    private final SharedReader reader;
    private boolean closed;
    private long states;
    private long readings;
    private @Nullable String trouble;
    private @Nullable IOException failure;

    private StateRecorder(OutputStream out, StateSource source, Duration interval) {
        this.out = out;
        this.start = System.nanoTime();
        this.reader = new SharedReader(source, interval, this::write);
    }

    /**
     * {@return a recorder that has written the first line}
     *
     * @param out where the lines go; closing the recorder closes it
     * @param source what to record
     * @param hideEntries true if digests stand in place of entries
     * @param about what the first line says of the recording; without a password
     * @throws UncheckedIOException if the line cannot be written
     */
    public static StateRecorder begin(
            OutputStream out, StateSource source, boolean hideEntries, Map<String, Object> about) {
        Duration interval = Duration.ofSeconds(1);
        StateRecorder recorder = new StateRecorder(out, hideEntries ? new HiddenEntries(source) : source, interval);
        Map<String, @Nullable Object> header = new LinkedHashMap<>();
        header.put("v", VERSION);
        header.put("recording", "locks");
        header.putAll(about);
        header.put("every", interval.toMillis());
        header.put("hidden", hideEntries);
        try {
            recorder.writeLine(header);
        } catch (IOException e) {
            throw new UncheckedIOException(e.getMessage(), e);
        }
        return recorder;
    }

    /**
     * Sees to it that there will be a line for the next second. Call it at least each second.
     *
     * @throws UncheckedIOException if a line could not be written
     */
    public void look() {
        StateReading unused = reader.latest();
        synchronized (this) {
            if (failure != null) {
                throw new UncheckedIOException(failure.getMessage(), failure);
            }
        }
    }

    /** {@return the number of states that were written} */
    public synchronized long states() {
        return states;
    }

    /** {@return the number of lines behind the first: states, and seconds without one} */
    public synchronized long readings() {
        return readings;
    }

    /** {@return why the last state could not be found out; empty if it could} */
    public synchronized Optional<String> trouble() {
        return Optional.ofNullable(trouble);
    }

    private synchronized void write(StateReading reading) {
        if (closed || failure != null) {
            return;
        }
        trouble = reading.trouble();
        // The state that goes with a trouble is an old one, which stands in the file already.
        PageState state = reading.trouble() == null ? reading.state() : null;
        Map<String, @Nullable Object> line = new LinkedHashMap<>();
        line.put("at", (reading.nanos() - start) / 1_000_000);
        line.put("trouble", reading.trouble());
        line.put("state", state);
        try {
            writeLine(line);
            readings++;
            states += state == null ? 0 : 1;
        } catch (IOException e) {
            failure = e;
        }
    }

    /** Writes a line by one call, so that nothing of it waits in a buffer. */
    private void writeLine(Map<String, @Nullable Object> line) throws IOException {
        try {
            out.write((JSON.writeValueAsString(line) + "\n").getBytes(StandardCharsets.UTF_8));
            out.flush();
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a state cannot be written as JSON", e);
        }
    }

    /** Ends the recording behind the line that is being written. */
    @Override
    public void close() {
        reader.close();
        synchronized (this) {
            if (!closed) {
                closed = true;
                try {
                    out.close();
                } catch (IOException e) {
                    throw new UncheckedIOException(e.getMessage(), e);
                }
            }
        }
    }
}
