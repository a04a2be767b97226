package io.github.stormlock.test;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Puts errors in the place of replies, on one connection: the thread that carries its requests says which, the other one exchanges them.
 * Requests and replies are matched by their order; on a connection that subscribes, where one request has many replies, only the first one
 * can be told.
 */
final class ReplyErrors {
    private static final byte[] HARMLESS = "*1\r\n$4\r\nPING\r\n".getBytes(StandardCharsets.US_ASCII);

    private final Map<Long, byte[]> errors = new ConcurrentHashMap<>();
    private final ReplyFrames frames = new ReplyFrames();
    private long asked;
    private long answered;

    /** Returns the request that Redis is asked in place of this one; it has one reply as well. */
    byte[] asked(byte[] command, Optional<ErrorReply> error) {
        if (command.length == 0 || command[0] != '*') {
            return command;
        }
        long number = asked++;
        if (error.isEmpty()) {
            return command;
        }
        // Before the request is sent, so that its reply cannot come first.
        errors.put(number, ("-" + error.get().text() + "\r\n").getBytes(StandardCharsets.UTF_8));
        return error.get().isRun() ? command : HARMLESS;
    }

    /** Returns the bytes that the client gets for these bytes from Redis. */
    byte[] answered(byte[] chunk, int length) {
        // One that is put in from here on is not for what has arrived.
        boolean asIs = errors.isEmpty();
        ByteArrayOutputStream out = new ByteArrayOutputStream(asIs ? 0 : length);
        for (int at = 0; at < length; ) {
            int end = frames.end(chunk, at, length);
            byte[] error = frames.isAnswer() ? errors.get(answered) : null;
            if (error == null && !asIs) {
                out.write(chunk, at, end - at);
            }
            if (frames.isWhole() && frames.isAnswer()) {
                if (error != null) {
                    out.writeBytes(error);
                    errors.remove(answered);
                }
                answered++;
            }
            at = end;
        }
        return asIs ? Arrays.copyOf(chunk, length) : out.toByteArray();
    }
}
