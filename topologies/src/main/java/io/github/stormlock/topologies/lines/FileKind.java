package io.github.stormlock.topologies.lines;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Pattern;

/** Knows packed files and texts in other encodings by their first bytes: their bytes would make lines of garbage. */
final class FileKind {

    /** The number of bytes to look at: the name of a tar archive's format stands at byte 257. */
    static final int BYTES = 262;

    private static final Pattern GZIP = Pattern.compile("1f8b.*");
    private static final Map<String, Pattern> OTHERS = new LinkedHashMap<>();

    static {
        other("xz", "fd377a585a00");
        other("bzip2", "425a683[1-9](314159265359|177245385090)");
        other("zstd", "28b52ffd|5[0-9a-f]2a4d18");
        other("zip", "504b(0304|0506|0708)");
        other("7z", "377abcaf271c");
        other("rar", "526172211a07");
        other("lz4", "04224d18");
        other("lzip", "4c5a495001");
        other("lzma", "5d0000..00");
        other("compress", "1f9d");
        other("tar", "[0-9a-f]{514}7573746172");
        other("UTF-32", "fffe0000|0000feff");
        other("UTF-16", "fffe|feff|([2-7][0-9a-f]00){2}|(00[2-7][0-9a-f]){2}");
    }

    private FileKind() {}

    private static void other(String name, String begin) {
        OTHERS.put(name, Pattern.compile("(" + begin + ").*"));
    }

    /** Returns the first bytes of a stream that can be marked, in hexadecimal digits, and goes back before them. */
    static String begin(InputStream in) throws IOException {
        in.mark(BYTES);
        byte[] bytes = new byte[BYTES];
        int length = 0;
        try {
            for (int n = 0; n >= 0 && length < BYTES; n = in.read(bytes, length, BYTES - length)) {
                length += n;
            }
        } catch (EOFException e) {
            // The reader of the lines before the cut will come upon it too.
        }
        in.reset();
        return hex(bytes, length);
    }

    static String hex(byte[] bytes, int length) {
        return HexFormat.of().formatHex(bytes, 0, Math.max(0, length));
    }

    static boolean isGzip(String begin) {
        return GZIP.matcher(begin).matches();
    }

    /**
     * Checks that a file is plain text, as far as its first bytes tell.
     *
     * @throws IOException if it is not; the message says what it is
     */
    static void requireText(Path file, String begin) throws IOException {
        if (isGzip(begin)) {
            throw new IOException(file + " is gzip where plain text is needed: unpack it first");
        }
        for (Map.Entry<String, Pattern> other : OTHERS.entrySet()) {
            if (other.getValue().matcher(begin).matches()) {
                throw new IOException(file + " is " + other.getKey() + ": give it as plain text in UTF-8, or as gzip");
            }
        }
    }
}
