package io.github.stormlock.internal.protocol;

import io.github.stormlock.internal.text.Printable;
import java.util.Map;

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

    private static final String IN_USE = Tokens.PREFIX + "in-use:";
    private static final String LATCH = Tokens.PREFIX + "latch:";

    /** The kinds of holders, and of answers that name none. */
    public enum Kind {
        /** A lease of this library, in any JVM. */
        LEASE,
        /** Another program, which wakes nobody when it gives the lock back. */
        STRANGER,
        /** Readers hold it together. */
        READERS,
        /** Readers that waited are coming in. */
        DOOR,
        /** It was free, and is given to a waiter that came before. */
        PASSED_ON,
        /** So many permits are in use; the token is their number. */
        PERMITS,
        /** So many have still to count down; the token is their number. */
        LATCH,
        LEFT_FREE,
        UNANSWERED,
        ENDED,
        MIGRATING
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
        return switch (kind) {
            case LEASE, LEFT_FREE, READERS, DOOR, PASSED_ON, PERMITS, LATCH -> false;
            case STRANGER, UNANSWERED, ENDED, MIGRATING -> true;
        };
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
        return switch (kind) {
            case LEASE, STRANGER -> Printable.name(token);
            case READERS -> "readers";
            case DOOR -> "readers that are coming in";
            case PASSED_ON -> "nobody: it is passed on to a client that came before";
            case PERMITS -> token + " permits are in use";
            case LATCH -> token + " have still to count down";
            case LEFT_FREE -> "nobody: it is left free for a moment, for programs that poll";
            case UNANSWERED -> "nobody knows: Redis did not answer in time";
            case ENDED -> "nobody: its lease ended before Redis answered";
            case MIGRATING -> "a hash slot in migration";
        };
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
