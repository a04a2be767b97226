package io.github.stormlock.torture.client.path;

import io.github.stormlock.GuardedEntries;
import io.github.stormlock.GuardedEntry;
import io.github.stormlock.JointEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.torture.history.HistoryLine;
import io.github.stormlock.torture.history.Op;
import io.github.stormlock.torture.history.PathNames;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.RunKeys;
import io.github.stormlock.torture.protocol.Todo;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * Looks at all accounts at one moment, again and again. The sum of what they hold is 0, unless a part of a transfer can be
 * seen. It looks in two ways by turns: by a read without locks, and by a guarded update that changes nothing.
 */
public final class AuditPath extends UpdatePath {
    private static final long PAUSE_NANOS = 5_000_000;

    private final List<GuardedEntry<HashEntry>> each;
    private final GuardedEntries all;
    private boolean reads;

    public AuditPath(RedisLockFactory locks, ClientConfig config, AttemptRecorder recorder) {
        super(PathNames.AUDIT, 1, random -> RunKeys.accounts().get(0), config, recorder);
        this.each = RunKeys.accounts().stream()
                .map(account -> locks.guard(account, Entries.hash())
                        .onlyFields(Set.of(TransferPath.CENTS))
                        .withEvents(recorder.events()))
                .toList();
        this.all = locks.guardAll(each);
    }

    @Override
    @SuppressWarnings("CatchingUnchecked") // the run looks for errors that the library lets through
    protected boolean isSettled(Todo todo, long low) {
        LockSupport.parkNanos(PAUSE_NANOS);
        reads = !reads;
        try {
            long sum = reads ? sum(all.peek()) : all.update(this::sum);
            if (sum != 0) {
                tell(HistoryLine.Kind.FAILED, Op.HALF + sum);
            }
        } catch (LockException e) {
            // It says nothing about the accounts.
        } catch (RuntimeException | LinkageError e) {
            tell(HistoryLine.Kind.UNKNOWN, AttemptRecorder.unexpected(e));
        }
        return true;
    }

    private void tell(HistoryLine.Kind kind, String what) {
        String op = history.invoke("", RunKeys.accounts().get(0), PathNames.AUDIT);
        history.tell(kind, op, 0, what);
    }

    private long sum(JointEntry accounts) {
        return each.stream()
                .mapToLong(account -> accounts.get(account).getLong(TransferPath.CENTS))
                .sum();
    }
}
