package io.github.stormlock.lock.internal.protocol;

import io.github.stormlock.entry.EntryCommand;
import io.github.stormlock.redis.Script;
import io.github.stormlock.redis.ScriptCall;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Makes calls of the scripts that take, keep and give back locks: one method for each script, with all its arguments.
 */
public final class LockCalls {
    private static final Script PROBE = Script.of(LockKind.class, "probe");
    private static final Script READ = Script.of(LockKind.class, "entry", "read");

    private static final int ARGUMENTS_OF_A_LOCK = 5;
    private static final int ARGUMENTS_OF_A_READ = 4;

    private LockCalls() {}

    /**
     * Returns a call that takes the lock, and reads the entry in the same step. {@link AcquireReply#of} reads its
     * answer.
     *
     * @param token a token that was never sent before
     * @param note the note to leave if the lock is busy; empty for none
     * @param noteMillis how many milliseconds the note stands
     * @param oldNote the note to remove; empty for none
     * @param read how to read the entry, or {@code null} for the lock alone
     */
    public static ScriptCall acquire(
            LockKind kind,
            LockKeys keys,
            String token,
            long leaseMillis,
            String note,
            long noteMillis,
            String oldNote,
            @Nullable ReadSpec read) {
        int reading = read == null
                ? 0
                : ARGUMENTS_OF_A_READ + read.command().arguments().size();
        List<byte[]> args = new ArrayList<>(ARGUMENTS_OF_A_LOCK + reading);
        args.add(Bytes.of(token));
        args.add(Bytes.of(leaseMillis));
        args.add(Bytes.of(note));
        args.add(Bytes.of(noteMillis));
        args.add(Bytes.of(oldNote));
        if (read == null) {
            return new ScriptCall(kind.acquire(), List.of(keys.lockKey(), keys.waitingKey()), args);
        }
        add(args, read);
        return new ScriptCall(kind.acquire(), List.of(keys.lockKey(), keys.waitingKey(), keys.entryKey()), args);
    }

    /**
     * Returns a call that reads entries of one slot as they stand at one moment, and asks for no lock.
     * {@link ReadReply#allOf} reads its answer.
     *
     * @param keys the keys of the entries
     * @param reads how to read each of them
     */
    public static ScriptCall read(List<LockKeys> keys, List<ReadSpec> reads) {
        List<byte[]> entries = new ArrayList<>(keys.size());
        keys.forEach(entry -> entries.add(entry.entryKey()));
        List<byte[]> args = new ArrayList<>();
        reads.forEach(read -> add(args, read));
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
     * Returns a call that gives the lock back, for the holder of the token only. {@link Handover#ofRelease} reads its
     * answer.
     *
     * @param heldMillis how many milliseconds this JVM had the lock
     * @param wanted true if others of this JVM want it: clients elsewhere come first if it was held for long
     */
    public static ScriptCall release(LockKind kind, LockKeys keys, String token, long heldMillis, boolean wanted) {
        return new ScriptCall(
                kind.release(),
                List.of(keys.lockKey(), keys.waitingKey()),
                List.of(Bytes.of(token), Bytes.of(heldMillis), Bytes.of(wanted ? "1" : "")));
    }

    /**
     * Returns a call that gives up a wait, and passes on what the waiter was granted or given without knowing it.
     * {@link Handover#ofRelease} reads its answer.
     *
     * @param token the next step of the acquisition
     * @param note the note that the waiter left; empty for none
     */
    public static ScriptCall withdraw(LockKind kind, LockKeys keys, String token, String note) {
        return new ScriptCall(
                kind.withdraw(), List.of(keys.lockKey(), keys.waitingKey()), List.of(Bytes.of(token), Bytes.of(note)));
    }

    /**
     * Returns a call that lets a lease end so many milliseconds from now. Its answer is 1, or 0 if the token does not
     * stand.
     */
    public static ScriptCall renew(LockKind kind, LockKeys keys, String token, long millis) {
        return new ScriptCall(kind.renew(), List.of(keys.lockKey()), List.of(Bytes.of(token), Bytes.of(millis)));
    }

    /** Returns a call that answers a number higher than all before; nothing if the token does not stand. */
    public static ScriptCall fence(LockKind kind, LockKeys keys, String token, long keptMillis) {
        return new ScriptCall(
                kind.fence(), List.of(keys.lockKey(), keys.fenceKey()), List.of(Bytes.of(token), Bytes.of(keptMillis)));
    }

    /**
     * Returns a call that tries all commands that the scripts need. It answers the server's eviction policy, and then
     * a name and an error for each refusal.
     *
     * @param scratch keys of nobody's entry
     */
    public static ScriptCall probe(LockKeys scratch, String channel) {
        return new ScriptCall(
                PROBE,
                List.of(
                        scratch.lockKey(),
                        scratch.waitingKey(),
                        scratch.seenKey("hash"),
                        scratch.seenKey("set"),
                        scratch.seenKey("list")),
                List.of(Bytes.of(channel)));
    }
}
