package io.github.stormlock.topologies.accesslog.input;

import io.github.stormlock.topologies.lines.Line;
import io.github.stormlock.topologies.lines.LineReader;
import io.github.stormlock.topologies.replay.OrderedInput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The lines of a file, at the bytes at which they begin. */
final class LogInput implements OrderedInput<Line> {

    private final LineReader reader;

    LogInput(LineReader reader) {
        this.reader = reader;
    }

    @Override
    public @Nullable Line next() throws IOException {
        return reader.next();
    }

    @Override
    public long offset() {
        return reader.offset();
    }

    @Override
    public void close() throws IOException {
        reader.close();
    }
}
