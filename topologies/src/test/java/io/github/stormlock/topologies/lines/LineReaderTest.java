package io.github.stormlock.topologies.lines;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_16LE;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LineReaderTest {

    @TempDir
    Path folder;

    @Test
    void readsAllMembersOfAGzipFile() throws IOException {
        ByteArrayOutputStream both = new ByteArrayOutputStream();
        both.write(gzip("one\ntw".getBytes(UTF_8)));
        both.write(gzip("o\nthree\n".getBytes(UTF_8)));

        assertThat(read(Files.write(folder.resolve("log.gz"), both.toByteArray()), 0))
                .containsExactly(line(0, "one"), line(4, "two"), line(8, "three"));
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 9, 14, 30, 44})
    void refusesAGzipFileThatIsCutOff(int length) throws IOException {
        byte[] whole = gzip("a line\n".repeat(1_000).getBytes(UTF_8));
        Path file = Files.write(folder.resolve("bad.gz"), Arrays.copyOf(whole, length));

        assertThatThrownBy(() -> read(file, 0)).isInstanceOf(EOFException.class);
    }

    @Test
    void passesZerosBehindAGzipFile() throws IOException {
        byte[] whole = gzip("one\n".getBytes(UTF_8));

        assertThat(read(Files.write(folder.resolve("tape.gz"), Arrays.copyOf(whole, 512)), 0))
                .containsExactly(line(0, "one"));
    }

    /** A head as of xz, text in UTF-16, and what is packed twice. */
    @Test
    void refusesWhatIsNoPlainText() throws IOException {
        for (byte[] bytes : List.of(
                HexFormat.of().parseHex("fd377a585a000004e6d6b446"),
                "192.0.2.7 - -".getBytes(UTF_16LE),
                gzip("one\n".getBytes(UTF_8)))) {
            Path packed = Files.write(folder.resolve("access.log.gz"), gzip(bytes));
            Path file = Files.write(folder.resolve("access.log"), bytes);

            assertThatThrownBy(() -> read(packed, 0))
                    .hasMessageContainingAll(packed + " is packed", "give it as plain");
            assertThatThrownBy(() -> GrowingFile.open(file, 0)).hasMessageContaining(file + " is packed");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "BZh\n", "PK\n", "1"})
    void readsTextThatBeginsOddly(String text) throws IOException {
        assertThat(read(plain(text), 0)).hasSize(text.isEmpty() ? 0 : 1);
    }

    @Test
    void goesOnFromAnyLineAsIfReadFromTheStart() throws IOException {
        Path file = plain("a\r\nbc\n\n" + "x".repeat(100_000) + "\nend");
        List<Line> all = read(file, 0);

        for (int i = 0; i < all.size(); i++) {
            assertThat(read(file, all.get(i).offset())).isEqualTo(all.subList(i, all.size()));
        }
    }

    @Test
    void refusesToGoOnBehindTheEnd() throws IOException {
        Path file = plain("short\n");

        assertThat(read(file, 6)).isEmpty();
        assertThatThrownBy(() -> read(file, 7))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("ends before byte 7");
    }

    @Test
    void cutsALineThatIsTooLong() throws IOException {
        String most = "x".repeat(LineReader.MAX_BYTES);
        List<Line> lines = read(plain(most + "\r\n" + most + "y\n" + most + "\r\r\nnext\n" + most + "yy"), 0);

        assertThat(lines).extracting(Line::cut).containsExactly(false, true, true, false, true);
        assertThat(lines).extracting(Line::text).containsExactly(most, most, most, "next", most);
    }

    @Test
    void readsAnyBytesAsASimpleSplitDoes() throws IOException {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        for (int run = 0; run < 30; run++) {
            byte[] bytes = randomBytes(random);
            Path file = Files.write(folder.resolve("random"), random.nextBoolean() ? gzip(bytes) : bytes);

            assertThat(read(file, 0)).as("seed %d, run %d", seed, run).isEqualTo(split(bytes));
        }
    }

    private static byte[] randomBytes(Random random) {
        byte[] bytes = new byte[random.nextInt(200_000)];
        int lineLength = 1 + random.nextInt(random.nextBoolean() ? 50 : 50_000);
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (random.nextInt(lineLength) == 0 ? '\n' : random.nextInt(20) == 0 ? '\r' : 'a' + i % 26);
        }
        // Random bytes that begin like a gzip header would be read as gzip.
        if (bytes.length > 0) {
            bytes[0] = 'a';
        }
        return bytes;
    }

    private static List<Line> split(byte[] bytes) {
        List<Line> lines = new ArrayList<>();
        int begin = 0;
        for (int i = 0; i <= bytes.length; i++) {
            if (i == bytes.length ? begin < i : bytes[i] == '\n') {
                int end = i > begin && bytes[i - 1] == '\r' ? i - 1 : i;
                int kept = Math.min(LineReader.MAX_BYTES, end - begin);
                lines.add(new Line(begin, new String(bytes, begin, kept, ISO_8859_1), kept < end - begin));
                begin = i + 1;
            }
        }
        return lines;
    }

    private Path plain(String text) throws IOException {
        return Files.writeString(folder.resolve("plain.log"), text);
    }

    private static byte[] gzip(byte[] bytes) throws IOException {
        ByteArrayOutputStream compressed = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(compressed)) {
            out.write(bytes);
        }
        return compressed.toByteArray();
    }

    private static Line line(long offset, String text) {
        return new Line(offset, text, false);
    }

    private static List<Line> read(Path file, long from) throws IOException {
        try (LineReader reader = LineReader.open(file, from)) {
            List<Line> lines = new ArrayList<>();
            for (Line line = reader.next(); line != null; line = reader.next()) {
                assertThat(reader.offset()).isGreaterThan(line.offset());
                lines.add(line);
            }
            return lines;
        }
    }
}
