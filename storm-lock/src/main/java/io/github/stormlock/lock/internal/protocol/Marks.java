package io.github.stormlock.lock.internal.protocol;

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
 * How events are remembered: for each purpose and source, one sorted set beside the entry. An opaque id is scored by the time
 * until which it is kept, above 4 x 10^15, an offset by itself; the member {@code low} is scored by the lowest offset that may
 * still be pending. Workers of protocol 1 ({@code .ci/protocols.txt}) score an opaque id by when it was applied: how long it is
 * to be kept nobody knows, so it is kept for as long as positions are.
 * Thread-safe.
 */
public final class Marks {
    private static final int CACHED_SCOPES = 1_000;
    private static final byte[] OPAQUE = {'o'};
    private static final byte[] POSITION = {'p'};

    private final String purpose;
    private final Duration keep;
    private final Duration window;
    private final byte[] firstForm;
    private final ConcurrentMap<String, String> scopes = new ConcurrentHashMap<>();

    /**
     * @param purpose what ids are scoped by
     * @param keep how long the marks of positions live after their last use
     * @param window how long an opaque id is remembered
     */
    public Marks(String purpose, Duration keep, Duration window) {
        this.purpose = purpose;
        this.keep = keep;
        this.window = window;
        this.firstForm = Bytes.of(Math.max(keep.toMillis(), window.toMillis()));
    }

    public static Marks of(String purpose, LockSettings settings) {
        return new Marks(purpose, settings.eventsKeep(), settings.eventsWindow());
    }

    public String purpose() {
        return purpose;
    }

    /** Adds key and arguments of one event; nothing for an event without an id. */
    public void add(LockKeys keys, EventId event, List<byte[]> scriptKeys, List<byte[]> args) {
        if (event instanceof Opaque opaque) {
            scriptKeys.add(keys.seenKey(scope("")));
            // The ordinal stands in front and is always ended, so that no id can look like another's ordinal.
            String id = (opaque.ordinal() == 0 ? "=" : opaque.ordinal() + "=") + opaque.id();
            args.addAll(List.of(Bytes.of(id), OPAQUE, Bytes.ZERO, firstForm, Bytes.of(window.toMillis())));
        } else if (event instanceof Position position) {
            scriptKeys.add(keys.seenKey(scope(position.source())));
            byte[] offset = Bytes.of(position.offset());
            byte[] id = position.ordinal() == 0 ? offset : Bytes.of(position.offset() + "." + position.ordinal());
            args.addAll(List.of(id, POSITION, offset, Bytes.of(position.low()), Bytes.of(keep.toMillis())));
        }
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

    /** Of fixed length, whatever the names contain: 128 bits, in which no two names meet. */
    private static String digest(String text) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(Arrays.copyOf(hash, 16));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java has no SHA-256", e);
        }
    }
}
