package io.github.stormlock.lock.internal.protocol;

import io.github.stormlock.entry.EntryCommand;
import io.github.stormlock.redis.ScriptCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * One run of the script that writes an entry under its lock: what updates changed, for the holder of the token only.
 * {@link CommitResult#of} reads its answer. Immutable.
 *
 * @param readType the type of the entry as read, or empty if there was none
 * @param timeToLive the entry's new time to live if something is written; zero leaves it as it is
 * @param updates the number of updates that are written together
 * @param events the events of those updates that have ids
 * @param next the token under which the lease goes on; empty to give it back
 * @param leaseMillis how many milliseconds the lease stands then
 */
public record CommitCall(
        LockKind kind,
        LockKeys keys,
        String token,
        String readType,
        Duration timeToLive,
        int updates,
        List<MarkedEvent> events,
        String next,
        long leaseMillis,
        List<EntryCommand> changes) {
    private static final int FIXED_ARGUMENTS = 7;
    private static final int ARGUMENTS_OF_AN_EVENT = 5;

    /** Returns the call. */
    public ScriptCall toScriptCall() {
        List<byte[]> scriptKeys = new ArrayList<>(3 + events.size());
        scriptKeys.add(keys.lockKey());
        scriptKeys.add(keys.waitingKey());
        scriptKeys.add(keys.entryKey());
        List<byte[]> args =
                new ArrayList<>(FIXED_ARGUMENTS + ARGUMENTS_OF_AN_EVENT * events.size() + 4 * changes.size());
        args.add(Bytes.of(token));
        args.add(Bytes.of(readType));
        args.add(Bytes.of(timeToLive.toMillis()));
        args.add(Bytes.of(updates));
        args.add(Bytes.of(events.size()));
        args.add(Bytes.of(next));
        args.add(Bytes.of(leaseMillis));
        for (MarkedEvent event : events) {
            event.marks().add(keys, event.id(), scriptKeys, args);
        }
        for (EntryCommand command : changes) {
            args.add(Bytes.of(command.name()));
            args.add(Bytes.of(command.arguments().size()));
            args.addAll(command.arguments());
        }
        return new ScriptCall(kind.commit(), scriptKeys, args, /* replicated= */ true);
    }
}
