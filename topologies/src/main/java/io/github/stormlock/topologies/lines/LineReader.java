package io.github.stormlock.topologies.lines;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads a file line by line, plain or gzip (told by its first bytes, not by its name), of any size in constant memory.
 * A line ends with LF or CR LF; the last one may go without. Not thread-safe.
 */
public final class LineReader implements Closeable {

    /** The longest line that is read whole, in bytes; of a longer one the beginning is kept. */
    public static final int MAX_BYTES = 65_536;

    private static final int BUFFER_BYTES = 65_536;

    private final InputStream in;
    private final LineText text = new LineText();
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private final ByteArrayOutputStream line = new ByteArrayOutputStream(1_024);

    private int at;
    private int end;
    private long offset;

    private LineReader(InputStream in, long offset) {
        this.in = in;
        this.offset = offset;
    }

    /**
     * Opens a file.
     *
     * @param offset where to begin, in bytes of the uncompressed file: 0, or what {@link #offset} told before
     * @throws IOException if the file cannot be read, or ends before {@code offset}
     */
    public static LineReader open(Path file, long offset) throws IOException {
        InputStream in = uncompressed(file);
        try {
            in.skipNBytes(offset);
            return new LineReader(in, offset);
        } catch (EOFException e) {
            in.close();
            throw new IOException(file + " ends before byte " + offset + ", where reading was to go on", e);
        } catch (IOException e) {
            in.close();
            throw e;
        }
    }

    private static InputStream uncompressed(Path file) throws IOException {
        InputStream in = new BufferedInputStream(Files.newInputStream(file), BUFFER_BYTES);
        try {
            in.mark(2);
            int first = in.read();
            int second = in.read();
            in.reset();
            boolean gzip = (first | second << 8) == GZIPInputStream.GZIP_MAGIC;
            return gzip ? new GZIPInputStream(in, BUFFER_BYTES) : in;
        } catch (IOException e) {
            in.close();
            throw e;
        }
    }

    /** The next line; {@code null} at the end of the file. */
    public @Nullable Line next() throws IOException {
        line.reset();
        long begin = offset;
        boolean ended = false;
        while (!ended && (at < end || fill())) {
            int from = at;
            ended = seekEnd();
            keep(from, ended ? at - 1 : at);
            offset += at - from;
        }
        return ended || offset > begin ? line(begin, ended ? offset - begin - 1 : offset - begin) : null;
    }

    /** Where the next line begins, in bytes of the uncompressed file. */
    public long offset() {
        return offset;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }

    private boolean fill() throws IOException {
        at = 0;
        end = Math.max(0, in.read(buffer, 0, buffer.length));
        return end > 0;
    }

    private boolean seekEnd() {
        while (at < end) {
            if (buffer[at++] == '\n') {
                return true;
            }
        }
        return false;
    }

    private void keep(int from, int to) {
        // One byte more than the limit: the CR of a line of just the limit.
        int room = MAX_BYTES + 1 - line.size();
        line.write(buffer, from, Math.min(room, to - from));
    }

    private Line line(long begin, long length) {
        byte[] bytes = line.toByteArray();
        boolean cr = bytes.length > 0 && bytes[bytes.length - 1] == '\r';
        int kept = Math.min(MAX_BYTES, cr ? bytes.length - 1 : bytes.length);
        return new Line(begin, text.of(bytes, 0, kept), length - (cr ? 1 : 0) > MAX_BYTES);
    }
}
