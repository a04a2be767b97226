package io.github.stormlock.topologies.lines;

import java.io.BufferedInputStream;
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
 * The last line may have no end. A file that is cut while it is read has not ended, so reading it throws an
 * {@link EOFException}. Not thread-safe.
 */
public final class LineReader extends LineSource {

    private final Path file;
    private final FileChannel channel;
    private final long size;
    private final InputStream in;

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
            begin(bytes);
        } catch (EOFException e) {
            throw new IOException(ending(file, bytes), e);
        }
    }

    static String ending(Path file, long offset) {
        return file + " ends before byte " + offset + ", where reading was to go on";
    }

    private static InputStream uncompressed(Path file, InputStream in) throws IOException {
        byte[] begin = begin(in);
        InputStream plain = in;
        if (begin.length > 1 && begin[0] == 0x1f && begin[1] == (byte) 0x8b) {
            plain = new BufferedInputStream(new GZIPInputStream(in, BUFFER_BYTES), BUFFER_BYTES);
            begin = begin(plain);
        }
        requireText(file, begin, begin.length);
        return plain;
    }

    private static byte[] begin(InputStream in) throws IOException {
        in.mark(FIRST_BYTES);
        try {
            return in.readNBytes(FIRST_BYTES);
        } catch (EOFException e) {
            // The reader of the lines before the cut will come upon it too.
            return new byte[0];
        } finally {
            in.reset();
        }
    }

    /**
     * Returns the next line; {@code null} at the end of the file.
     *
     * @throws EOFException if the file was cut while it was read, or is a gzip file that is cut off
     * @throws IOException if it cannot be read
     */
    @Override
    public @Nullable Line next() throws IOException {
        Line line = complete();
        if (line != null) {
            return line;
        }
        // A line without an end may be the rest of one that was cut.
        long now = channel.size();
        if (now < size) {
            throw new EOFException(file + " was cut while it was read: it had " + size + " bytes, and has " + now);
        }
        return rest();
    }

    @Override
    int read(byte[] into) throws IOException {
        return in.read(into);
    }

    @Override
    public void close() throws IOException {
        in.close();
        channel.close();
    }
}
