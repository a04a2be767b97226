package io.github.stormlock.internal.protocol;

import io.github.stormlock.entry.EntryCommand;
import io.github.stormlock.redis.Script;
import io.github.stormlock.redis.ScriptCall;
import java.util.ArrayList;
import java.util.List;

/**
 * Makes calls of the scripts that take, keep and give back locks: one method for each script, with all its arguments.
 */
public final class LockCalls {
    private static final Script PROBE = Script.of(LockKind.class, "probe");
    private static final Script READ = Script.of(LockKind.class, "of-type", "entry", "read-entries");
    private static final Script IN_USE = Script.of(LockKind.class, "token", "queue", "order", "permits", "in-use");
    private static final Script COUNT_DOWN = Script.of(LockKind.class, "token", "queue", "latch", "count-down");

    private static final int ARGUMENTS_OF_A_LOCK = 7;
    private static final int ARGUMENTS_OF_A_READ = 4;

    private LockCalls() {}

    /**
     * The note of a waiter.
     *
     * @param left the note to leave at the first lock that is busy; empty for none
     * @param place milliseconds from now until 10 s after the waiter came
     * @param before the note to remove; empty for none
     * @param keptMillis how many milliseconds the locks are kept that come before the busy one; 0 to keep none
     */
    public record Note(String left, String place, String before, long keptMillis) {
        /** No note is left, and none was left before. */
        public static final Note NONE = new Note("", "10000", "", 0);
    }

    /**
     * Returns a call that takes locks, and reads the entries in the same step.
     *
     * @param token a token that was never sent before
     */
    public static ScriptCall acquire(LockKind kind, Targets targets, String token, long leaseMillis, Note note) {
        List<byte[]> scriptKeys = new ArrayList<>(3 * targets.size());
        addLocks(scriptKeys, targets.keys());
        List<byte[]> args = new ArrayList<>(ARGUMENTS_OF_A_LOCK + ARGUMENTS_OF_A_READ * targets.size());
        args.add(Bytes.of(token));
        args.add(Bytes.of(leaseMillis));
        args.add(Bytes.of(note.left()));
        args.add(Bytes.of(note.place()));
        args.add(Bytes.of(note.before()));
        args.add(Bytes.of(targets.size()));
        args.add(note.keptMillis() == 0 ? Bytes.EMPTY : Bytes.of(note.keptMillis()));
        for (int i = 0; i < targets.reads().size(); i++) {
            scriptKeys.add(targets.keys().get(i).entryKey());
            add(args, targets.reads().get(i));
        }
        return new ScriptCall(kind.acquire(), scriptKeys, args);
    }

    private static void addLocks(List<byte[]> scriptKeys, List<LockKeys> keys) {
        for (LockKeys each : keys) {
            scriptKeys.addAll(each.scriptKeys());
        }
    }

    private static List<byte[]> locks(List<LockKeys> keys) {
        List<byte[]> scriptKeys = new ArrayList<>(2 * keys.size());
        addLocks(scriptKeys, keys);
        return scriptKeys;
    }

    /**
     * Returns a call that reads entries of one slot as they stand at one moment, and asks for no lock.
     * {@link ReadReply#allOf} reads its answer.
     */
    public static ScriptCall read(Targets targets) {
        List<byte[]> entries = new ArrayList<>(targets.size());
        targets.keys().forEach(entry -> entries.add(entry.entryKey()));
        List<byte[]> args = new ArrayList<>(ARGUMENTS_OF_A_READ * targets.size());
        targets.reads().forEach(read -> add(args, read));
        return new ScriptCall(READ, entries, args);
    }

    private static void add(List<byte[]> args, ReadSpec read) {
        EntryCommand command = read.command();
        args.add(Bytes.of(read.most()));
        args.add(Bytes.of(read.sizeCommand()));
        args.add(Bytes.of(command.name()));
        args.add(Bytes.of(command.arguments().size()));
        args.addAll(command.arguments());
    }

    /**
     * Returns a call that gives locks back, for the holder of the token only. {@link Handover#ofRelease} reads its
     * answer.
     *
     * @param heldMillis how many milliseconds this JVM had the locks
     * @param wanted true if others of this JVM want them: clients elsewhere come first if they were held for long
     */
    public static ScriptCall release(
            LockKind kind, List<LockKeys> keys, String token, long heldMillis, boolean wanted) {
        return new ScriptCall(
                kind.release(),
                locks(keys),
                List.of(Bytes.of(token), Bytes.of(heldMillis), Bytes.of(wanted ? "1" : "")));
    }

    /**
     * The waiter that is to have a lock next, of the JVM that gives it back.
     *
     * @param token a token of its acquisition that was never sent before
     * @param note the note that it left; empty for none
     */
    public record Successor(String token, String note, long leaseMillis) {}

    /**
     * Returns a call that gives locks back as {@link #release} does, and lets a waiter of this JVM have them at once, if
     * none elsewhere comes first.
     *
     * @param usedMillis how many milliseconds this JVM had the locks, since a waiter elsewhere could last have had them
     */
    public static ScriptCall releaseTo(
            LockKind kind, List<LockKeys> keys, String token, long usedMillis, Successor next) {
        return new ScriptCall(
                kind.release(),
                locks(keys),
                List.of(
                        Bytes.of(token),
                        Bytes.of(usedMillis),
                        Bytes.of("1"),
                        Bytes.of(next.token()),
                        Bytes.of(next.note()),
                        Bytes.of(next.leaseMillis())));
    }

    /**
     * Returns a call that gives up a wait, and passes on what the waiter was granted or given without knowing it.
     * {@link Handover#ofRelease} reads its answer.
     *
     * @param token the next step of the acquisition
     * @param note the note that the waiter left; empty for none
     */
    public static ScriptCall withdraw(LockKind kind, List<LockKeys> keys, String token, String note) {
        return new ScriptCall(kind.withdraw(), locks(keys), List.of(Bytes.of(token), Bytes.of(note)));
    }

    /**
     * Returns a call that lets a lease end so many milliseconds from now. Its answer is 1, or 0 if the token does not
     * stand at each lock.
     */
    public static ScriptCall renew(LockKind kind, List<LockKeys> keys, String token, long millis) {
        return new ScriptCall(kind.renew(), locks(keys), List.of(Bytes.of(token), Bytes.of(millis)));
    }

    /**
     * Returns a call that counts one down at a latch. It answers how many are left and 1 if this one counted, or -1 and
     * the count of the latch if that is another.
     *
     * @param id counts once; empty to count none
     */
    public static ScriptCall countDown(LockKeys keys, int count, long keptMillis, String id) {
        return new ScriptCall(
                COUNT_DOWN, keys.scriptKeys(), List.of(Bytes.of(count), Bytes.of(keptMillis), Bytes.of(id)));
    }

    /** Returns a call that answers how many permits are in use. */
    public static ScriptCall inUse(LockKeys keys) {
        return new ScriptCall(IN_USE, keys.scriptKeys(), List.of());
    }

    /** Returns a call that answers a number higher than all before; nothing if the token does not stand. */
    public static ScriptCall fence(LockKind kind, LockKeys keys, String token, long keptMillis) {
        return new ScriptCall(
                kind.fence(), List.of(keys.lockKey(), keys.fenceKey()), List.of(Bytes.of(token), Bytes.of(keptMillis)));
    }

    /**
     * Returns a call that tries all commands that the scripts need. It answers the server's eviction policy, the
     * number of the form in which data is stored, and then a name and an error for each refusal.
     *
     * @param scratch keys of nobody's entry
     * @param form the key of that number, in the same slot
     */
    public static ScriptCall probe(LockKeys scratch, String form, String channel) {
        return new ScriptCall(
                PROBE,
                List.of(
                        scratch.lockKey(),
                        scratch.waitingKey(),
                        scratch.seenKey("hash"),
                        scratch.seenKey("set"),
                        scratch.seenKey("list"),
                        Bytes.of(form)),
                List.of(Bytes.of(channel)));
    }
}
