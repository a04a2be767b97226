package io.github.stormlock.benchmarks;

import java.util.ArrayList;
import java.util.List;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.Response;

/** What the server says of itself and of the entries, over a connection that no contender uses. */
final class ServerView implements AutoCloseable {
    private final String host;
    private final int port;
    private final RedisClient redis;

    ServerView(String host, int port) {
        this.host = host;
        this.port = port;
        this.redis = Clients.pooled(host, port, 1);
    }

    /** Executed so far. */
    CommandCount commands() {
        return CommandCount.of(redis.info("all"));
    }

    interface Work {
        void run() throws Exception;
    }

    /** How many commands clients sent during some work; those that scripts call are not counted. */
    long fromClients(Work work) throws Exception {
        try (Monitor monitor = new Monitor(host, port)) {
            work.run();
            return monitor.fromClients(redis);
        }
    }

    /** What these entries hold together. */
    long sum(List<String> keys) {
        List<Response<String>> values = new ArrayList<>(keys.size());
        try (AbstractPipeline pipeline = redis.pipelined()) {
            keys.forEach(key -> values.add(pipeline.hget(key, Contender.FIELD)));
            pipeline.sync();
        }
        return values.stream()
                .map(Response::get)
                .mapToLong(value -> value == null ? 0 : Long.parseLong(value))
                .sum();
    }

    /** The memory of all keys, with their values. */
    long keyBytes() {
        List<String> keys = new ArrayList<>(redis.keys("*"));
        List<Response<Long>> sizes = new ArrayList<>(keys.size());
        try (AbstractPipeline pipeline = redis.pipelined()) {
            keys.forEach(key -> sizes.add(pipeline.memoryUsage(key)));
            pipeline.sync();
        }
        return sizes.stream()
                .map(Response::get)
                .mapToLong(size -> size == null ? 0 : size)
                .sum();
    }

    void clear() {
        String unused = redis.flushAll();
    }

    @Override
    public void close() {
        redis.close();
    }
}
