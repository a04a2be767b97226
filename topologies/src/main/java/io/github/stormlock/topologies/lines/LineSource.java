package io.github.stormlock.topologies.lines;

import io.github.stormlock.topologies.replay.OrderedInput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Takes the bytes of a file apart into lines, which end with LF or CR LF. Not thread-safe. */
abstract class LineSource implements OrderedInput<Line> {

    /** The longest line that is read whole, in bytes; only the beginning of a longer one is kept. */
    public static final int MAX_BYTES = 65_536;

    static final int BUFFER_BYTES = 65_536;

    /** The number of first bytes that tell packed files and texts in other encodings. */
    static final int FIRST_BYTES = 262;

    private static final int MOST_CONTROLS = 2;

    private final byte[] buffer = new byte[BUFFER_BYTES];
    private final ByteArrayOutputStream line = new ByteArrayOutputStream(1_024);
    private int at;
    private int end;
    private long offset;
    private long length;

    /**
     * Checks that a file is plain text, as far as its first bytes tell: others would make lines of garbage.
     *
     * @throws IOException if it is not
     */
    static void requireText(Path file, byte[] begin, int length) throws IOException {
        int controls = 0;
        for (int i = 0; i < length; i++) {
            controls +=
                    begin[i] >= 0 && begin[i] < ' ' && begin[i] != '\t' && begin[i] != '\n' && begin[i] != '\r' ? 1 : 0;
        }
        if (controls > MOST_CONTROLS) {
            throw new IOException(file + " is packed, or no text: give it as plain text in UTF-8, or as gzip");
        }
    }

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
        Line taken = new Line(
                offset,
                new String(bytes, 0, Math.min(MAX_BYTES, bytes.length - cr), StandardCharsets.UTF_8),
                length - cr > MAX_BYTES);
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
