package io.github.stormlock.redis;

import static org.awaitility.Awaitility.await;

import io.github.stormlock.redis.RedisConfig.Node;
import java.util.List;
import java.util.stream.IntStream;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.util.JedisClusterCRC16;

/** Two nodes, each with half of the slots. */
final class TestCluster implements AutoCloseable {
    private static final int SLOTS = 16_384;

    final TestRedis low;
    final TestRedis high;

    TestCluster(Backend backend) {
        low = backend.start("--cluster-enabled", "yes");
        high = backend.start("--cluster-enabled", "yes");
        low.admin(jedis -> jedis.clusterAddSlots(IntStream.range(0, SLOTS / 2).toArray()));
        high.admin(
                jedis -> jedis.clusterAddSlots(IntStream.range(SLOTS / 2, SLOTS).toArray()));
        low.admin(jedis -> jedis.clusterMeet("127.0.0.1", high.port()));
        await().until(() -> isWhole(low) && isWhole(high));
    }

    RedisConfig config(Backend backend) {
        return backend.config(low).withCluster(List.of(new Node("127.0.0.1", low.port())));
    }

    /** A key of that node, different for each number. */
    String key(TestRedis node, int number) {
        return IntStream.iterate(number * 1_000, i -> i + 1)
                .mapToObj(i -> "key" + i)
                .filter(key -> JedisClusterCRC16.getSlot(key) < SLOTS / 2 == (node == low))
                .findFirst()
                .orElseThrow();
    }

    /** From now on the slot is half here, half there. */
    void startMoving(int slot, TestRedis from, TestRedis to) {
        to.admin(jedis -> jedis.clusterSetSlotImporting(slot, id(from)));
        from.admin(jedis -> jedis.clusterSetSlotMigrating(slot, id(to)));
    }

    void finishMoving(int slot, TestRedis to) {
        to.admin(jedis -> jedis.clusterSetSlotNode(slot, id(to)));
        (to == low ? high : low).admin(jedis -> jedis.clusterSetSlotNode(slot, id(to)));
    }

    static long redirections(TestRedis node, String kind) {
        return node.admin(jedis -> jedis.info("errorstats"))
                .lines()
                .filter(line -> line.startsWith("errorstat_" + kind + ":count="))
                .mapToLong(line -> Long.parseLong(line.substring(line.indexOf('=') + 1)))
                .sum();
    }

    @Override
    public void close() {
        low.close();
        high.close();
    }

    private static String id(TestRedis node) {
        return node.admin(Jedis::clusterMyId);
    }

    private static boolean isWhole(TestRedis node) {
        String info = node.admin(Jedis::clusterInfo);
        return info.contains("cluster_state:ok") && info.contains("cluster_known_nodes:2");
    }
}
