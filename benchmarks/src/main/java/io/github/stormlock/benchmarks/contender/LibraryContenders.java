package io.github.stormlock.benchmarks.contender;

import static io.github.stormlock.benchmarks.contender.Contender.FIELD;

import io.github.stormlock.GuardedEntries;
import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.entry.Part;
import io.github.stormlock.entry.SortedSetEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.Outcome;
import org.redisson.api.RLock;
import org.redisson.api.RMap;
import org.redisson.api.RedissonClient;
import redis.clients.jedis.RedisClient;

/** This library, and Redisson with its own maps. */
final class LibraryContenders {
    private LibraryContenders() {}

    /** Makes guarded updates one by one. With ids, each carries a position and is applied once. */
    static Contender updates(RedisLockFactory locks, Computation work, Increments increment, boolean ids) {
        // With notShown(), an event that only adds is not compared, just like such an update without an id.
        GuardedEntry<HashEntry> guard = locks.guard("any", Entries.hash()).notShown();
        return Contender.of(
                (key, worker, number) -> {
                    GuardedEntry<HashEntry> entry = guard.at(key);
                    if (ids) {
                        checkNew(entry.once(event(worker, number), hash -> increment.apply(hash, work)));
                    } else {
                        entry.change(hash -> increment.apply(hash, work));
                    }
                },
                locks::close);
    }

    private static EventId event(int worker, long number) {
        return EventId.position("worker-" + worker, number, number);
    }

    private static void checkNew(Outcome<?> outcome) {
        if (outcome.replay()) {
            throw new IllegalStateException("an update that was made once was taken for a replay");
        }
    }

    /** Changes both accounts in one guarded update. With ids, each transfer carries a position and is made once. */
    static Contender transfers(Target target, Computation work, boolean ids) {
        RedisLockFactory locks = Clients.stormLock(target);
        GuardedEntry<HashEntry> guard = locks.guard("any", Entries.hash());
        return Contender.of(
                (key, worker, number) -> {
                    GuardedEntry<HashEntry> from = guard.at(Clients.source(key));
                    GuardedEntry<HashEntry> to = guard.at(key);
                    GuardedEntries both = locks.guardAll(from, to).notShown();
                    if (ids) {
                        checkNew(both.once(
                                event(worker, number), accounts -> move(accounts.get(from), accounts.get(to), work)));
                    } else {
                        both.change(accounts -> move(accounts.get(from), accounts.get(to), work));
                    }
                },
                locks::close);
    }

    private static void move(HashEntry from, HashEntry to, Computation work) {
        long balance = from.getLong(FIELD);
        from.set(FIELD, balance - 1);
        to.add(FIELD, work.one());
    }

    /**
     * Makes guarded updates of one member each, whose score they read.
     *
     * @param count the number of members beside those that are updated
     */
    static Contender members(Target target, Computation work, int count) {
        try (RedisClient redis = Clients.pooled(target)) {
            RedisContenders.fillBoard(redis, count);
        }
        RedisLockFactory locks = Clients.stormLock(target);
        GuardedEntry<SortedSetEntry> board = locks.guard(Contenders.BOARD, Entries.sortedSet());
        return Contender.of(
                (key, worker, number) ->
                        board.only(Part.members(key)).change(view -> view.set(key, view.score(key, 0) + work.one())),
                locks::close);
    }

    /** Reads and writes Redisson's map under Redisson's lock. */
    static Contender redisson(Target target, Computation work) {
        RedissonClient redisson = Clients.redisson(target);
        return Contender.of(
                (key, worker, number) -> {
                    RLock lock = redisson.getLock("lock:" + key);
                    lock.lock();
                    try {
                        RMap<String, String> entry = redisson.getMap(key);
                        entry.fastPut(FIELD, work.plusOne(entry.get(FIELD)));
                    } finally {
                        lock.unlock();
                    }
                },
                redisson::shutdown);
    }

    /** Changes Redisson's maps one after the other under its MultiLock. A death in between leaves half a transfer. */
    static Contender redissonTransfers(Target target, Computation work) {
        RedissonClient redisson = Clients.redisson(target);
        return Contender.of(
                (key, worker, number) -> {
                    String source = Clients.source(key);
                    RLock both =
                            redisson.getMultiLock(redisson.getLock("lock:" + source), redisson.getLock("lock:" + key));
                    both.lock();
                    try {
                        RMap<String, String> from = redisson.getMap(source);
                        RMap<String, String> to = redisson.getMap(key);
                        from.fastPut(FIELD, Long.toString(Long.parseLong(from.getOrDefault(FIELD, "0")) - 1));
                        to.fastPut(FIELD, work.plusOne(to.get(FIELD)));
                    } finally {
                        both.unlock();
                    }
                },
                redisson::shutdown);
    }
}
