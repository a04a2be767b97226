package io.github.stormlock.test.internal.proxy;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Cuts the bytes from a client into whole commands: one command is one unit, however its bytes arrive. Bytes that are
 * no Redis command, such as TLS, are passed on as they arrive. For one thread.
 */
final class CommandReader {
    private static final int CHUNK = 64 * 1024;

    private final BufferedInputStream in;
    private long arrivedNanos;

    CommandReader(InputStream in) {
        this.in = new BufferedInputStream(in, CHUNK);
    }

    /**
     * Waits for a command and adds those that have arrived behind it. Returns an empty list at the end of the stream.
     */
    List<byte[]> burst() throws IOException {
        List<byte[]> burst = new ArrayList<>();
        int first = peek();
        arrivedNanos = System.nanoTime();
        while (first >= 0) {
            burst.add(first == '*' ? command() : whatIsThere());
            if (in.available() == 0) {
                return burst;
            }
            first = peek();
        }
        return burst;
    }

    /** Returns the time at which the first byte of the last burst came, by {@link System#nanoTime}. */
    long arrivedNanos() {
        return arrivedNanos;
    }

    private int peek() throws IOException {
        in.mark(1);
        int first = in.read();
        in.reset();
        return first;
    }

    private byte[] command() throws IOException {
        ByteArrayOutputStream command = new ByteArrayOutputStream();
        int arguments = length(line(command));
        for (int i = 0; i < arguments; i++) {
            int length = length(line(command)) + 2;
            byte[] argument = in.readNBytes(length);
            if (argument.length < length) {
                throw new EOFException("a command ended within an argument");
            }
            command.writeBytes(argument);
        }
        return command.toByteArray();
    }

    private String line(ByteArrayOutputStream command) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int next = in.read(); next >= 0; next = in.read()) {
            command.write(next);
            if (next == '\n') {
                return line.toString();
            }
            if (next != '\r') {
                line.append((char) next);
            }
        }
        throw new EOFException("a command ended within a line");
    }

    /** Returns the number in a header such as {@code *3} or {@code $11}. */
    private static int length(String line) throws IOException {
        try {
            return Integer.parseInt(line.substring(1));
        } catch (NumberFormatException | StringIndexOutOfBoundsException notRedis) {
            throw new IOException("not a Redis command", notRedis);
        }
    }

    private byte[] whatIsThere() throws IOException {
        byte[] chunk = new byte[CHUNK];
        int read = in.read(chunk);
        return Arrays.copyOf(chunk, Math.max(read, 0));
    }
}
