package io.github.stormlock.torture.fault;

import io.github.stormlock.torture.check.Evidence;
import io.github.stormlock.torture.check.Loss;
import io.github.stormlock.torture.run.Fault;
import io.github.stormlock.torture.run.Stage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import redis.clients.jedis.Jedis;

/** What happens to a server on its own: its end, with and without its data, and its demotion. */
final class RestartFaults {
    static final String EMPTY = "restart-empty";

    /** Nothing listens there. */
    private static final int NOWHERE = 1;

    private RestartFaults() {}

    static Map<String, Fault> all(StandaloneSite site) {
        Map<String, Fault> faults = new TreeMap<>();
        faults.put("restart", stage -> {
            site.server().shutdownAndSave();
            stage.pause(20, 300);
            site.restart();
        });
        faults.put("restart-losing-tail", stage -> losingTail(site, stage));
        faults.put(EMPTY, stage -> empty(site, stage));
        faults.put("server-stop", stage -> ServerFaults.standStill(stage, site.server()));
        faults.put("stop-large", stage -> ServerFaults.standStillWhileLarge(stage, site.server()));
        faults.put("read-only", stage -> readOnly(site, stage));
        return faults;
    }

    /** Comes back with what it had a while before its end. */
    private static void losingTail(StandaloneSite site, Stage stage) throws InterruptedException {
        long from = System.nanoTime();
        String unused = site.admin("", Jedis::save);
        stage.pause(50, 500);
        site.server().kill();
        stage.ledger().lost(from, System.nanoTime());
        site.restart();
    }

    /** Comes back without anything. */
    private static void empty(StandaloneSite site, Stage stage) throws IOException {
        Path dump = Path.of(site.admin("", redis -> redis.configGet("dir")).getOrDefault("dir", ""), "dump.rdb");
        long before = System.nanoTime();
        site.server().kill();
        Files.deleteIfExists(dump);
        long dead = System.nanoTime();
        site.restart();
        stage.ledger().lost(new Loss(Long.MIN_VALUE, before, dead, Set.of()));
        stage.ledger().lostLock(Evidence.ALL_LOCKS, before, System.nanoTime());
    }

    private static void readOnly(StandaloneSite site, Stage stage) throws InterruptedException {
        String unused = site.admin("", redis -> redis.replicaof("127.0.0.1", NOWHERE));
        try {
            stage.pause(100, 700);
        } finally {
            unused = site.admin("", Jedis::replicaofNoOne);
        }
    }
}
