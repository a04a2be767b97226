package io.github.stormlock.torture.fault;

import io.github.stormlock.lock.insight.LockBreaker;
import io.github.stormlock.lock.insight.LockBreaker.Broken;
import io.github.stormlock.lock.insight.LockToken;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.RedisConfig.Node;
import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.RedisPort;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.EntryLocks;
import io.github.stormlock.torture.run.FaultContext;
import io.github.stormlock.torture.run.ServerSetup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisDataException;

/** Breaks locks as {@code locks break} does: one that is held, by the token that was seen. */
final class OperatorFaults {
    static final String BREAK = "operator-break";

    private static final String ALONE = "lock:";
    private static final String READERS = "lock-read:";
    private static final String PERMITS = "lock-permits:";
    private static final int LEAST_MILLIS = 800;
    private static final int MOST_MILLIS = 1_600;
    private static final int PAUSE_MILLIS = 3;
    private static final Duration MOST = Duration.ofSeconds(5);

    private OperatorFaults() {}

    /** A lock that was seen to be held. */
    private record Seen(String key, String token) {
        String name() {
            return EntryLocks.entryOf(key);
        }
    }

    /**
     * Breaks a random lock some hundred times in a second or so. Most locks are held for less than a millisecond, so that
     * many of them have moved on when they are to be broken.
     */
    static void breakLocks(FaultContext context) throws InterruptedException {
        long end =
                System.nanoTime() + (LEAST_MILLIS + context.random().nextInt(MOST_MILLIS - LEAST_MILLIS)) * 1_000_000L;
        try (RedisPort port = RedisPort.open(redis(context))) {
            LockBreaker breaker = LockBreaker.of(port, "");
            while (System.nanoTime() < end) {
                Optional<Seen> held = someHeld(context);
                if (held.isPresent()) {
                    breakIt(context, breaker, held.get());
                }
                context.pause(0, PAUSE_MILLIS);
            }
        }
    }

    /** Returns the way that a client goes which no fault strikes. */
    private static RedisConfig redis(FaultContext context) {
        ServerSetup setup = context.setup();
        List<Node> nodes = setup.ports(context.fleet().size() - 1).stream()
                .map(port -> new Node("127.0.0.1", port))
                .toList();
        return switch (setup.mode()) {
            case STANDALONE -> RedisConfig.builder().nodes(nodes).build();
            case SENTINEL ->
                RedisConfig.builder().sentinels(ClientConfig.MASTER, nodes).build();
            case CLUSTER -> RedisConfig.builder().cluster(nodes).build();
        };
    }

    private static Optional<Seen> someHeld(FaultContext context) {
        List<Seen> held = new ArrayList<>();
        context.setup().everywhere(OperatorFaults::held).forEach(held::addAll);
        return held.isEmpty()
                ? Optional.empty()
                : Optional.of(held.get(context.random().nextInt(held.size())));
    }

    private static List<Seen> held(Jedis redis) {
        List<Seen> held = new ArrayList<>();
        for (String key : redis.keys("lock*")) {
            try {
                if (key.startsWith(ALONE)) {
                    String token = redis.get(key);
                    if (token != null && LockToken.parse(token).isPresent()) {
                        held.add(new Seen(key, token));
                    }
                } else if (key.startsWith(READERS) || key.startsWith(PERMITS)) {
                    redis.zrange(key, 0, -1).forEach(member -> held.add(new Seen(key, member)));
                }
            } catch (JedisDataException anotherServersToTell) {
                // Its slot is on its way to another server.
            }
        }
        return held;
    }

    private static void breakIt(FaultContext context, LockBreaker breaker, Seen seen) {
        long from = System.nanoTime();
        try {
            Broken broken = seen.key().startsWith(READERS)
                    ? breaker.breakReader(seen.name(), seen.token(), MOST)
                    : seen.key().startsWith(PERMITS)
                            ? breaker.breakPermits(seen.name(), seen.token(), MOST)
                            : breaker.breakHolder(seen.name(), seen.token(), MOST);
            if (broken != Broken.MOVED_ON) {
                context.ledger().lostLock(seen.name(), from, System.nanoTime());
                context.ledger().broken();
            }
        } catch (RedisException perhapsBroken) {
            context.ledger().lostLock(seen.name(), from, System.nanoTime());
        }
    }
}
