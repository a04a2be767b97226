package io.github.stormlock.internal.protocol;

import io.github.stormlock.redis.Script;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A kind of lock. A kind is a script file, which decides who may hold the lock, and this description. All else is
 * common to the kinds: the verbs, the queue of those who wait, the wait loop and the watchdog. Immutable.
 *
 * <p>To add a kind with one holder, write its file, with the functions that {@code mutex.lua} lists, and a constant here.
 * A kind with several holders also has its own {@code give_back}, {@code quit} and {@code pass_on}, in place of those of
 * {@code handover.lua}.
 *
 * @param name the kind as messages tell it
 * @param names how the keys of its locks begin
 */
public record LockKind(
        String name,
        LockKeys.Names names,
        Set<Trait> traits,
        Script acquire,
        Script release,
        Script withdraw,
        Script renew,
        Script fence) {

    /** The properties in which kinds of locks differ beyond their scripts. */
    public enum Trait {
        /** Its waiters are served in the order of arrival. */
        IN_ORDER,
        /** A waiter whose JVM has the lock can have it next without a try of its own. */
        PASSED_WITHIN,
        /** Waiters are called together, and leave no notes. */
        CALLED_TOGETHER,
        /** A thread that waits for a lease that it has itself is told so. */
        WAITS_NOT_FOR_ITSELF,
        /** Entries may be changed under its lease. */
        GUARDS,
        /** Its lease has a fence. */
        FENCED
    }

    private static final List<String> ONE_HOLDER = List.of("mutex", "handover");

    /** A lock with one holder, kept as foreign clients keep theirs. Every update of an entry is guarded by it. */
    public static final LockKind MUTEX = of(
            "mutex",
            LockKeys.Names.LOCK,
            Set.of(Trait.PASSED_WITHIN, Trait.GUARDS, Trait.FENCED),
            ONE_HOLDER,
            /* reads= */ true);

    /** The mutex under the name that it has beside readers. */
    public static final LockKind WRITE = MUTEX.named(
            "write lock", Set.of(Trait.PASSED_WITHIN, Trait.WAITS_NOT_FOR_ITSELF, Trait.GUARDS, Trait.FENCED));

    /** Several mutexes that are held together. */
    public static final LockKind TOGETHER = MUTEX.named("multi lock", Set.of(Trait.WAITS_NOT_FOR_ITSELF));

    /** A lock with one holder, which is served in the order of arrival. */
    public static final LockKind FAIR = of(
            "fair lock",
            LockKeys.Names.LOCK,
            Set.of(Trait.IN_ORDER, Trait.PASSED_WITHIN, Trait.GUARDS, Trait.FENCED),
            List.of("mutex", "handover", "order", "fair"),
            /* reads= */ false);

    /** A lock that readers hold together, and never beside a holder of the mutex. */
    public static final LockKind READ = of(
            "read lock",
            LockKeys.Names.READ,
            Set.of(Trait.CALLED_TOGETHER, Trait.WAITS_NOT_FOR_ITSELF),
            List.of("mutex", "handover", "read"),
            /* reads= */ false);

    /** A number of permits. */
    public static final LockKind PERMITS = of(
            "permits", LockKeys.Names.PERMITS, Set.of(Trait.IN_ORDER), List.of("order", "permits"), /* reads= */ false);

    /** A latch. To wait for it is to try to take it. */
    public static final LockKind LATCH =
            of("latch", LockKeys.Names.LATCH, Set.of(Trait.CALLED_TOGETHER), List.of("latch"), /* reads= */ false);

    private static LockKind of(
            String name, LockKeys.Names names, Set<Trait> traits, List<String> files, boolean reads) {
        return new LockKind(
                name,
                names,
                traits,
                reads ? script(files, "of-type", "entry", "acquire") : script(files, "acquire"),
                script(files, "release"),
                script(files, "withdraw"),
                script(files, "renew"),
                script(files, "fence"));
    }

    /** Returns the script of some parts behind those of the kind's own files. */
    private static Script script(List<String> files, String... parts) {
        List<String> all = new ArrayList<>(List.of("token", "queue"));
        all.addAll(files);
        all.addAll(List.of(parts));
        return Script.of(LockKind.class, all.toArray(String[]::new));
    }

    /** Returns the scripts of a kind under another name. */
    private LockKind named(String another, Set<Trait> others) {
        return new LockKind(another, names, others, acquire, release, withdraw, renew, fence);
    }

    /** Returns true if the locks of this kind are those of entries, too, under the same keys. */
    public boolean sharesTheLockOfEntries() {
        return names.lock().equals(LockKeys.Names.LOCK.lock());
    }

    public boolean has(Trait trait) {
        return traits.contains(trait);
    }

    @Override
    public String toString() {
        return name;
    }
}
