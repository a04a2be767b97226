package io.github.stormlock.torture.fault;

import io.github.stormlock.torture.check.Evidence;
import io.github.stormlock.torture.check.Loss;
import io.github.stormlock.torture.run.Fault;
import io.github.stormlock.torture.run.FaultContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import redis.clients.jedis.Jedis;

/** Faults of a single server: it ends, with and without its data, stands still, or becomes a replica. */
final class RestartFaults {
    static final String EMPTY = "restart-empty";

    /** A port at which nothing listens. */
    private static final int NOWHERE = 1;

    private RestartFaults() {}

    static Map<String, Fault> all(StandaloneSetup setup) {
        Map<String, Fault> faults = new TreeMap<>();
        faults.put("restart", context -> {
            setup.server().shutdownAndSave();
            context.pause(20, 300);
            setup.restart();
        });
        faults.put("restart-losing-tail", context -> losingTail(setup, context));
        faults.put(EMPTY, context -> empty(setup, context));
        faults.put("server-stop", context -> ServerFaults.standStill(context, setup.server()));
        faults.put("stop-large", context -> ServerFaults.standStillWhileLarge(context, setup.server()));
        faults.put(
                "read-only",
                context -> context.during(
                        () -> setup.admin("", redis -> redis.replicaof("127.0.0.1", NOWHERE)),
                        100,
                        700,
                        () -> setup.admin("", Jedis::replicaofNoOne)));
        return faults;
    }

    /** Restarts the server with the data that it had a while before its end. */
    private static void losingTail(StandaloneSetup setup, FaultContext context) throws InterruptedException {
        long from = System.nanoTime();
        setup.admin("", Jedis::save);
        context.pause(50, 500);
        setup.server().kill();
        context.ledger().lost(from, System.nanoTime());
        setup.restart();
    }

    /** Restarts the server without any data. */
    private static void empty(StandaloneSetup setup, FaultContext context) throws IOException {
        Path dump = dump(setup);
        long before = System.nanoTime();
        setup.server().kill();
        Files.deleteIfExists(dump);
        long dead = System.nanoTime();
        setup.restart();
        context.ledger().lost(new Loss(Long.MIN_VALUE, before, dead, Set.of()));
        context.ledger().lostLock(Evidence.ALL_LOCKS, before, System.nanoTime());
    }

    /** Returns the file with the data that a server finds when it starts. */
    static Path dump(StandaloneSetup setup) {
        return Path.of(setup.admin("", redis -> redis.configGet("dir")).getOrDefault("dir", ""), "dump.rdb");
    }
}
