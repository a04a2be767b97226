package io.github.stormlock.torture;

import java.util.Map;
import java.util.TreeMap;
import redis.clients.jedis.Jedis;

/** What happens to a server on its own: its end, with and without its data, and its demotion. */
final class RestartFaults {
    /** Nothing listens there. */
    private static final int NOWHERE = 1;

    private RestartFaults() {}

    static Map<String, Fault> all(StandaloneSite site) {
        Map<String, Fault> faults = new TreeMap<>();
        faults.put("restart", stage -> {
            site.server().shutdownAndSave();
            stage.pause(20, 300);
            site.server().restart();
        });
        faults.put("restart-losing-tail", stage -> losingTail(site, stage));
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
        site.server().restart();
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
