package io.github.stormlock.topologies.lines;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;

/** Reads gzip, and says so if bytes behind the last member are neither gzip nor zeros, which Java drops in silence. */
final class GzipStream extends GZIPInputStream {

    private static final int TRAILER = 8;

    private final Path file;

    GzipStream(Path file, InputStream in) throws IOException {
        super(in, LineSource.BUFFER_BYTES);
        this.file = file;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        int read;
        try {
            read = super.read(into, from, length);
        } catch (EOFException e) {
            throw (EOFException) new EOFException(file + " is a gzip file that is cut off").initCause(e);
        } catch (ZipException e) {
            throw broken("a gzip file that is broken: " + e.getMessage());
        }
        if (read < 0) {
            requireNothingBehind();
        }
        return read;
    }

    private void requireNothingBehind() throws IOException {
        // What was read behind the compressed data: the trailer, and what follows it.
        for (int at = len - inf.getRemaining() + TRAILER; at < len; at++) {
            require(buf[at] == 0);
        }
        for (int next = in.read(); next >= 0; next = in.read()) {
            require(next == 0);
        }
    }

    private void require(boolean zero) throws ZipException {
        if (!zero) {
            throw broken("a gzip file that goes on behind its content with bytes that are no gzip");
        }
    }

    private ZipException broken(String what) {
        return new ZipException(file + " is " + what);
    }
}
