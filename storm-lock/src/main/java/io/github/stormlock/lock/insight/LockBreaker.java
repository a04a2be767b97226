package io.github.stormlock.lock.insight;

import io.github.stormlock.internal.protocol.Handover;
import io.github.stormlock.internal.protocol.LockCalls;
import io.github.stormlock.internal.protocol.LockKeys;
import io.github.stormlock.internal.protocol.LockKind;
import io.github.stormlock.redis.RedisAnswerLostException;
import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.RedisPort;
import java.time.Duration;
import java.util.List;

/**
 * Takes a lock away from its holder, as an operator has to now and then. It gives the lock back in the holder's name, by
 * the script by which holders give it back. So the next waiter has it at once, and a lock that has another holder by then
 * is left alone.
 *
 * <p>The holder is not asked. An update writes nothing once its lock is gone. A program that holds a mutex is told when it
 * renews its lease next, within a third of it. What it does outside Redis goes on until then, and after that unless it
 * listens. Thread-safe.
 */
public final class LockBreaker {
    private static final String OUR_OWN = "storm-lock:";

    /** Readers and permits are told apart without the step of their tokens. */
    private static final String ANY_STEP = "1";

    private final RedisPort port;
    private final String keyPrefix;

    private LockBreaker(RedisPort port, String keyPrefix) {
        this.port = port;
        this.keyPrefix = keyPrefix;
    }

    /** The outcomes for a lock that was to be broken. */
    public enum Broken {
        /** Nothing was done: the token does not stand there any more. */
        MOVED_ON,
        /** The token is gone, and no waiter was given the lock: there was none, or a window for other programs is open. */
        FREE,
        /** The token is gone, and the lock was given to a waiter. */
        GIVEN,
        /** The token is gone. Others hold the lock beside it. */
        SHARED
    }

    /**
     * {@return a breaker of locks}
     *
     * @param port the way to Redis, which the caller closes
     * @param keyPrefix the value of {@code storm.lock.key.prefix}; empty for none
     */
    public static LockBreaker of(RedisPort port, String keyPrefix) {
        return new LockBreaker(port, keyPrefix);
    }

    /**
     * Breaks the lock of an entry, a mutex, a fair lock or a write lock, if this token still holds it.
     *
     * @param entry the key of the entry, or the name of the lock
     * @param token what stood under the key of the lock; that of another program, too
     * @param most the longest time that it may take
     * @return what became of the lock
     * @throws RedisAnswerLostException if no answer came: it may be broken
     * @throws RedisException if it was not broken, and why
     * @throws IllegalArgumentException if no lock has that name, or nobody's lease has that token
     */
    public Broken breakHolder(String entry, String token, Duration most) {
        if (token.startsWith(OUR_OWN) && LockToken.parse(token).isEmpty()) {
            throw new IllegalArgumentException("the lock is not held by anybody alone: " + OUR_OWN
                    + "... stands there for several, or for a moment. Break its readers one by one");
        }
        return release(LockKind.MUTEX, entry, token, most);
    }

    /**
     * Ends the lease of one reader of a read-write lock, if it still stands.
     *
     * @param name the name of the lock
     * @param member a member of the set of its readers, which is a token without the step at its end; or the token
     * @param most the longest time that it may take
     * @return what became of the lock
     * @throws RedisAnswerLostException if no answer came: it may be broken
     * @throws RedisException if it was not broken, and why
     * @throws IllegalArgumentException if no lock has that name, or no reader has that token
     */
    public Broken breakReader(String name, String member, Duration most) {
        return release(LockKind.READ, name, ofOurs(member), most);
    }

    /**
     * Takes back all permits of one owner, if they still stand.
     *
     * @param name the name of the permits
     * @param member a member of the set of the permits in use: any of those of the owner, with its number or without
     * @param most the longest time that it may take
     * @return what became of the permits
     * @throws RedisAnswerLostException if no answer came: they may be taken back
     * @throws RedisException if they were not, and why
     * @throws IllegalArgumentException if no permits have that name, or no permits have that member
     */
    public Broken breakPermits(String name, String member, Duration most) {
        return release(LockKind.PERMITS, name, ofOurs(member), most);
    }

    private static String ofOurs(String member) {
        String token = member.endsWith(":") ? member + ANY_STEP : member;
        if (LockToken.parse(token).isEmpty()) {
            throw new IllegalArgumentException("a token of another program cannot be given back there");
        }
        return token;
    }

    private Broken release(LockKind kind, String entry, String token, Duration most) {
        LockKeys keys = LockKeys.of(keyPrefix, entry, port.isCluster()).of(kind);
        Handover handover = Handover.ofRelease(
                port.run(LockCalls.release(kind, List.of(keys), token, 0, /* wanted= */ false), most.toNanos()));
        if (handover == null) {
            return Broken.MOVED_ON;
        }
        return switch (handover) {
            case GIVEN -> Broken.GIVEN;
            case SHARED -> Broken.SHARED;
            case FREE, LEFT_FREE, UNTOLD -> Broken.FREE;
            default -> throw new IllegalStateException("the release answered " + handover);
        };
    }
}
