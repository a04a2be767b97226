package io.github.stormlock.internal.protocol;

import io.github.stormlock.internal.text.Printable;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * The holder of a lock that was not granted, as far as it is known. Immutable.
 *
 * @param token the token under which the lock stands; empty if it was not told
 */
public record Holder(Kind kind, String token) {
    /** Nobody holds the lock: it is left free for a moment, for clients that poll. */
    public static final Holder LEFT_FREE = new Holder(Kind.LEFT_FREE, "");

    /** The wait was over before Redis answered, which tells nothing of the lock. */
    public static final Holder UNANSWERED = new Holder(Kind.UNANSWERED, "");

    /** The lock was granted, but too late: by now it may be another's. */
    public static final Holder ENDED = new Holder(Kind.ENDED, "");

    /** The server has not looked, and asks to try again. */
    public static final Holder MIGRATING = new Holder(Kind.MIGRATING, "");

    /** The names that scripts give in place of a token. */
    private static final Map<String, Kind> NAMED = Map.of(
            Tokens.PREFIX + "left-free", Kind.LEFT_FREE,
            Tokens.PREFIX + "readers", Kind.READERS,
            Tokens.PREFIX + "door", Kind.DOOR,
            Tokens.PREFIX + "passed-on", Kind.PASSED_ON);

    private static final Set<Kind> PERHAPS_STRANGERS =
            Set.of(Kind.STRANGER, Kind.UNANSWERED, Kind.ENDED, Kind.MIGRATING);

    private static final String IN_USE = Tokens.PREFIX + "in-use:";
    private static final String LATCH = Tokens.PREFIX + "latch:";

    /** The kinds of holders, and of answers that name none. */
    public enum Kind {
        /** A lease of this library, in any JVM. */
        LEASE("%s"),
        /** Another program, which wakes nobody when it gives the lock back. */
        STRANGER("%s"),
        /** Readers hold it together. */
        READERS("readers"),
        /** Readers that waited are coming in. */
        DOOR("readers that are coming in"),
        /** It was free, and is given to a waiter that came before. */
        PASSED_ON("nobody: it is passed on to a client that came before"),
        /** So many permits are in use; the token is their number. */
        PERMITS("%s permits are in use"),
        /** So many have still to count down; the token is their number. */
        LATCH("%s have still to count down"),
        LEFT_FREE("nobody: it is left free for a moment, for programs that poll"),
        UNANSWERED("nobody knows: Redis did not answer in time"),
        ENDED("nobody: its lease ended before Redis answered"),
        MIGRATING("a hash slot in migration");

        private final String shown;

        Kind(String shown) {
            this.shown = shown;
        }
    }

    /** Returns the holder that a script has named. */
    public static Holder of(String token) {
        if (!token.startsWith(Tokens.PREFIX)) {
            return new Holder(Kind.STRANGER, token);
        }
        Kind named = NAMED.get(token);
        if (named != null) {
            return new Holder(named, "");
        } else if (token.startsWith(IN_USE)) {
            return new Holder(Kind.PERMITS, token.substring(IN_USE.length()));
        } else if (token.startsWith(LATCH)) {
            return new Holder(Kind.LATCH, token.substring(LATCH.length()));
        }
        return new Holder(Kind.LEASE, token);
    }

    /** Returns true if the holder may be no user of this library, so that nobody wakes those who wait. */
    public boolean mayBeStranger() {
        return PERHAPS_STRANGERS.contains(kind);
    }

    /** Returns true if somebody holds it who is known. */
    public boolean isNamed() {
        return !token.isEmpty();
    }

    public boolean isLeftFree() {
        return kind == Kind.LEFT_FREE;
    }

    /** Returns the holder as shown to people. */
    public String shown() {
        return String.format(Locale.ROOT, kind.shown, Printable.name(token));
    }

    /**
     * Returns the holder as shown to people, with what to do about a lock that never ends.
     *
     * @param leftMillis milliseconds until the lease would end; negative if it has no end
     */
    public String shown(long leftMillis, LockKeys keys) {
        boolean endless = leftMillis < 0 && (kind == Kind.LEASE || kind == Kind.STRANGER);
        return endless
                ? shown() + " under the key " + Printable.name(Bytes.text(keys.lockKey()))
                        + ", which never expires: delete that key if no program holds the lock any more"
                : shown();
    }
}
