package io.github.stormlock.insight.redis;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisDataException;

/**
 * What a server answered to one command: a value, nothing, or a refusal, which is no exception here. What it says is not
 * to be trusted: escape it before it is shown. Immutable.
 */
public final class Reply {
    private final @Nullable Object value;

    Reply(@Nullable Object value) {
        this.value = value;
    }

    /** {@return true if the server refused the command} */
    public boolean isRefused() {
        return value instanceof JedisDataException;
    }

    /** {@return the words of the refusal, such as {@code NOPERM …}; empty if there was none} */
    public String refusal() {
        return value instanceof JedisDataException refused ? String.valueOf(refused.getMessage()) : "";
    }

    /** {@return true if a right is missing for the command} */
    public boolean isForbidden() {
        return refusal().startsWith("NOPERM");
    }

    /** {@return the text that was answered; empty if there is none, or a list} Bytes that are no UTF-8 are
     * replaced. */
    public Optional<String> text() {
        return value instanceof byte[] bytes
                ? Optional.of(new String(bytes, StandardCharsets.UTF_8))
                : value instanceof Long number ? Optional.of(number.toString()) : Optional.empty();
    }

    /** {@return the bytes that were answered; empty if there are none} */
    public Optional<byte[]> bytes() {
        return value instanceof byte[] bytes ? Optional.of(bytes) : Optional.empty();
    }

    /** {@return the number that was answered, also as text; empty if it is none} */
    public OptionalLong number() {
        if (value instanceof Long number) {
            return OptionalLong.of(number);
        }
        try {
            return text().map(text -> OptionalLong.of(Long.parseLong(text))).orElse(OptionalLong.empty());
        } catch (NumberFormatException noNumber) {
            return OptionalLong.empty();
        }
    }

    /** {@return microseconds of the server's clock, as {@code TIME} answers them; empty if it was not permitted} */
    public OptionalLong micros() {
        List<Reply> time = list();
        return time.size() < 2
                ? OptionalLong.empty()
                : OptionalLong.of(time.get(0).number().orElse(0) * 1_000_000
                        + time.get(1).number().orElse(0));
    }

    /** {@return the members of the list that was answered; empty if it was none} */
    public List<Reply> list() {
        return value instanceof List<?> list
                ? list.stream().map(member -> new Reply(member)).toList()
                : List.of();
    }

    /** {@return true if nothing was answered, as to {@code GET} of no key} */
    public boolean isNothing() {
        return value == null;
    }

    @Nullable
    JedisDataException error() {
        return value instanceof JedisDataException refused ? refused : null;
    }

    @Override
    public String toString() {
        return isRefused() ? "refused: " + refusal() : text().orElseGet(() -> isNothing() ? "nothing" : "a list");
    }
}
