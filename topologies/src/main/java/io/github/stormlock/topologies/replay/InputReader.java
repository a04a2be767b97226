package io.github.stormlock.topologies.replay;

import java.io.Closeable;
import java.io.EOFException;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * Reads an input to its end, or to the point where it cannot be read any further. It opens the input again after a
 * problem. It takes a problem that stays for 5 tries, or one of the content, for the end. Not thread-safe.
 */
final class InputReader<E> implements Closeable {

    private static final int TRIES = 5;
    private static final long RETRY_NANOS = TimeUnit.SECONDS.toNanos(1);
    private static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final String name;
    private final ReplaySource<E> source;
    private final SpoutPort<E> port;

    private @Nullable OrderedInput<E> input;
    private int failures;
    private long notBefore;
    private boolean idle;
    private boolean ended;
    private @Nullable String error;

    InputReader(String name, ReplaySource<E> source, SpoutPort<E> port) {
        this.name = name;
        this.source = source;
        this.port = port;
    }

    /** An event, its offset, and the offset of the event behind it. */
    record Read<E>(long offset, long following, E event) {}

    /**
     * Returns the next event.
     *
     * @param from the offset to go on from
     * @return the event; {@code null} at the end, while there is none, and while a problem is waited out
     */
    @Nullable
    Read<E> next(long from, long nowNanos) {
        if (ended || ((failures > 0 || idle) && nowNanos - notBefore < 0)) {
            return null;
        }
        try {
            Read<E> read = read(from);
            idle = read == null;
            if (idle) {
                notBefore = nowNanos + IDLE_NANOS;
            }
            return read;
        } catch (IOException e) {
            failed(e, from, nowNanos);
            return null;
        }
    }

    boolean isEnded() {
        return ended;
    }

    /**
     * Returns the reason why the input could not be read to its end; {@code null} if it was, or is still being read.
     */
    @Nullable
    String error() {
        return error;
    }

    @Override
    public void close() {
        try {
            if (input != null) {
                input.close();
            }
        } catch (IOException e) {
            port.trouble("the input cannot be closed", e);
        }
        input = null;
    }

    private @Nullable Read<E> read(long from) throws IOException {
        OrderedInput<E> open = input == null ? reopen(from) : input;
        long offset = open.offset();
        E event = open.next();
        failures = 0;
        ended = event == null && open.hasEnded();
        return event == null ? null : new Read<>(offset, open.offset(), event);
    }

    private OrderedInput<E> reopen(long from) throws IOException {
        String found = source.source();
        if (!found.equals(name)) {
            throw new ReplacedException(name, found);
        }
        OrderedInput<E> opened = source.open(from);
        input = opened;
        return opened;
    }

    private void failed(IOException cause, long from, long nowNanos) {
        close();
        failures++;
        notBefore = nowNanos + RETRY_NANOS;
        if (isOfContent(cause) || failures >= TRIES) {
            ended = true;
            error = "not read beyond offset " + from + ": " + why(cause);
        }
        port.trouble(ended ? "the rest of the input is left out" : "the input is opened again in a second", cause);
    }

    private static boolean isOfContent(IOException cause) {
        return cause instanceof EOFException || cause instanceof ZipException || cause instanceof ReplacedException;
    }

    /** Returns the message alone if it is this project's own; others need the name of their class. */
    private static String why(IOException cause) {
        return isOfContent(cause) && cause.getMessage() != null ? cause.getMessage() : cause.toString();
    }

    private static final class ReplacedException extends IOException {
        private static final long serialVersionUID = 1L;

        ReplacedException(String name, String found) {
            super("the input was " + name + " and is " + found + " now");
        }
    }
}
