package io.github.stormlock.torture;

import io.github.stormlock.test.internal.process.RedisReady;
import io.github.stormlock.torture.protocol.ResourceUse;
import io.github.stormlock.torture.run.ClientJvm;
import io.github.stormlock.torture.run.Fleet;
import io.github.stormlock.torture.run.ServerSetup;
import java.io.File;
import java.util.List;
import java.util.Locale;
import java.util.TreeMap;
import redis.clients.jedis.Jedis;

/** Lists the resources that the first client, the harness and the servers use while no client works. */
final class Usage {
    private static final long STATS_MILLIS = 30_000;

    private Usage() {}

    static String of(ServerSetup setup, Fleet fleet) throws InterruptedException {
        ClientJvm client = fleet.client(0);
        client.order("stats");
        String said = client.expect("stats ", STATS_MILLIS).substring("stats ".length());
        StringBuilder text = new StringBuilder();
        text.append(line(client.name(), said));
        text.append('\n').append(line("harness", ResourceUse.ofThisJvm().words()));
        List<String> servers = setup.everywhere(Usage::server);
        servers.forEach(server -> text.append('\n').append(server));
        return text.toString();
    }

    private static String line(String who, String figures) {
        return String.format(Locale.ROOT, "  %-10s %s", who, figures);
    }

    private static String server(Jedis redis) {
        String[] open = new File("/proc/" + info(redis, "server", "process_id") + "/fd").list();
        TreeMap<String, Integer> keys = new TreeMap<>();
        redis.keys("*").forEach(key -> keys.merge(key.substring(0, key.indexOf(':')), 1, Integer::sum));
        return String.format(
                Locale.ROOT,
                "  %-10s memory %,.1f MB, %d connections, %d open files, keys %s",
                "redis",
                Long.parseLong(info(redis, "memory", "used_memory")) / 1e6,
                Long.parseLong(info(redis, "clients", "connected_clients")),
                open == null ? 0 : open.length,
                keys);
    }

    private static String info(Jedis redis, String section, String name) {
        return RedisReady.infoLine(redis.info(section), name).orElse("0");
    }
}
