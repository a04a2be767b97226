package io.github.stormlock.internal.protocol;

import io.github.stormlock.entry.EntryCommand;
import io.github.stormlock.redis.Script;
import io.github.stormlock.redis.ScriptCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * One run of the script that writes entries under their locks, mostly one: what updates changed, for the holder of the
 * token only. {@link CommitResult#of} reads its answer. Immutable.
 *
 * @param entries what is written
 * @param updates the number of updates that are written together
 * @param events the events of those updates that have ids
 * @param next the token under which the lease goes on; empty to give the locks back. A lease of several locks is always
 *     given back
 * @param leaseMillis how many milliseconds the lease stands then
 */
public record CommitCall(
        List<Changed> entries, String token, int updates, List<MarkedEvent> events, String next, long leaseMillis) {
    public static final Script SCRIPT =
            Script.of(CommitCall.class, "token", "queue", "mutex", "handover", "permitted", "fields", "commit");
    private static final int FIXED_ARGUMENTS = 6;
    private static final int ARGUMENTS_OF_AN_EVENT = 5;

    /**
     * The changes of updates in one entry.
     *
     * @param readType the type of the entry as read, or empty if there was none
     * @param timeToLive the entry's new time to live if something is written; zero leaves it as it is
     */
    public record Changed(LockKeys keys, String readType, Duration timeToLive, List<EntryCommand> commands) {}

    /** Returns the call. */
    public ScriptCall toScriptCall() {
        List<byte[]> scriptKeys = new ArrayList<>(3 * entries.size() + events.size());
        for (Changed entry : entries) {
            scriptKeys.add(entry.keys().lockKey());
            scriptKeys.add(entry.keys().waitingKey());
        }
        entries.forEach(entry -> scriptKeys.add(entry.keys().entryKey()));
        List<byte[]> args =
                new ArrayList<>(FIXED_ARGUMENTS + ARGUMENTS_OF_AN_EVENT * events.size() + 8 * entries.size());
        args.add(Bytes.of(token));
        args.add(Bytes.of(entries.size()));
        args.add(Bytes.of(updates));
        args.add(Bytes.of(events.size()));
        args.add(Bytes.of(next));
        args.add(Bytes.of(leaseMillis));
        events.forEach(event -> event.add(scriptKeys, args));
        if (entries.size() > 1) {
            scriptKeys.add(entries.get(0).keys().scratchKey());
        }
        entries.forEach(entry -> add(entry, args));
        return new ScriptCall(SCRIPT, scriptKeys, args, /* replicated= */ true);
    }

    private static void add(Changed entry, List<byte[]> args) {
        args.add(Bytes.of(entry.readType()));
        args.add(Bytes.of(entry.timeToLive().toMillis()));
        args.add(Bytes.of(entry.commands().size()));
        for (EntryCommand command : entry.commands()) {
            args.add(Bytes.of(command.name()));
            args.add(Bytes.of(command.arguments().size()));
            args.addAll(command.arguments());
        }
    }
}
