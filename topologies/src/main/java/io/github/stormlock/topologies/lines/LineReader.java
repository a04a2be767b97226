package io.github.stormlock.topologies.lines;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.github.stormlock.topologies.replay.OrderedInput;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The lines of a text in UTF-8, each with the offset of its first byte. A file is read to its end, or followed: then lines
 * come once they are complete. A followed file has ended if it was cut, or if another has its name and it is read to its end.
 */
public final class LineReader implements OrderedInput<Line> {
    /** The longest line. Of a longer one the beginning is kept. */
    public static final int MAX_BYTES = 65_536;

    private final Path file;
    private final FileChannel channel;
    private final boolean followed;
    private final long size;
    private final @Nullable Object key;
    private final byte[] buffer = new byte[MAX_BYTES];
    private final ByteArrayOutputStream line = new ByteArrayOutputStream(1_024);
    private int at;
    private int end;
    private long offset;
    private long length;
    private boolean ended;

    private LineReader(Path file, FileChannel channel, boolean followed) throws IOException {
        this.file = file;
        this.channel = channel;
        this.followed = followed;
        this.size = channel.size();
        this.key = key(file);
        this.offset = channel.position();
    }

    /** Opens a file to read it from an offset to its end. */
    public static LineReader open(Path file, long offset) throws IOException {
        return open(file, offset, /* followed= */ false);
    }

    /** Opens a file to read it from an offset on, as it grows. */
    public static LineReader follow(Path file, long offset) throws IOException {
        return open(file, offset, /* followed= */ true);
    }

    private static LineReader open(Path file, long offset, boolean followed) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        try {
            if (channel.size() < offset) {
                throw new IOException(file + " ends before byte " + offset + ", where reading was to go on");
            }
            return new LineReader(file, channel.position(offset), followed);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public @Nullable Line next() throws IOException {
        Line complete = complete();
        if (complete != null || ended) {
            return complete;
        }
        if (!followed) {
            long now = channel.size();
            if (now < size) {
                throw new EOFException(file + " was cut while it was read: it had " + size + " bytes, and has " + now);
            }
            return length == 0 ? null : line(0);
        }
        if (isReplaced()) {
            // What was written before it was replaced.
            complete = complete();
            ended = complete == null;
        }
        return complete;
    }

    private @Nullable Line complete() throws IOException {
        while (at < end || fill()) {
            int from = at;
            while (at < end && buffer[at] != '\n') {
                at++;
            }
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
        ended |= followed && channel.size() < channel.position();
        at = 0;
        end = ended ? 0 : Math.max(0, channel.read(ByteBuffer.wrap(buffer)));
        return end > 0;
    }

    private Line line(int ending) {
        byte[] bytes = line.toByteArray();
        int cr = bytes.length > 0 && bytes[bytes.length - 1] == '\r' ? 1 : 0;
        String text = new String(bytes, 0, Math.min(MAX_BYTES, bytes.length - cr), UTF_8);
        Line taken = new Line(offset, text, length - cr > MAX_BYTES);
        offset += length + ending;
        length = 0;
        line.reset();
        return taken;
    }

    private boolean isReplaced() throws IOException {
        try {
            return !Objects.equals(key(file), key);
        } catch (NoSuchFileException e) {
            return false;
        }
    }

    private static @Nullable Object key(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    }

    @Override
    public boolean hasEnded() {
        return ended || !followed;
    }

    @Override
    public long offset() {
        return offset;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
