package io.github.stormlock.torture.fault;

import io.github.stormlock.lock.insight.LockBreaker;
import io.github.stormlock.lock.insight.LockBreaker.Broken;
import io.github.stormlock.lock.insight.LockNames;
import io.github.stormlock.lock.insight.LockToken;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.RedisConfig.Node;
import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.RedisPort;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.run.ClientJvm;
import io.github.stormlock.torture.run.FaultContext;
import io.github.stormlock.torture.run.ServerSetup;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.exceptions.JedisDataException;

/** Breaks locks as {@code locks break} does: by the token that was seen. */
final class OperatorFaults {
    static final String BREAK = "operator-break";

    private static final String ALONE = "lock:";
    private static final String READERS = "lock-read:";
    private static final String PERMITS = "lock-permits:";
    private static final int LEAST_MILLIS = 1_500;
    private static final int MOST_MILLIS = 2_500;
    private static final int LOOKS = 4;
    private static final int PAUSE_MILLIS = 5;
    private static final Duration MOST = Duration.ofSeconds(5);

    private OperatorFaults() {}

    /** A lock that was seen to be held. */
    private record Seen(String key, String token) {
        String name() {
            return LockNames.of("").entryOf(key).orElse(key);
        }
    }

    /**
     * Breaks locks some dozen times in each second. Most are held for a millisecond, and have moved on when they are to
     * be broken. An operator breaks those of a holder that hangs: so a client is stopped for some milliseconds, while all that
     * is held is broken. It goes on with locks that it has no more. A stop of another fault ends then, too.
     */
    static void breakLocks(FaultContext context) throws InterruptedException {
        long end =
                System.nanoTime() + (LEAST_MILLIS + context.random().nextInt(MOST_MILLIS - LEAST_MILLIS)) * 1_000_000L;
        int clients = context.fleet().size() - 1;
        try (RedisPort port = RedisPort.open(redis(context))) {
            LockBreaker breaker = LockBreaker.of(port, "");
            while (System.nanoTime() < end) {
                ClientJvm client = context.fleet().client(context.random().nextInt(clients));
                signal(client, "STOP");
                try {
                    for (int look = 0; look < LOOKS; look++) {
                        breakAll(context, breaker);
                    }
                } finally {
                    signal(client, "CONT");
                }
                context.pause(0, PAUSE_MILLIS);
            }
        }
    }

    private static void breakAll(FaultContext context, LockBreaker breaker) {
        List<Seen> held = new ArrayList<>();
        context.setup().everywhere(OperatorFaults::held).forEach(held::addAll);
        Collections.shuffle(held, context.random());
        held.forEach(seen -> breakIt(context, breaker, seen));
    }

    private static void signal(ClientJvm client, String signal) {
        try {
            client.signal(signal);
        } catch (IllegalStateException goneMeanwhile) {
            // Another fault has killed the client.
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
