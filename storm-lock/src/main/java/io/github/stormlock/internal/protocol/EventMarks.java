package io.github.stormlock.internal.protocol;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.EventId.Opaque;
import io.github.stormlock.lock.EventId.Position;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Remembers events beside an entry, in one sorted set for each purpose and source. An opaque id is scored by the time
 * until which it is kept. A position is scored by its offset. The member {@code low} is scored by the lowest offset that
 * may still be pending. Thread-safe.
 */
public final class EventMarks {
    private static final int CACHED_SCOPES = 1_000;
    private static final byte[] OPAQUE = {'o'};
    private static final byte[] POSITION = {'p'};

    private final String purpose;
    private final Duration keep;
    private final Duration window;
    private final ConcurrentMap<String, String> scopes = new ConcurrentHashMap<>();

    /**
     * Creates the marks of one purpose.
     *
     * @param purpose the name that scopes event ids
     * @param keep how long the marks of positions live after their last use
     * @param window how long an opaque id is remembered
     */
    public EventMarks(String purpose, Duration keep, Duration window) {
        this.purpose = purpose;
        this.keep = keep;
        this.window = window;
    }

    public static EventMarks of(String purpose, LockSettings settings) {
        return new EventMarks(purpose, settings.eventsKeep(), settings.eventsWindow());
    }

    public String purpose() {
        return purpose;
    }

    /**
     * Adds the key and the arguments of one event.
     *
     * @param home the entry that remembers the event
     * @param others the further entries that its update changes
     */
    void add(LockKeys home, List<LockKeys> others, EventId event, List<byte[]> scriptKeys, List<byte[]> args) {
        scriptKeys.add(key(home, event));
        args.add(member(others, event));
        if (event instanceof Position position) {
            args.addAll(List.of(POSITION, Bytes.of(position.offset()), Bytes.of(position.low())));
        } else {
            args.addAll(List.of(OPAQUE, Bytes.ZERO, Bytes.ZERO));
        }
        args.add(Bytes.of(keepMillis(event)));
    }

    /** Returns the key of the marks that remember the event. */
    byte[] key(LockKeys home, EventId event) {
        return home.seenKey(scope(source(event)));
    }

    /** Returns the source of a position, and nothing for an opaque id: a source has a name. */
    static String source(EventId event) {
        return event instanceof Position position ? position.source() : "";
    }

    long keepMillis(EventId event) {
        return (event instanceof Position ? keep : window).toMillis();
    }

    /** Returns the name by which the marks remember the event. */
    byte[] member(List<LockKeys> others, EventId event) {
        if (event instanceof Opaque opaque) {
            // The ordinal stands in front and always ends with '=', so that no id can look like another's ordinal.
            return Bytes.of(ordinal(opaque.ordinal()) + entries(others) + "=" + opaque.id());
        } else if (event instanceof Position position) {
            boolean plain = position.ordinal() == 0 && others.isEmpty();
            return plain
                    ? Bytes.of(position.offset())
                    : Bytes.of(position.offset()
                            + (position.ordinal() == 0 ? "" : "." + position.ordinal())
                            + entries(others));
        }
        throw new IllegalArgumentException("an event without an id has no mark");
    }

    private static String ordinal(int ordinal) {
        return ordinal == 0 ? "" : Integer.toString(ordinal);
    }

    /**
     * Returns the part of an event's name that tells its further entries. So one event may change several sets of entries
     * that have one home, and single entries beside.
     */
    private static String entries(List<LockKeys> others) {
        if (others.isEmpty()) {
            return "";
        }
        StringBuilder names = new StringBuilder();
        for (LockKeys other : others) {
            names.append(other.entry().length()).append(':').append(other.entry());
        }
        return "&" + digest(names.toString());
    }

    private String scope(String source) {
        String known = scopes.get(source);
        if (known != null) {
            return known;
        }
        if (scopes.size() >= CACHED_SCOPES) {
            scopes.clear();
        }
        String digest = digest(purpose.length() + ":" + purpose + source);
        scopes.put(source, digest);
        return digest;
    }

    /** Returns a digest of fixed length, for names of any content: 128 bits, so that no two names meet. */
    private static String digest(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(hash, 16));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java has no SHA-256", e);
        }
    }
}
