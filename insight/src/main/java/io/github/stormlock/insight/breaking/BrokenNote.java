package io.github.stormlock.insight.breaking;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.github.stormlock.insight.read.Shown;
import io.github.stormlock.insight.redis.Query;
import io.github.stormlock.insight.redis.RedisServers;
import io.github.stormlock.lock.insight.LockNames;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The note in Redis about a lock that was broken. It is kept for 7 days, and the next note of the same lock takes its
 * place. Everyone who may write our keys may have written it: its texts are bounded, and not yet fit to be shown.
 * Immutable.
 *
 * @param at when, in milliseconds of the server's clock; 0 if unknown
 * @param by who broke it
 * @param reason why
 * @param kind the kind of lock, a name of {@link BreakTarget.Meaning} in small letters
 * @param holder the old holder in words
 * @param token the token, or the member of a set, that was taken away
 */
public record BrokenNote(long at, String by, String reason, String kind, String holder, String token) {
    /** The most characters of a reason. */
    public static final int LONGEST_REASON = 500;

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String KEPT_MILLIS = Long.toString(Duration.ofDays(7).toMillis());
    private static final int MOST_BYTES = 16_384;
    private static final int LONGEST = 400;
    private static final int LONGEST_NAME = 200;

    /**
     * Notes that a lock was broken.
     *
     * @param servers the servers
     * @param names the names of keys
     * @param target what was broken
     * @param reason why
     * @return why the server refused it; empty if it stands
     */
    public static String write(RedisServers servers, LockNames names, BreakTarget target, String reason) {
        String key = names.broken(target.lock().entry());
        BrokenNote note = new BrokenNote(
                servers.ask(Query.routed(key, List.of("TIME"))).micros().orElse(0) / 1_000,
                me(),
                reason,
                target.meaning().name().toLowerCase(Locale.ROOT),
                cut(target.holder().words(), LONGEST),
                cut(target.holder().value(), LONGEST));
        return servers.ask(Query.of("SET", key, note.json(), "PX", KEPT_MILLIS)).refusal();
    }

    private String json() {
        return JSON.<ObjectNode>valueToTree(this).put("v", LockNames.FORM).toString();
    }

    /**
     * {@return the note that a text is; empty if it is of another form, or too long}
     *
     * @param text the value of the key
     */
    public static Optional<BrokenNote> parse(String text) {
        if (text.length() > MOST_BYTES) {
            return Optional.empty();
        }
        try {
            JsonNode note = JSON.readTree(text);
            return note.path("v").asInt() == LockNames.FORM
                    ? Optional.of(new BrokenNote(
                            note.path("at").asLong(),
                            cut(note.path("by").asText(), LONGEST_NAME),
                            cut(note.path("reason").asText(), LONGEST_REASON),
                            cut(note.path("kind").asText(), LONGEST_NAME),
                            cut(note.path("holder").asText(), LONGEST),
                            cut(note.path("token").asText(), LONGEST)))
                    : Optional.empty();
        } catch (JsonProcessingException noNote) {
            return Optional.empty();
        }
    }

    /**
     * {@return who broke it, why, and whose it was, in words that are fit to be shown}
     *
     * @param now the server's clock in milliseconds; 0 if unknown
     */
    public String words(long now) {
        String what = Stream.of(BreakTarget.Meaning.values())
                .filter(meaning -> meaning.name().toLowerCase(Locale.ROOT).equals(kind))
                .findFirst()
                .map(BreakTarget.Meaning::words)
                .orElse("a lock");
        return (at > 0 && now > 0 ? Shown.millis(Math.max(0, now - at)) + " ago " : "")
                + "by " + Shown.text(by, LONGEST_NAME) + ", who wrote: \"" + Shown.text(reason, LONGEST_REASON)
                + "\"; it was "
                + what + " of " + Shown.text(holder, LONGEST_NAME);
    }

    /** {@return the one who runs this command: the user of the operating system, and the machine} */
    public static String me() {
        return cut(System.getProperty("user.name", "?") + '@' + host(), LONGEST_NAME);
    }

    private static String host() {
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException nameless) {
            return "?";
        }
    }

    private static String cut(String text, int most) {
        return text.substring(0, Math.min(text.length(), most));
    }
}
