package io.github.stormlock.internal.protocol;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Makes the names of leases: {@code storm-lock:<mode>:<factory>:<caller>.<kind><acquisition>:<step>}. The factory's
 * part is 128 random bits. Caller and kind tell people who asks for the lock, and for what purpose. The acquisition
 * is a counter, and the step counts the tokens of one acquisition. Caller and acquisition are of base 36, so that the
 * millionth token is as short as the decimal one of workers that name no caller; the step is decimal. Scripts take
 * tokens apart: a token replaces an earlier step of its own acquisition and nothing else. Thread-safe.
 */
public final class Tokens {
    /** The beginning of every token of ours. The holder of any other token is a stranger, who wakes nobody. */
    public static final String PREFIX = "storm-lock:";

    private static final int BASE = Character.MAX_RADIX;
    private static final SecureRandom RANDOM = new SecureRandom();

    private final String keyPrefix;
    private final String factory;
    private final String stem;
    private final Callers callers;
    private final AtomicLong acquisitions = new AtomicLong();

    /**
     * Begins the tokens of one factory, which differ from those of all others.
     *
     * @param cluster true if a PUBLISH counts the receivers of one node only; scripts read this off the token
     */
    public Tokens(boolean cluster) {
        this(cluster, "", newFactory());
    }

    /**
     * Begins the tokens of one factory, as {@link #Tokens(boolean)} does.
     *
     * @param keyPrefix the beginning of the channel; empty for none
     * @param factory the part that tells them from those of all other factories
     */
    public Tokens(boolean cluster, String keyPrefix, String factory) {
        this.keyPrefix = keyPrefix;
        this.factory = factory;
        this.callers = new Callers(factory);
        this.stem = PREFIX + (cluster ? "c:" : "s:") + factory + ':';
    }

    /** Draws a part of tokens that no other factory has. */
    public static String newFactory() {
        byte[] bits = new byte[16];
        RANDOM.nextBytes(bits);
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bits);
    }

    /** Returns the channel on which the waiters of this factory are woken. */
    public String channel() {
        return keyPrefix + PREFIX + "wake:" + factory;
    }

    public String factory() {
        return factory;
    }

    /** Returns the callers that use the factory. */
    public Callers callers() {
        return callers;
    }

    /** Returns true if a token is of an update of this factory, which holds its lock for a few round trips, mostly. */
    public boolean isOfOwnUpdate(String token) {
        if (!token.startsWith(stem)) {
            return false;
        }
        int kind = token.indexOf('.', stem.length()) + 1;
        return kind > 0 && kind < token.length() && token.charAt(kind) == Claimant.UPDATE;
    }

    /** Begins the tokens of a new acquisition. */
    public Acquisition next(Claimant claimant) {
        String caller = Integer.toString(claimant.caller(), BASE);
        String number = Long.toString(acquisitions.incrementAndGet(), BASE);
        return new Acquisition(stem + caller + '.' + claimant.kind() + number + claimant.wanted() + ':');
    }

    /** The tokens of one acquisition. Used by one thread at a time. */
    public static final class Acquisition {
        private final String name;
        private int step;

        private Acquisition(String name) {
            this.name = name;
        }

        /** Returns the part that its tokens have in common. */
        public String name() {
            return name;
        }

        /** Returns a token that was never sent before. */
        public String token() {
            return name + ++step;
        }
    }
}
