package io.github.stormlock.lock.contract;

import io.github.stormlock.lock.DistributedLock;
import io.github.stormlock.lock.RedisLockFactory;
import io.github.stormlock.lock.internal.protocol.LockKind;
import io.github.stormlock.redis.RedisConfig.Mode;
import io.github.stormlock.redis.RedisConfig.Protocol;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** One way to run the contract: a kind of lock on servers of a mode, over a wire protocol. */
public record ContractVariant(LockKind kind, Mode mode, Protocol protocol) {

    /** The property that names modes, with commas between them, if a run is to have some of them only. */
    private static final String MODES = "storm.lock.test.modes";

    /**
     * Returns each mode and each protocol. The differences between all their pairs are the port's business, and tested
     * there.
     */
    public static List<ContractVariant> all() {
        String modes = System.getProperty(MODES, "standalone,sentinel,cluster");
        List<ContractVariant> chosen = new ArrayList<>(every());
        chosen.removeIf(variant ->
                !List.of(modes.split(",")).contains(variant.mode().name().toLowerCase(Locale.ROOT)));
        if (chosen.isEmpty()) {
            throw new IllegalArgumentException(MODES + " = " + modes + " names none of standalone, sentinel, cluster");
        }
        return chosen;
    }

    private static List<ContractVariant> every() {
        List<ContractVariant> all = new ArrayList<>();
        for (LockKind kind : LockKind.values()) {
            all.add(new ContractVariant(kind, Mode.STANDALONE, Protocol.RESP2));
            all.add(new ContractVariant(kind, Mode.STANDALONE, Protocol.RESP3));
            all.add(new ContractVariant(kind, Mode.SENTINEL, Protocol.RESP2));
            all.add(new ContractVariant(kind, Mode.CLUSTER, Protocol.RESP3));
        }
        return all;
    }

    /** Returns the ways that differ most, for tests that take long. */
    public static List<ContractVariant> few() {
        return all().stream()
                .filter(variant -> variant.mode == Mode.CLUSTER
                        || (variant.mode == Mode.STANDALONE && variant.protocol == Protocol.RESP2))
                .toList();
    }

    public DistributedLock lock(RedisLockFactory factory, String name) {
        return switch (kind) {
            case MUTEX -> factory.mutex(name);
        };
    }

    @Override
    public String toString() {
        return kind + ", " + mode.name().toLowerCase(Locale.ROOT) + " over " + protocol;
    }
}
