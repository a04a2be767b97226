package io.github.stormlock.topologies.lines;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads a file line by line, plain or gzip (told by its first bytes, not by its name), of any size in constant memory.
 * A line ends with LF or CR LF; the last one may have no end. A file that is cut while it is read has not ended, so
 * reading it throws an {@link EOFException}. Not thread-safe.
 */
public final class LineReader implements Closeable {

    /** The longest line that is read whole, in bytes; only the beginning of a longer one is kept. */
    public static final int MAX_BYTES = 65_536;

    private static final int BUFFER_BYTES = 65_536;

    private final Path file;
    private final FileChannel channel;
    private final long size;
    private final InputStream in;
    private final LineText text = new LineText();
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private final ByteArrayOutputStream line = new ByteArrayOutputStream(1_024);

    private int at;
    private int end;
    private long offset;

    private LineReader(Path file, FileChannel channel) throws IOException {
        this.file = file;
        this.channel = channel;
        this.size = channel.size();
        this.in = uncompressed(file, new BufferedInputStream(Channels.newInputStream(channel), BUFFER_BYTES));
    }

    /**
     * Opens a file.
     *
     * @param offset the byte to begin at, in the uncompressed file: 0, or an earlier {@link #offset}
     * @throws IOException if the file cannot be read, or ends before {@code offset}
     */
    public static LineReader open(Path file, long offset) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        try {
            LineReader reader = new LineReader(file, channel);
            reader.skip(offset);
            return reader;
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private void skip(long bytes) throws IOException {
        try {
            in.skipNBytes(bytes);
            offset = bytes;
        } catch (EOFException e) {
            throw new IOException(file + " ends before byte " + bytes + ", where reading was to go on", e);
        }
    }

    private static InputStream uncompressed(Path file, InputStream in) throws IOException {
        in.mark(2);
        int first = in.read();
        int second = in.read();
        in.reset();
        if ((first | second << 8) != GZIPInputStream.GZIP_MAGIC) {
            return in;
        }
        try {
            return new GZIPInputStream(in, BUFFER_BYTES);
        } catch (EOFException e) {
            // The message of the exception itself is null.
            throw (EOFException)
                    new EOFException(file + " begins as a gzip file and ends within its header: it is cut off")
                            .initCause(e);
        }
    }

    /**
     * Returns the next line; {@code null} at the end of the file.
     *
     * @throws EOFException if the file was cut while it was read, or is a gzip file that is cut off
     * @throws IOException if it cannot be read
     */
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
        if (!ended) {
            refuseCut();
        }
        return ended || offset > begin ? line(begin, ended ? offset - begin - 1 : offset - begin) : null;
    }

    /** Returns the byte at which the next line begins, in the uncompressed file. */
    public long offset() {
        return offset;
    }

    @Override
    public void close() throws IOException {
        in.close();
        channel.close();
    }

    /**
     * Checks, before a line without an end is taken for the last one, that it is not the rest of a line that was cut.
     */
    private void refuseCut() throws IOException {
        long now = channel.size();
        if (now < size) {
            throw new EOFException(file + " was cut while it was read: it had " + size + " bytes, and has " + now);
        }
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
        // The limit is exceeded by one byte, for the CR of a line that is as long as the limit.
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
