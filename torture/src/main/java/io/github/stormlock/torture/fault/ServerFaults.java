package io.github.stormlock.torture.fault;

import io.github.stormlock.test.RedisServer;
import io.github.stormlock.torture.protocol.Keys;
import io.github.stormlock.torture.protocol.Steps;
import io.github.stormlock.torture.run.ClientJvm;
import io.github.stormlock.torture.run.Fault;
import io.github.stormlock.torture.run.Stage;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.Protocol.Command;
import redis.clients.jedis.exceptions.JedisException;
import redis.clients.jedis.params.ClientKillParams;

/** What happens to a server that goes on running, or to all of them. */
final class ServerFaults {
    /** In a script, as many of these loops as take about a hundred milliseconds. */
    private static final String BUSY = "local n = tonumber(ARGV[1]) local x = 0 for i = 1, n do x = x + i end return x";

    /** How long a script may run before the server tells its clients. */
    private static final String PATIENCE = "lua-time-limit";

    private static final String BUSY_AFTER_MILLIS = "10";
    private static final long PROBE = 2_000_000;

    private static final long LARGE_STEP_MILLIS = 3_000;
    private static final int LARGE_STOP_MILLIS = 3_500;
    private static final long LARGE_END_MILLIS = 60_000;

    private ServerFaults() {}

    static Map<String, Fault> all() {
        Map<String, Fault> faults = new TreeMap<>();
        faults.put("script-flush", stage -> tell(stage, "SCRIPT", "FLUSH"));
        faults.put("client-kill", stage -> tell(stage, "CLIENT", "KILL", "TYPE", "normal"));
        faults.put("subscription-kill", stage -> tell(stage, "CLIENT", "KILL", "TYPE", "pubsub"));
        faults.put("client-pause", stage -> {
            String millis = Integer.toString(100 + stage.random().nextInt(700));
            tell(stage, "CLIENT", "PAUSE", millis, stage.random().nextBoolean() ? "WRITE" : "ALL");
            Thread.sleep(Long.parseLong(millis));
        });
        faults.put("slow-script", ServerFaults::slowScript);
        faults.put("busy-script", ServerFaults::busyScript);
        faults.put("no-permission", PermissionFaults::revoke);
        faults.put("out-of-memory", ServerFaults::outOfMemory);
        faults.put("evict-lock", ServerFaults::evictLock);
        return faults;
    }

    /** What clients send meanwhile, and give up, is done all the same when it goes on. */
    static void standStill(Stage stage, RedisServer server) throws InterruptedException {
        server.pause();
        try {
            stage.pause(200, 900);
        } finally {
            server.resume();
        }
    }

    /** Stands still while a client that is spared otherwise has tens of megabytes to write, and for longer than it may take. */
    static void standStillWhileLarge(Stage stage, RedisServer server) throws InterruptedException {
        ClientJvm client = stage.fleet().client(stage.fleet().size() - 1);
        client.order("arm " + Steps.LARGE);
        client.order("large");
        boolean caught = !client.hear("at " + Steps.LARGE, LARGE_STEP_MILLIS).isEmpty();
        if (caught) {
            server.pause();
        }
        try {
            client.order("resume");
            stage.pause(LARGE_STOP_MILLIS, LARGE_STOP_MILLIS);
        } finally {
            if (caught) {
                server.resume();
            }
        }
        String unused = client.expect("large written", LARGE_END_MILLIS);
        // What was still on its way has arrived then.
        stage.pause(200, 200);
        Long ignored = stage.site().admin(Keys.LARGE, redis -> redis.del(Keys.LARGE));
    }

    /** Where nothing is between a client and the servers, these end its connections. */
    static void cut(Stage stage) {
        String name = "name=client" + stage.client() + ' ';
        try {
            List<Long> unused = stage.site().everywhere(redis -> redis.clientList()
                    .lines()
                    .filter(line -> line.contains(name))
                    .map(line -> line.substring(line.indexOf('=') + 1, line.indexOf(' ')))
                    .mapToLong(id -> redis.clientKill(new ClientKillParams().id(id)))
                    .sum());
        } catch (JedisException | IllegalStateException serverIsAway) {
            // Then so are its connections.
        }
    }

    private static void tell(Stage stage, String command, String... arguments) {
        List<Object> unused = stage.site().everywhere(redis -> redis.sendCommand(Command.valueOf(command), arguments));
    }

    private static void slowScript(Stage stage) {
        long millis = 100L + stage.random().nextInt(700);
        List<Object> unused = stage.site().everywhere(redis -> loop(redis, millis));
    }

    /** As a slow script, to whose clients the server says {@code BUSY}. */
    private static void busyScript(Stage stage) {
        long millis = 200L + stage.random().nextInt(700);
        List<Object> unused = stage.site().everywhere(redis -> busy(redis, millis));
    }

    /** Has this server answer {@code BUSY} for so long. */
    static Object busy(Jedis redis, long millis) {
        String usual = redis.configGet(PATIENCE).getOrDefault(PATIENCE, "5000");
        String unused = redis.configSet(PATIENCE, BUSY_AFTER_MILLIS);
        try {
            return loop(redis, millis);
        } finally {
            unused = redis.configSet(PATIENCE, usual);
        }
    }

    private static Object loop(Jedis redis, long millis) {
        long begun = System.nanoTime();
        Object first = redis.eval(BUSY, 0, Long.toString(PROBE));
        double perLoop = (System.nanoTime() - begun) / (double) PROBE;
        return first + "," + redis.eval(BUSY, 0, Long.toString((long) (millis * 1e6 / perLoop)));
    }

    private static void outOfMemory(Stage stage) throws InterruptedException {
        setMemory(stage, "1");
        try {
            stage.pause(200, 800);
        } finally {
            setMemory(stage, "0");
        }
    }

    private static void setMemory(Stage stage, String most) {
        List<String> unused = stage.site().everywhere(redis -> redis.configSet("maxmemory", most));
    }

    /** Takes away the lock of whoever holds one, a few times, as an eviction does. */
    private static void evictLock(Stage stage) throws InterruptedException {
        for (int i = 0; i < 20; i++) {
            List<Integer> unused = stage.site().everywhere(redis -> evict(stage, redis));
            stage.pause(5, 15);
        }
    }

    private static int evict(Stage stage, Jedis redis) {
        Set<String> locks = redis.keys("lock:*");
        for (String lock : locks) {
            String name = lock.substring("lock:{".length(), lock.length() - 1);
            long from = System.nanoTime();
            try {
                long gone = redis.del(lock);
                if (gone == 1) {
                    stage.ledger().lostLock(name, from, System.nanoTime());
                }
            } catch (JedisException e) {
                stage.ledger().lostLock(name, from, System.nanoTime());
            }
        }
        return locks.size();
    }
}
