package io.github.stormlock.torture.fault;

import io.github.stormlock.lock.insight.LockNames;
import io.github.stormlock.test.RedisServer;
import io.github.stormlock.torture.check.Evidence;
import io.github.stormlock.torture.protocol.RunKeys;
import io.github.stormlock.torture.protocol.UpdateSteps;
import io.github.stormlock.torture.run.ClientJvm;
import io.github.stormlock.torture.run.Fault;
import io.github.stormlock.torture.run.FaultContext;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.params.ClientKillParams;

/** Faults of servers that go on running, at one of them or at all. */
final class ServerFaults {
    /** A script that runs a loop as often as its argument says. */
    private static final String BUSY = "local n = tonumber(ARGV[1]) local x = 0 for i = 1, n do x = x + i end return x";

    /** The setting that says for how long a script may run before clients are answered {@code BUSY}, in milliseconds. */
    private static final String LONGEST_WAIT = "lua-time-limit";

    private static final String BUSY_AFTER_MILLIS = "10";
    private static final long PROBE = 2_000_000;
    /** The keys that tell who holds a lock. */
    private static final List<String> LOCK_KEYS = List.of("lock:*", "lock-read:*", "lock-permits:*", "lock-latch:*");

    private static final String LARGE_WRITTEN = "large written";
    private static final int LARGE_STOP_MILLIS = 3_500;
    private static final long LARGE_WAIT_MILLIS = 15_000;
    private static final long LARGE_END_MILLIS = 60_000;

    private ServerFaults() {}

    static Map<String, Fault> all() {
        Map<String, Fault> faults = new TreeMap<>();
        faults.put("script-flush", context -> tell(context, "SCRIPT", "FLUSH"));
        faults.put("client-kill", context -> tell(context, "CLIENT", "KILL", "TYPE", "normal"));
        faults.put("subscription-kill", context -> tell(context, "CLIENT", "KILL", "TYPE", "pubsub"));
        faults.put("client-pause", context -> {
            String millis = Integer.toString(100 + context.random().nextInt(700));
            tell(context, "CLIENT", "PAUSE", millis, context.random().nextBoolean() ? "WRITE" : "ALL");
            Thread.sleep(Long.parseLong(millis));
        });
        faults.put("slow-script", ServerFaults::slowScript);
        faults.put("busy-script", ServerFaults::busyScript);
        faults.put("no-permission", PermissionFaults::revoke);
        faults.put(
                "out-of-memory",
                context -> context.during(() -> setMemory(context, "1"), 200, 800, () -> setMemory(context, "0")));
        faults.put("evict-lock", ServerFaults::evictLock);
        faults.put(OperatorFaults.BREAK, OperatorFaults::breakLocks);
        return faults;
    }

    /**
     * Returns the faults of servers that clients find by themselves, without a proxy between them.
     *
     * @param some chooses a server that takes writes
     * @param ofLarge returns the server that has the largest entry
     */
    static Map<String, Fault> withoutProxy(Function<FaultContext, RedisServer> some, Supplier<RedisServer> ofLarge) {
        Map<String, Fault> faults = new TreeMap<>(ClientFaults.withoutProxy());
        faults.putAll(all());
        faults.put("cut", ServerFaults::cut);
        faults.put("server-stop", context -> standStill(context, some.apply(context)));
        faults.put("stop-large", context -> standStillWhileLarge(context, ofLarge.get()));
        return faults;
    }

    /**
     * Stops the server for a while. Requests that clients send meanwhile, and give up, are still carried out when it goes
     * on.
     */
    static void standStill(FaultContext context, RedisServer server) throws Exception {
        context.during(server::pause, 200, 900, server::resume);
    }

    /**
     * Stops the server while a client that is otherwise spared has tens of megabytes to write. The server goes on when the
     * client has given up, so a write that no limit ends takes far longer than any that a busy machine delays.
     */
    static void standStillWhileLarge(FaultContext context, RedisServer server) throws InterruptedException {
        ClientJvm client = context.fleet().client(context.fleet().size() - 1);
        client.order("arm " + UpdateSteps.LARGE);
        client.order("large");
        String at = "at " + UpdateSteps.LARGE;
        String said = client.hear(LARGE_END_MILLIS, at, LARGE_WRITTEN);
        if (said.equals(at)) {
            server.pause();
            try {
                client.order("resume");
                context.pause(LARGE_STOP_MILLIS, LARGE_STOP_MILLIS);
                said = client.hear(LARGE_WAIT_MILLIS, LARGE_WRITTEN);
            } finally {
                server.resume();
            }
        }
        client.order("resume");
        if (said.isEmpty()) {
            client.expect(LARGE_WRITTEN, LARGE_END_MILLIS);
        }
        // Waits until the requests that were still on their way have arrived.
        context.pause(200, 200);
        context.setup().admin(RunKeys.LARGE, redis -> redis.del(RunKeys.LARGE));
    }

    /** Ends the connections of a client at the servers, for modes without a proxy between them. */
    private static void cut(FaultContext context) {
        Pattern name = Pattern.compile(" name=storm-lock:client" + context.client() + "[ :]");
        try {
            context.setup().everywhere(redis -> redis.clientList()
                    .lines()
                    .filter(line -> name.matcher(line).find())
                    .map(line -> line.substring(line.indexOf('=') + 1, line.indexOf(' ')))
                    .mapToLong(id -> redis.clientKill(new ClientKillParams().id(id)))
                    .sum());
        } catch (JedisException | IllegalStateException serverIsAway) {
            // The server is away, and so are its connections.
        }
    }

    private static void tell(FaultContext context, String command, String... arguments) {
        context.setup().everywhere(redis -> redis.sendCommand(Command.valueOf(command), arguments));
    }

    private static void slowScript(FaultContext context) {
        long millis = 100L + context.random().nextInt(700);
        context.setup().everywhere(redis -> loop(redis, millis));
    }

    /** Runs a slow script, and lets the server answer its clients {@code BUSY} meanwhile. */
    private static void busyScript(FaultContext context) {
        long millis = 200L + context.random().nextInt(700);
        context.setup().everywhere(redis -> busy(redis, millis));
    }

    /** Makes this server answer {@code BUSY} for about so many milliseconds. */
    static Object busy(Jedis redis, long millis) {
        String usual = redis.configGet(LONGEST_WAIT).getOrDefault(LONGEST_WAIT, "5000");
        redis.configSet(LONGEST_WAIT, BUSY_AFTER_MILLIS);
        try {
            return loop(redis, millis);
        } finally {
            redis.configSet(LONGEST_WAIT, usual);
        }
    }

    private static Object loop(Jedis redis, long millis) {
        long begun = System.nanoTime();
        Object first = redis.eval(BUSY, 0, Long.toString(PROBE));
        double perLoop = (System.nanoTime() - begun) / (double) PROBE;
        return first + "," + redis.eval(BUSY, 0, Long.toString((long) (millis * 1e6 / perLoop)));
    }

    private static void setMemory(FaultContext context, String most) {
        context.setup().everywhere(redis -> redis.configSet("maxmemory", most));
    }

    /** Deletes all locks that are held, 20 times, as an eviction does. */
    private static void evictLock(FaultContext context) throws InterruptedException {
        for (int i = 0; i < 20; i++) {
            context.setup().everywhere(redis -> evict(context, redis));
            context.pause(5, 15);
        }
    }

    /** Deletes all that the servers have. */
    static void flushAll(FaultContext context) {
        long before = System.nanoTime();
        context.setup().everywhere(Jedis::flushAll);
        context.ledger().lostLock(Evidence.ALL_LOCKS, before, System.nanoTime());
    }

    private static int evict(FaultContext context, Jedis redis) {
        Set<String> locks = new HashSet<>();
        LOCK_KEYS.forEach(pattern -> locks.addAll(redis.keys(pattern)));
        for (String lock : locks) {
            String name = LockNames.of("").entryOf(lock).orElse(lock);
            long from = System.nanoTime();
            try {
                long gone = redis.del(lock);
                if (gone == 1) {
                    context.ledger().lostLock(name, from, System.nanoTime());
                }
            } catch (JedisException e) {
                context.ledger().lostLock(name, from, System.nanoTime());
            }
        }
        return locks.size();
    }
}
