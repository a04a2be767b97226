package io.github.stormlock.benchmarks;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.Response;

/** What the server says of itself and of the entries, over a connection that no contender uses. */
final class ServerView implements AutoCloseable {
    private static final Pattern COMMANDS = Pattern.compile("total_commands_processed:(\\d+)");

    private final RedisClient redis;

    ServerView(String host, int port) {
        this.redis = Clients.pooled(host, port, 1);
    }

    static String key(int entry) {
        return "entry:" + entry;
    }

    /** Executed so far; a script counts, and so does each command inside it. */
    long commands() {
        Matcher matcher = COMMANDS.matcher(redis.info("stats"));
        if (!matcher.find()) {
            throw new IllegalStateException("INFO stats names no total_commands_processed: is this a Redis?");
        }
        return Long.parseLong(matcher.group(1));
    }

    /** What all entries hold together. */
    long sum(int entries) {
        List<Response<String>> values = new ArrayList<>(entries);
        try (AbstractPipeline pipeline = redis.pipelined()) {
            for (int i = 0; i < entries; i++) {
                values.add(pipeline.hget(key(i), Contender.FIELD));
            }
            pipeline.sync();
        }
        return values.stream()
                .map(Response::get)
                .mapToLong(value -> value == null ? 0 : Long.parseLong(value))
                .sum();
    }

    void clear() {
        redis.flushAll();
    }

    @Override
    public void close() {
        redis.close();
    }
}
