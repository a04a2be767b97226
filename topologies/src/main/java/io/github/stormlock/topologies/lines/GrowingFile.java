package io.github.stormlock.topologies.lines;

import java.io.ByteArrayOutputStream;
import java.io.Closeable;
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
 * Reads a plain file that somebody else writes, and gives complete lines as they come. It ends when another file stands
 * under its path and all that was written to it before is read. It also ends when it is shorter than what was read of
 * it. Not thread-safe.
 */
public final class GrowingFile implements Closeable {
    private static final int BUFFER_BYTES = 65_536;

    private final Path file;
    private final FileChannel channel;
    private final @Nullable Object key;
    private final ByteBuffer buffer = ByteBuffer.allocate(BUFFER_BYTES);
    private final ByteArrayOutputStream line = new ByteArrayOutputStream(1_024);
    private final LineText text = new LineText();
    private long offset;
    private long length;
    private boolean ended;

    private GrowingFile(Path file, FileChannel channel, @Nullable Object key, long offset) {
        this.file = file;
        this.channel = channel;
        this.key = key;
        this.offset = offset;
        buffer.limit(0);
    }

    /**
     * Opens a file.
     *
     * @param offset the byte to begin at: 0, or an earlier {@link #offset}
     * @throws IOException if the file cannot be read, or ends before {@code offset}
     */
    public static GrowingFile open(Path file, long offset) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        try {
            if (channel.size() < offset) {
                throw new IOException(file + " ends before byte " + offset + ", where reading was to go on");
            }
            channel.position(offset);
            return new GrowingFile(file, channel, key(file), offset);
        } catch (IOException e) {
            channel.close();
            throw e;
        }
    }

    /**
     * Returns the next complete line; {@code null} if there is none now.
     *
     * @throws IOException if the file cannot be read
     */
    public @Nullable Line next() throws IOException {
        while (!ended) {
            while (buffer.hasRemaining()) {
                byte next = buffer.get();
                length++;
                if (next == '\n') {
                    return line();
                } else if (line.size() <= LineReader.MAX_BYTES) {
                    line.write(next);
                }
            }
            if (!fill() && !isReplaced()) {
                return null;
            }
        }
        return null;
    }

    /** Returns true if nothing more will come. A line that was never completed does not count. */
    public boolean hasEnded() {
        return ended;
    }

    /** Returns the byte at which the next line begins. */
    public long offset() {
        return offset;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }

    private boolean fill() throws IOException {
        if (channel.size() < channel.position()) {
            // The file was cut: its new content is another incarnation.
            ended = true;
            return false;
        }
        buffer.clear();
        int read = channel.read(buffer);
        buffer.flip();
        return read > 0;
    }

    /**
     * Returns true if another file stands under the path. The fill before read nothing more, but bytes may have come
     * between it and this check; so one more fill decides if this file has ended.
     */
    private boolean isReplaced() throws IOException {
        if (ended) {
            return true;
        }
        try {
            if (Objects.equals(key(file), key)) {
                return false;
            }
        } catch (NoSuchFileException e) {
            // The file was renamed, and the next one has not come yet.
            return false;
        }
        ended = !fill();
        return true;
    }

    private Line line() {
        byte[] bytes = line.toByteArray();
        line.reset();
        boolean cr = bytes.length > 0 && bytes[bytes.length - 1] == '\r';
        int kept = Math.min(LineReader.MAX_BYTES, cr ? bytes.length - 1 : bytes.length);
        Line complete = new Line(offset, text.of(bytes, 0, kept), length - 1 - (cr ? 1 : 0) > LineReader.MAX_BYTES);
        offset += length;
        length = 0;
        return complete;
    }

    private static @Nullable Object key(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    }
}
