package io.github.stormlock.lock.insight;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The parts of a token, which is what Redis has under the key of a lock that is held. Immutable.
 *
 * @param cluster true if its factory uses a Redis Cluster
 * @param factory the factory's part: the key of what its worker tells ends so
 * @param caller the number of its caller among those of the factory; 0 for none
 * @param kind {@code u} of an update, {@code m} of a lock that a program holds alone, {@code r} of a reader, {@code p} of
 *     permits, {@code l} of one that waits for a latch
 * @param number the number of the acquisition, in base 36
 * @param step the step within the acquisition
 */
public record LockToken(boolean cluster, String factory, int caller, char kind, String number, long step) {
    private static final Pattern TOKEN =
            Pattern.compile("storm-lock:([sc]):([A-Za-z0-9_-]{22}):([0-9a-z]{1,3})\\.([a-z])([0-9a-z]+)"
                    + "(?:\\.[0-9]+)*:([0-9]{1,18})");

    /**
     * {@return the parts of a token; empty for any other text, such as that of a lock of another program}
     *
     * @param token what Redis has under the key of a lock
     */
    public static Optional<LockToken> parse(String token) {
        Matcher parts = TOKEN.matcher(token);
        if (!parts.matches()) {
            return Optional.empty();
        }
        return Optional.of(new LockToken(
                parts.group(1).equals("c"),
                parts.group(2),
                Integer.parseInt(parts.group(3), Character.MAX_RADIX),
                parts.group(4).charAt(0),
                parts.group(5),
                Long.parseLong(parts.group(6))));
    }
}
