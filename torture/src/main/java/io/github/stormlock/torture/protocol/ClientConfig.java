package io.github.stormlock.torture.protocol;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.config.StormLockConfig;
import io.github.stormlock.redis.RedisConfig;
import java.io.IOException;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The configuration that a client is given when it starts.
 *
 * @param name the name, the same for all incarnations of a client
 * @param mode the organisation of the servers
 * @param ports the ports of the servers on this machine; in Sentinel mode those of the sentinels
 * @param history the file to which it appends its history
 * @param inheritance the unsettled updates of earlier incarnations, which it takes up
 * @param quiet the port of a server that no fault strikes, for a client that none strikes; 0 for the others
 * @param memory the way in which it remembers entries
 * @param kind the updates that it makes
 * @param seed the seed of its random choices
 */
public record ClientConfig(
        String name,
        Mode mode,
        List<Integer> ports,
        Timing timing,
        RunKeys keys,
        int pool,
        String history,
        Inheritance inheritance,
        int quiet,
        MemoryUse memory,
        Kind kind,
        long seed) {
    public static final String MASTER = "mymaster";
    private static final int MESSAGE_TIMEOUT_SECONDS = 30;

    /** The ways in which servers are organised. */
    public enum Mode {
        STANDALONE,
        SENTINEL,
        CLUSTER
    }

    /** The work of the clients: updates, or locks of one kind. */
    public enum Kind {
        /** All ways of the library, transfers among them. */
        ALL,
        /** Transfers between accounts only, each by one update of two entries. */
        TRANSFER,
        /** Fair locks only. */
        FAIR,
        /** Read-write locks only. */
        READ_WRITE,
        /** Permits only. */
        SEMAPHORE,
        /** Latches only. */
        LATCH,
        /** Several mutexes that are held together, beside single ones. */
        MULTI,
        /** Quorum locks only, over several masters. */
        QUORUM,
        // Positive controls: each breaks in another way.
        /** A transfer is two guarded updates, one after the other. */
        TWO_UPDATES(TRANSFER),
        /** Updates under a lock that stays taken for ever if its holder dies. */
        SETNX(ALL),
        /** Updates under a lock with an owner and an expiry, by writes that are not checked. */
        SET_NX_PX_UNCHECKED(ALL),
        /** The same, with a lease that is renewed as long as its holder's JVM runs. */
        WATCHDOG_UNCHECKED(ALL),
        /** A fair queue whose first waiter blocks the others once it is dead. */
        FAIR_DEAD_HEAD(FAIR),
        /** A read-write lock that counts its readers. */
        READ_WRITE_COUNTER(READ_WRITE),
        /** A semaphore by INCR and DECR. */
        SEMAPHORE_COUNTER(SEMAPHORE),
        /** A latch by DECR. */
        LATCH_DECR(LATCH),
        /** A quorum lock whose masters vote at once after they have lost their locks. */
        QUORUM_NO_DELAY(QUORUM);

        private static final Set<Kind> OF_LOCKS = EnumSet.range(FAIR, QUORUM);

        private final @Nullable Kind tested;

        Kind() {
            this.tested = null;
        }

        Kind(Kind tested) {
            this.tested = tested;
        }

        /**
         * Returns the kind of this word.
         *
         * @throws IllegalArgumentException if there is none
         */
        public static Kind of(String word) {
            return Stream.of(values())
                    .filter(kind -> kind.word().equals(word))
                    .findFirst()
                    .orElseThrow(() -> new IllegalArgumentException("there is no kind " + word + ": one of "
                            + Stream.of(values()).map(Kind::word).collect(Collectors.joining(", "))));
        }

        /** Returns true if clients update entries under a lock of tutorials. */
        public boolean isOfTutorials() {
            return tested == ALL;
        }

        /** Returns true if clients take locks of one kind, and update nothing. */
        public boolean isOfLocks() {
            return OF_LOCKS.contains(tested());
        }

        /** Returns true if it is a positive control, which has to be caught. */
        public boolean isCareless() {
            return tested != null;
        }

        /** Returns the kind that a control stands for; otherwise the kind itself. */
        public Kind tested() {
            return tested == null ? this : tested;
        }

        /** Returns the kind as options name it. */
        public String word() {
            return name().toLowerCase(Locale.ROOT).replace('_', '-');
        }
    }

    /** The ways in which clients remember the entries that they have seen. */
    public enum MemoryUse {
        /** One incarnation in four remembers nothing. */
        MIXED,
        ALL,
        NONE,
        /** Each thread remembers for itself, so what it remembers is usually out of date. */
        APART
    }

    /**
     * The times of a client, in milliseconds.
     *
     * @param lease the length of a lease
     * @param grant the longest wait for a grant
     * @param command the command time-out
     */
    public record Timing(long lease, long grant, long command) {}

    /** Returns the name of all incarnations of a client. */
    public static String name(int number) {
        return "client" + number;
    }

    /** Returns a random hash; one in so many is a hash that nobody but this client updates. */
    public String someHash(int ownOneIn, Random random) {
        return random.nextInt(ownOneIn) == 0 ? RunKeys.someOwn(name, random) : keys.someHash(random);
    }

    public void write(Path file) throws IOException {
        new ObjectMapper().writeValue(file.toFile(), this);
    }

    public static ClientConfig read(Path file) throws IOException {
        return new ObjectMapper().readValue(file.toFile(), ClientConfig.class);
    }

    /** Returns the configuration of a topology for this client. */
    public Map<String, Object> topology() {
        return topology(ports);
    }

    private Map<String, Object> topology(List<Integer> servers) {
        Map<String, Object> conf = new HashMap<>();
        // Connections are named by it, and the faults find a client's connections by their names.
        conf.put("topology.name", name);
        conf.put("topology.message.timeout.secs", MESSAGE_TIMEOUT_SECONDS);
        conf.put("storm.lock.lease", timing.lease());
        conf.put("storm.lock.wait", timing.grant());
        conf.put("storm.lock.redis.command.timeout", timing.command());
        conf.put("storm.lock.redis.connect.timeout", timing.command());
        conf.put("storm.lock.redis.pool.max.wait", timing.command());
        conf.put("storm.lock.redis.pool.max.total", pool);
        conf.put(
                "storm.lock.redis.nodes",
                servers.stream().map(port -> "127.0.0.1:" + port).toList());
        conf.put("storm.lock.redis.mode", mode.name().toLowerCase(Locale.ROOT));
        if (mode == Mode.SENTINEL) {
            conf.put("storm.lock.redis.sentinel.master", MASTER);
        }
        if (!remembers()) {
            conf.put("storm.lock.remembered.max.bytes", 0);
        }
        return conf;
    }

    private boolean remembers() {
        return switch (memory) {
            case MIXED -> Math.floorMod(seed / 10 + seed, 4) > 0;
            case ALL, APART -> true;
            case NONE -> false;
        };
    }

    public RedisConfig redis() {
        return StormLockConfig.of(topology()).redis();
    }

    /** Returns the masters of a quorum, each by itself. */
    public List<RedisConfig> masters() {
        return ports.stream()
                .map(port -> StormLockConfig.of(topology(List.of(port))).redis())
                .toList();
    }

    /** Returns the server that no fault strikes. */
    public RedisConfig quietRedis() {
        return RedisConfig.standalone("127.0.0.1", quiet);
    }

    public LockSettings locks() {
        // Each configuration names the same locks. That of one server is valid also where there are several masters.
        return StormLockConfig.of(topology(mode == Mode.STANDALONE ? ports.subList(0, 1) : ports))
                .lock();
    }
}
