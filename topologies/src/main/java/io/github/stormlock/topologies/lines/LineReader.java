package io.github.stormlock.topologies.lines;

import io.github.stormlock.topologies.replay.OrderedInput;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import java.util.zip.GZIPInputStream;
import org.jspecify.annotations.Nullable;

/**
 * Reads a file line by line, plain or gzip (told by its first bytes, not by its name), of any size in constant memory.
 * Lines end with LF or CR LF. The last line may have no end. A file that is cut while it is read has not ended, so reading
 * it throws an {@link EOFException}.
 *
 * <p>A file that is followed is written meanwhile, and only its complete lines are given, as they come. It ends when
 * another file stands under its path and all that was written to it before is read. It also ends when it is shorter than
 * what was read of it. Not thread-safe.
 */
public final class LineReader implements OrderedInput<Line> {
    /** The longest line that is read whole, in bytes; only the beginning of a longer one is kept. */
    public static final int MAX_BYTES = 65_536;

    private static final int BUFFER_BYTES = 65_536;

    private final Path file;
    private final boolean followed;
    private final FileChannel channel;
    private final long size;
    private final @Nullable Object key;
    private final InputStream in;
    private final byte[] buffer = new byte[BUFFER_BYTES];
    private final ByteArrayOutputStream line = new ByteArrayOutputStream(1_024);
    private int at;
    private int end;
    private long offset;
    private long length;
    private boolean ended;

    private LineReader(Path file, FileChannel channel, long offset, boolean followed) throws IOException {
        this.file = file;
        this.followed = followed;
        this.channel = channel;
        this.size = channel.size();
        this.key = key(file);
        this.in = uncompressed(channel);
        this.offset = offset;
        try {
            in.skipNBytes(offset);
        } catch (EOFException e) {
            throw new IOException(file + " ends before byte " + offset + ", where reading was to go on", e);
        }
    }

    /**
     * Opens a file.
     *
     * @param offset the byte to begin at, in the uncompressed file: 0, or an earlier {@link #offset}
     * @param followed true if somebody else writes the file
     * @throws IOException if the file cannot be read, or ends before {@code offset}
     */
    public static LineReader open(Path file, long offset, boolean followed) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        try {
            return new LineReader(file, channel, offset, followed);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    private static InputStream uncompressed(FileChannel channel) throws IOException {
        ByteBuffer begin = ByteBuffer.allocate(Short.BYTES);
        InputStream in = Channels.newInputStream(channel);
        return channel.read(begin, 0) == begin.capacity() && begin.getShort(0) == 0x1f8b
                ? new GZIPInputStream(in, BUFFER_BYTES)
                : in;
    }

    private static @Nullable Object key(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    }

    /**
     * Returns the next line; {@code null} if there is none now.
     *
     * @throws EOFException if the file was cut while it was read, or is a gzip file that is cut off
     * @throws IOException if it cannot be read
     */
    @Override
    public @Nullable Line next() throws IOException {
        Line next = complete();
        if (next != null) {
            return next;
        }
        boolean cut = channel.size() < (followed ? channel.position() : size);
        if (followed) {
            // The content of a file that was cut is another incarnation.
            ended |= cut;
            return ended || !isReplaced() ? null : last();
        }
        // A line without an end may be the rest of one that was cut.
        if (cut) {
            throw new EOFException(
                    file + " was cut while it was read: it had " + size + " bytes, and has " + channel.size());
        }
        ended = true;
        return length == 0 ? null : line(0);
    }

    /** Bytes may have come between the last read and the look at the path, so one more read decides. */
    private @Nullable Line last() throws IOException {
        Line last = complete();
        ended = last == null;
        return last;
    }

    private boolean isReplaced() throws IOException {
        try {
            return !Objects.equals(key(file), key);
        } catch (NoSuchFileException e) {
            // The file was renamed, and the next one has not come yet.
            return false;
        }
    }

    /** Returns the next line that has an end; {@code null} if there is none now. */
    private @Nullable Line complete() throws IOException {
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

    private boolean fill() throws IOException {
        at = 0;
        end = ended ? 0 : Math.max(0, in.read(buffer));
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

    @Override
    public boolean hasEnded() {
        return ended;
    }

    /** Returns the byte at which the next line begins, in the uncompressed file. */
    @Override
    public long offset() {
        return offset;
    }

    @Override
    public void close() throws IOException {
        in.close();
        channel.close();
    }
}
