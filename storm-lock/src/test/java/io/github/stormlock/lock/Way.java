package io.github.stormlock.lock;

import io.github.stormlock.redis.RedisConfig.Protocol;
import java.util.ArrayList;
import java.util.List;

/** One way to run the contract: a kind of lock over a wire protocol. */
record Way(LockKind kind, Protocol protocol) {

    static List<Way> all() {
        List<Way> all = new ArrayList<>();
        for (LockKind kind : LockKind.values()) {
            all.add(new Way(kind, Protocol.RESP2));
            all.add(new Way(kind, Protocol.RESP3));
        }
        return all;
    }

    DistributedLock lock(RedisLockFactory factory, String name) {
        return switch (kind) {
            case MUTEX -> factory.mutex(name);
        };
    }

    @Override
    public String toString() {
        return kind + " over " + protocol;
    }
}
