package io.github.stormlock.lock.internal.protocol;

/**
 * The holder of a lock that was not granted, as far as it is known. Immutable.
 *
 * @param token the token under which the lock stands; empty if it was not told
 */
public record Holder(Kind kind, String token) {
    /** The holder was not asked for. */
    public static final Holder NOT_ASKED = new Holder(Kind.NOT_ASKED, "");

    /** Nobody holds the lock: it is left free for a moment, for clients that poll. */
    public static final Holder LEFT_FREE = new Holder(Kind.LEFT_FREE, "");

    /** The wait was over before Redis answered, which tells nothing of the lock. */
    public static final Holder UNANSWERED = new Holder(Kind.UNANSWERED, "");

    /** The lock was granted, but too late: by now it may be another's. */
    public static final Holder ENDED = new Holder(Kind.ENDED, "");

    /** The server has not looked, and asks to try again. */
    public static final Holder MIGRATING = new Holder(Kind.MIGRATING, "");

    /** The name that scripts give while the lock is left free for clients that poll. */
    private static final String LEFT_FREE_TOKEN = Tokens.PREFIX + "left-free";

    /** The kinds of holders, and of answers that name none. */
    public enum Kind {
        /** A lease of this library, in any JVM. */
        LEASE,
        /** Another program, which wakes nobody when it gives the lock back. */
        STRANGER,
        NOT_ASKED,
        LEFT_FREE,
        UNANSWERED,
        ENDED,
        MIGRATING
    }

    /** Returns the holder that a script has named. */
    public static Holder of(String token) {
        if (token.equals(LEFT_FREE_TOKEN)) {
            return LEFT_FREE;
        }
        return new Holder(token.startsWith(Tokens.PREFIX) ? Kind.LEASE : Kind.STRANGER, token);
    }

    /** Returns true if the holder may be no user of this library, so that nobody wakes those who wait. */
    public boolean mayBeStranger() {
        return kind != Kind.LEASE && kind != Kind.LEFT_FREE;
    }

    public boolean isLeftFree() {
        return kind == Kind.LEFT_FREE;
    }

    /** Returns the holder as shown to people. */
    public String shown() {
        return switch (kind) {
            case LEASE, STRANGER -> Printable.name(token);
            case NOT_ASKED -> "another client (it was not asked which)";
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
