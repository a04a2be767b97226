package io.github.stormlock.topologies.accesslog.input;

import io.github.stormlock.topologies.lines.GrowingFile;
import io.github.stormlock.topologies.lines.Line;
import io.github.stormlock.topologies.replay.OrderedInput;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** The lines of a file that somebody else writes. */
final class GrowingInput implements OrderedInput<Line> {

    private final GrowingFile file;

    GrowingInput(GrowingFile file) {
        this.file = file;
    }

    @Override
    public @Nullable Line next() throws IOException {
        return file.next();
    }

    @Override
    public boolean hasEnded() {
        return file.hasEnded();
    }

    @Override
    public long offset() {
        return file.offset();
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
