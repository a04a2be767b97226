package io.github.stormlock.test.internal.proxy;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Puts errors in the place of replies on one connection. The thread that carries requests says which replies to
 * replace, and the thread that carries replies does it. Requests and replies are matched by their order. On a
 * connection that subscribes one request has many replies, so only the first one can be matched.
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
        // The error is stored before the request is sent, so that the reply cannot come first.
        errors.put(number, ("-" + error.get().text() + "\r\n").getBytes(StandardCharsets.UTF_8));
        return error.get().isRun() ? command : HARMLESS;
    }

    /** Returns the bytes that the client gets for these bytes from Redis. */
    byte[] answered(byte[] chunk, int length) {
        // An error that is stored from here on is for a later reply, not for one in this chunk.
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
