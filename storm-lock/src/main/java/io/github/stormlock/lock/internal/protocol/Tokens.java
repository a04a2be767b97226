package io.github.stormlock.lock.internal.protocol;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The names of leases: {@code storm-lock:<mode>:<factory>:<acquisition>:<step>}. The factory's part is 128 random bits, the
 * acquisition's a counter, and the step counts the tokens of one acquisition. Scripts take them apart: a token replaces
 * an earlier step of its own acquisition and nothing else. Thread-safe.
 */
public final class Tokens {
    /** What every token of ours begins with; the holder of another is a stranger, who wakes nobody. */
    public static final String PREFIX = "storm-lock:";

    private static final SecureRandom RANDOM = new SecureRandom();

    private final String factory;
    private final String stem;
    private final AtomicLong acquisitions = new AtomicLong();

    /**
     * The tokens of one factory, which differ from those of all others.
     *
     * @param cluster whether a PUBLISH counts the receivers of one node only; scripts read it off the token
     */
    public Tokens(boolean cluster) {
        byte[] bits = new byte[16];
        RANDOM.nextBytes(bits);
        this.factory = Base64.getUrlEncoder().withoutPadding().encodeToString(bits);
        this.stem = PREFIX + (cluster ? "c:" : "s:") + factory + ':';
    }

    /** The channel on which the waiters of this factory are woken. */
    public String channel() {
        return PREFIX + "wake:" + factory;
    }

    public String factory() {
        return factory;
    }

    public Acquisition next() {
        return new Acquisition(stem + acquisitions.incrementAndGet() + ':');
    }

    /** The tokens of one acquisition. Used by one thread at a time. */
    public static final class Acquisition {
        private final String name;
        private int step;

        private Acquisition(String name) {
            this.name = name;
        }

        /** What its tokens have in common. */
        public String name() {
            return name;
        }

        /** A token that was never sent before. */
        public String token() {
            return name + ++step;
        }
    }
}
