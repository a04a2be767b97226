package io.github.stormlock.benchmarks.contender.transfer;

import io.github.stormlock.benchmarks.contender.common.Clients;
import io.github.stormlock.benchmarks.contender.common.Computation;
import io.github.stormlock.benchmarks.contender.common.Contender;
import io.github.stormlock.benchmarks.contender.common.Target;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.GuardedEntries;
import io.github.stormlock.lock.GuardedEntry;
import io.github.stormlock.lock.RedisLockFactory;

/** Changes both accounts in one guarded update. With ids, each transfer carries a position and is made once. */
public final class TransferContender implements Contender {
    private final RedisLockFactory locks;
    private final GuardedEntry<HashEntry> guard;
    private final Computation computation;
    private final boolean ids;

    public TransferContender(Target target, Computation computation, boolean ids) {
        this.locks = Clients.stormLock(target);
        this.guard = locks.guard("any", Entries.hash());
        this.computation = computation;
        this.ids = ids;
    }

    @Override
    public void add(String key, int worker, long number) {
        GuardedEntry<HashEntry> from = guard.at(Accounts.source(key));
        GuardedEntry<HashEntry> to = guard.at(key);
        GuardedEntries both = locks.guardAll(from, to).notShown();
        if (!ids) {
            both.change(accounts -> move(accounts.get(from), accounts.get(to)));
            return;
        }
        EventId event = EventId.position("worker-" + worker, number, number);
        if (both.once(event, accounts -> move(accounts.get(from), accounts.get(to)))
                .replay()) {
            throw new IllegalStateException("event " + number + " of worker " + worker + " was taken for a replay");
        }
    }

    private void move(HashEntry from, HashEntry to) {
        long balance = from.getLong(FIELD);
        from.set(FIELD, balance - 1);
        to.add(FIELD, computation.one());
    }

    @Override
    public void close() {
        locks.close();
    }
}
