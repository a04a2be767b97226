package io.github.stormlock.torture.protocol;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.redis.PoolConfig;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.RedisConfigBuilder;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;

/**
 * What a client is told when it starts.
 *
 * @param name the same for all incarnations of a client
 * @param contender what it tests
 * @param mode how the servers are organised
 * @param ports of the servers on this machine; of the sentinels in their mode
 * @param history the file to append to
 * @param inheritance the unsettled updates of earlier incarnations, which it takes up
 * @param quiet the port of a server that no fault strikes, for a client that none strikes; 0 for the others
 * @param seed for its choice of entries
 */
public record ClientConfig(
        String name,
        String contender,
        Mode mode,
        List<Integer> ports,
        Timing timing,
        Keys keys,
        int pool,
        String history,
        Inheritance inheritance,
        int quiet,
        long seed) {
    public static final String MASTER = "mymaster";

    /** How servers are organised. */
    public enum Mode {
        STANDALONE,
        SENTINEL,
        CLUSTER
    }

    /** In milliseconds. */
    public record Timing(long lease, long grant, long command) {}

    /** The name of all incarnations of a client. */
    public static String name(int number) {
        return "client" + number;
    }

    public void write(Path file) throws IOException {
        new ObjectMapper().writeValue(file.toFile(), this);
    }

    public static ClientConfig read(Path file) throws IOException {
        return new ObjectMapper().readValue(file.toFile(), ClientConfig.class);
    }

    public RedisConfig redis() {
        List<RedisConfig.Node> nodes = ports.stream()
                .map(port -> new RedisConfig.Node("127.0.0.1", port))
                .toList();
        Duration patience = Duration.ofMillis(timing.command());
        RedisConfigBuilder common = RedisConfig.builder()
                .connectTimeout(patience)
                .commandTimeout(patience)
                .clientName(name)
                .pool(PoolConfig.builder().maxTotal(pool).maxWait(patience).build());
        return switch (mode) {
            case STANDALONE -> common.nodes(nodes).build();
            case SENTINEL -> common.sentinels(MASTER, nodes).build();
            case CLUSTER -> common.cluster(nodes).build();
        };
    }

    /** The server that no fault strikes. */
    public RedisConfig quietRedis() {
        return RedisConfig.standalone("127.0.0.1", quiet).toBuilder()
                .clientName(name)
                .build();
    }

    /** One incarnation in four remembers no entries. */
    public LockSettings locks() {
        boolean remembers = Math.floorMod(seed / 10 + seed, 4) > 0;
        return LockSettings.builder()
                .rememberedMaxBytes(remembers ? LockSettings.DEFAULT.rememberedMaxBytes() : 0)
                .lease(Duration.ofMillis(timing.lease()))
                .waitMax(Duration.ofMillis(timing.grant()))
                .build();
    }
}
