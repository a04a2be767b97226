package io.github.stormlock.test.internal.proxy;

import java.util.regex.Pattern;

/**
 * An error in the place of a reply.
 *
 * @param text the error code and its text in one line, such as {@code BUSY Redis is busy}
 * @param isRun true if Redis runs the request all the same
 */
public record ErrorReply(String text, boolean isRun) {
    private static final Pattern ONE_LINE = Pattern.compile("[^\\r\\n]+");

    public ErrorReply {
        if (!ONE_LINE.matcher(text).matches()) {
            throw new IllegalArgumentException("The error is '" + text + "': it must be one line, and not empty");
        }
    }
}
