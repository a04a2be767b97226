package io.github.stormlock.test.internal.proxy;

/**
 * Finds the ends of replies in a stream of Redis's protocol, version 2 or 3, however the bytes arrive. Bytes of another
 * protocol, such as TLS, count as one reply without an end. For one thread.
 */
final class ReplyFrames {
    private static final int LONGEST_HEADER = 32;
    private static final String OF_ONE_LINE = "+-:_#,(";
    private static final String OF_BYTES = "$=!";
    private static final String OF_PARTS = "*~>";

    private final StringBuilder header = new StringBuilder();
    private long parts;
    private long bytes;
    private boolean counts;
    private boolean foreign;

    /**
     * Returns the index, from {@code from} to {@code to}, at which the current reply ends; {@code to} too if it goes on
     * beyond. {@link #isWhole} tells these apart.
     */
    int end(byte[] chunk, int from, int to) {
        int at = from;
        if (isWhole()) {
            parts = 1;
            // A push answers no request, and an attribute comes before the reply that it belongs to.
            counts = chunk[at] != '>' && chunk[at] != '|';
        }
        while (at < to && !foreign && !isWhole()) {
            if (bytes > 0) {
                int some = (int) Math.min(bytes, to - at);
                bytes -= some;
                at += some;
            } else {
                read((char) (chunk[at++] & 0xff));
            }
        }
        return foreign ? to : at;
    }

    /** Returns true if the reply has ended. */
    boolean isWhole() {
        return parts == 0 && bytes == 0 && !foreign;
    }

    /** Returns true if the reply answers a request. */
    boolean isAnswer() {
        return counts;
    }

    private void read(char next) {
        if (next != '\n') {
            if (next != '\r' && header.length() < LONGEST_HEADER) {
                header.append(next);
            }
            return;
        }
        try {
            begin(header.isEmpty() ? 'T' : header.charAt(0));
        } catch (NumberFormatException notRedis) {
            foreign = true;
        }
        header.setLength(0);
    }

    private void begin(char type) {
        parts--;
        if (OF_BYTES.indexOf(type) >= 0) {
            long length = number();
            bytes = length < 0 ? 0 : length + 2;
        } else if (OF_PARTS.indexOf(type) >= 0) {
            parts += Math.max(0, number());
        } else if (type == '%' || type == '|') {
            parts += 2 * number();
        } else if (OF_ONE_LINE.indexOf(type) < 0) {
            foreign = true;
        }
    }

    private long number() {
        return Long.parseLong(header.substring(1));
    }
}
