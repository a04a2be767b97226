package io.github.stormlock.lock.internal.protocol;

import io.github.stormlock.redis.Script;

/**
 * A kind of lock. A kind is a script file, which decides who may hold the lock, and this description. All else is
 * common to the kinds: the verbs, the queue of those who wait, the wait loop and the watchdog. Immutable.
 *
 * <p>To add a kind, write its file, with the functions that {@code mutex.lua} lists, and a constant here.
 *
 * @param name the name of the file without {@code .lua}, and of the kind in messages
 * @param takenBySetNx true if {@code SET NX PX} takes a free lock of this kind, so that a first try needs no script
 */
public record LockKind(
        String name,
        boolean takenBySetNx,
        Script acquire,
        Script commit,
        Script release,
        Script withdraw,
        Script renew,
        Script fence) {

    /** A lock with one holder, kept as foreign clients keep theirs. Every update of an entry is guarded by it. */
    public static final LockKind MUTEX = of("mutex", /* takenBySetNx= */ true);

    /**
     * Returns a kind of lock.
     *
     * @param name the name of the kind's file without {@code .lua}
     * @param takenBySetNx true if {@code SET NX PX} takes a free lock of this kind
     * @throws IllegalArgumentException if there is no such file beside this class
     */
    public static LockKind of(String name, boolean takenBySetNx) {
        return new LockKind(
                name,
                takenBySetNx,
                script("token", name, "handover", "entry", "acquire"),
                script("token", name, "handover", "permitted", "commit"),
                queued(name, "release"),
                queued(name, "withdraw"),
                script("token", name, "renew"),
                script("token", name, "fence"));
    }

    private static Script queued(String name, String verb) {
        return script("token", name, "handover", verb);
    }

    private static Script script(String... files) {
        return Script.of(LockKind.class, files);
    }

    @Override
    public String toString() {
        return name;
    }
}
