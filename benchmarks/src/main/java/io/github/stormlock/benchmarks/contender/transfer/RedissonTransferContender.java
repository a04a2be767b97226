package io.github.stormlock.benchmarks.contender.transfer;

import io.github.stormlock.benchmarks.contender.common.Clients;
import io.github.stormlock.benchmarks.contender.common.Computation;
import io.github.stormlock.benchmarks.contender.common.Contender;
import io.github.stormlock.benchmarks.contender.common.Target;
import org.redisson.api.RLock;
import org.redisson.api.RMap;
import org.redisson.api.RedissonClient;

/** Changes Redisson's maps one after the other under Redisson's MultiLock. A death in between leaves half a transfer. */
public final class RedissonTransferContender implements Contender {
    private final RedissonClient redisson;
    private final Computation computation;

    public RedissonTransferContender(Target target, Computation computation) {
        this.redisson = Clients.redisson(target);
        this.computation = computation;
    }

    @Override
    public void add(String key, int worker, long number) {
        String source = Accounts.source(key);
        RLock both = redisson.getMultiLock(redisson.getLock("lock:" + source), redisson.getLock("lock:" + key));
        both.lock();
        try {
            RMap<String, String> from = redisson.getMap(source);
            RMap<String, String> to = redisson.getMap(key);
            String balance = from.get(FIELD);
            from.fastPut(FIELD, Long.toString((balance == null ? 0 : Long.parseLong(balance)) - 1));
            to.fastPut(FIELD, computation.plusOne(to.get(FIELD)));
        } finally {
            both.unlock();
        }
    }

    @Override
    public void close() {
        redisson.shutdown();
    }
}
