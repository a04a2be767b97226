package io.github.stormlock.topologies.lines;

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
 * it. A line that was never completed does not count. Not thread-safe.
 */
public final class GrowingFile extends LineSource {

    private final Path file;
    private final FileChannel channel;
    private final @Nullable Object key;
    private boolean ended;

    private GrowingFile(Path file, FileChannel channel) throws IOException {
        this.file = file;
        this.channel = channel;
        this.key = key(file);
    }

    /**
     * Opens a file.
     *
     * @param offset the byte to begin at: 0, or an earlier {@link #offset}
     * @throws IOException if the file cannot be read, is packed, or ends before {@code offset}
     */
    public static GrowingFile open(Path file, long offset) throws IOException {
        FileChannel channel = FileChannel.open(file, StandardOpenOption.READ);
        try {
            if (channel.size() < offset) {
                throw new IOException(LineReader.ending(file, offset));
            }
            ByteBuffer begin = ByteBuffer.allocate(FIRST_BYTES);
            requireText(file, begin.array(), channel.read(begin, 0));
            channel.position(offset);
            GrowingFile growing = new GrowingFile(file, channel);
            growing.begin(offset);
            return growing;
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
    @Override
    public @Nullable Line next() throws IOException {
        Line line = ended ? null : complete();
        if (line == null && !ended && isReplaced()) {
            // Bytes may have come between the last read and the look at the path, so one more read decides.
            line = complete();
            ended = line == null;
        }
        return line;
    }

    @Override
    int read(byte[] into) throws IOException {
        // The content of a file that was cut is another incarnation.
        ended |= channel.size() < channel.position();
        return ended ? 0 : channel.read(ByteBuffer.wrap(into));
    }

    private boolean isReplaced() throws IOException {
        try {
            return !Objects.equals(key(file), key);
        } catch (NoSuchFileException e) {
            // The file was renamed, and the next one has not come yet.
            return false;
        }
    }

    private static @Nullable Object key(Path file) throws IOException {
        return Files.readAttributes(file, BasicFileAttributes.class).fileKey();
    }

    @Override
    public boolean hasEnded() {
        return ended;
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
