package io.github.stormlock.benchmarks.contender.member;

import io.github.stormlock.benchmarks.contender.common.Clients;
import io.github.stormlock.benchmarks.contender.common.Computation;
import io.github.stormlock.benchmarks.contender.common.Contender;
import io.github.stormlock.benchmarks.contender.common.Target;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.Part;
import io.github.stormlock.entry.SortedSetEntry;
import io.github.stormlock.lock.GuardedEntry;
import io.github.stormlock.lock.RedisLockFactory;
import redis.clients.jedis.RedisClient;

/** Makes guarded updates of one member each, whose score they read. */
public final class MemberContender implements Contender {
    private final RedisLockFactory locks;
    private final GuardedEntry<SortedSetEntry> board;
    private final Computation computation;

    /** @param members the number of members beside those that are updated */
    public MemberContender(Target target, Computation computation, int members) {
        try (RedisClient redis = Clients.pooled(target)) {
            Board.fill(redis, members);
        }
        this.locks = Clients.stormLock(target);
        this.board = locks.guard(Board.KEY, Entries.sortedSet());
        this.computation = computation;
    }

    @Override
    public void add(String key, int worker, long number) {
        board.only(Part.members(key)).change(view -> view.set(key, view.score(key, 0) + computation.one()));
    }

    @Override
    public void close() {
        locks.close();
    }
}
