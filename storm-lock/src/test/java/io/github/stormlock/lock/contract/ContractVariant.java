package io.github.stormlock.lock.contract;

import io.github.stormlock.LocksOfKind;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.internal.protocol.LockKind;
import io.github.stormlock.lock.DistributedLock;
import io.github.stormlock.redis.RedisConfig.Mode;
import io.github.stormlock.redis.RedisConfig.Protocol;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** One way to run the contract: a kind of lock on servers of a mode, over a wire protocol. */
public record ContractVariant(LockKind kind, Mode mode, Protocol protocol) {

    /** The property that names modes, with commas between them, if a run is to have some of them only. */
    private static final String MODES = "storm.lock.test.modes";

    private static final String SECOND = "resp3";
    private static final String EVERY = "standalone," + SECOND + ",sentinel,cluster";

    /**
     * Returns each mode and each protocol. The differences between all their pairs are the port's business, and tested
     * there.
     */
    public static List<ContractVariant> all() {
        String modes = System.getProperty(MODES, EVERY);
        List<ContractVariant> chosen = new ArrayList<>(every());
        chosen.removeIf(variant -> !List.of(modes.split(",")).contains(variant.modeName()));
        if (chosen.isEmpty()) {
            throw new IllegalArgumentException(MODES + " = " + modes + " names none of " + EVERY);
        }
        return chosen;
    }

    /** Returns {@link #all}, and the other kinds with one holder. */
    public static List<ContractVariant> ofLocks() {
        List<ContractVariant> chosen = new ArrayList<>(all());
        for (LockKind kind : List.of(LockKind.FAIR, LockKind.WRITE, LockKind.TOGETHER)) {
            chosen.add(new ContractVariant(kind, Mode.STANDALONE, Protocol.RESP2));
        }
        return chosen;
    }

    private static List<ContractVariant> every() {
        return List.of(
                new ContractVariant(LockKind.MUTEX, Mode.STANDALONE, Protocol.RESP2),
                new ContractVariant(LockKind.MUTEX, Mode.STANDALONE, Protocol.RESP3),
                new ContractVariant(LockKind.MUTEX, Mode.SENTINEL, Protocol.RESP2),
                new ContractVariant(LockKind.MUTEX, Mode.CLUSTER, Protocol.RESP3));
    }

    /** Returns the ways that differ most, for tests that take long. */
    public static List<ContractVariant> few() {
        return all().stream()
                .filter(variant -> variant.mode == Mode.CLUSTER
                        || (variant.mode == Mode.STANDALONE && variant.protocol == Protocol.RESP2))
                .toList();
    }

    /**
     * Returns one way for each mode that the property names, and a single server if it names none: for tests that take
     * long and differ little between the modes.
     */
    public static List<ContractVariant> onePerMode() {
        String modes = System.getProperty(MODES, "standalone");
        return all().stream()
                .filter(variant -> List.of(modes.split(",")).contains(variant.modeName()))
                .filter(variant -> !variant.modeName().equals(SECOND))
                .toList();
    }

    /** Returns the mode as the property has it. A single server over the second protocol has a name of its own. */
    private String modeName() {
        return mode == Mode.STANDALONE && protocol == Protocol.RESP3
                ? SECOND
                : mode.name().toLowerCase(Locale.ROOT);
    }

    /** Returns true if the servers are a cluster, as the second part of each token tells. */
    public boolean isCluster() {
        return mode == Mode.CLUSTER;
    }

    public DistributedLock lock(RedisLockFactory factory, String name) {
        return kind.equals(LockKind.MUTEX) ? factory.mutex(name) : LocksOfKind.lock(factory, kind, name);
    }

    @Override
    public String toString() {
        return kind + ", " + mode.name().toLowerCase(Locale.ROOT) + " over " + protocol;
    }
}
