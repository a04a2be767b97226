package io.github.stormlock.torture.client;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.bolt.LockingBolt;
import io.github.stormlock.config.StormLockConfig;
import io.github.stormlock.torture.client.path.AsyncPath;
import io.github.stormlock.torture.client.path.SinglePath;
import io.github.stormlock.torture.client.path.bolt.BoltPath;
import io.github.stormlock.torture.client.path.bolt.ChainBolt;
import io.github.stormlock.torture.client.path.bolt.StandInContext;
import io.github.stormlock.torture.client.path.kind.HoldPath;
import io.github.stormlock.torture.history.HistoryLine;
import java.util.List;
import org.apache.storm.tuple.TupleImpl;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.RedisClient;

/** Loads the classes that a client will need while it stands by, so that it is ready at once when it is wanted. */
final class Warmth {
    private static final List<Class<?>> NEEDED = List.of(
            StormLockWorkload.class,
            LockWorkload.class,
            HoldPath.class,
            SinglePath.class,
            AsyncPath.class,
            BoltPath.class,
            ChainBolt.class,
            StandInContext.class,
            LockingBolt.class,
            RedisLockFactory.class,
            StormLockConfig.class,
            TupleImpl.class,
            Jedis.class,
            RedisClient.class);

    private Warmth() {}

    static void spread() throws Exception {
        for (Class<?> needed : NEEDED) {
            Class.forName(needed.getName(), /* initialize= */ true, Warmth.class.getClassLoader());
        }
        ObjectMapper json = new ObjectMapper();
        HistoryLine line = HistoryLine.of(HistoryLine.Kind.GAP, "op", 1, 2, "why");
        json.readValue(json.writeValueAsBytes(line), HistoryLine.class);
    }
}
