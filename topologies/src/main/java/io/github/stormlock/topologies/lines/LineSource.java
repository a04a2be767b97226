package io.github.stormlock.topologies.lines;

import io.github.stormlock.topologies.replay.OrderedInput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/** Takes the bytes of a file apart into lines, which end with LF or CR LF. Not thread-safe. */
abstract class LineSource implements OrderedInput<Line> {

    /** The longest line that is read whole, in bytes; only the beginning of a longer one is kept. */
    public static final int MAX_BYTES = 65_536;

    static final int BUFFER_BYTES = 65_536;

    private final LineText text = new LineText();
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private final ByteArrayOutputStream line = new ByteArrayOutputStream(1_024);
    private int at;
    private int end;
    private long offset;
    private long length;

    /** Begins at an offset in the uncompressed file, which the reads begin at too. */
    final void begin(long first) {
        offset = first;
    }

    /**
     * Reads on.
     *
     * @return the number of bytes read; 0 or less if there are none now
     */
    abstract int read(byte[] into) throws IOException;

    /** Returns the next line that has an end; {@code null} if there is none now. */
    final @Nullable Line complete() throws IOException {
        while (at < end || fill()) {
            int from = at;
            while (at < end && buffer[at] != '\n') {
                at++;
            }
            // The limit is exceeded by one byte, for the CR of a line that is as long as the limit.
            line.write(buffer, from, Math.min(MAX_BYTES + 1 - line.size(), at - from));
            length += at - from;
            if (at < end) {
                at++;
                return line(1);
            }
        }
        return null;
    }

    /** Returns the line that has no end; {@code null} if there is none. */
    final @Nullable Line rest() {
        return length == 0 ? null : line(0);
    }

    private boolean fill() throws IOException {
        at = 0;
        end = Math.max(0, read(buffer));
        return end > 0;
    }

    private Line line(int ending) {
        byte[] bytes = line.toByteArray();
        int cr = bytes.length > 0 && bytes[bytes.length - 1] == '\r' ? 1 : 0;
        Line taken =
                new Line(offset, text.of(bytes, 0, Math.min(MAX_BYTES, bytes.length - cr)), length - cr > MAX_BYTES);
        offset += length + ending;
        length = 0;
        line.reset();
        return taken;
    }

    /** Returns the byte at which the next line begins, in the uncompressed file. */
    @Override
    public final long offset() {
        return offset;
    }
}
