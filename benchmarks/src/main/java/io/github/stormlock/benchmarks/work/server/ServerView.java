package io.github.stormlock.benchmarks.work.server;

import io.github.stormlock.benchmarks.contender.Clients;
import io.github.stormlock.benchmarks.contender.Contender;
import io.github.stormlock.topologies.accesslog.AccessLogEntries;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.ToLongFunction;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.Response;

/** Asks the server about itself and the entries, over a connection that no contender uses. */
public final class ServerView implements AutoCloseable {
    private static final String HITS = "hits";

    private final String host;
    private final int port;
    private final RedisClient redis;

    public ServerView(String host, int port) {
        this.host = host;
        this.port = port;
        this.redis = Clients.pooled(host, port, 1);
    }

    /** Returns what the server has counted so far. */
    public ServerCount count() {
        return ServerCount.of(redis.info("all"));
    }

    /** Returns how many commands clients sent during some work; those that scripts call are not counted. */
    public long fromClients(RedisLink.Step work) throws Exception {
        try (Monitor monitor = new Monitor(host, port)) {
            work.run();
            return monitor.fromClients(redis);
        }
    }

    /** Returns the sum of the entries under these keys. */
    public long sum(List<String> keys) {
        return sum(keys, Contender.FIELD);
    }

    private long sum(Collection<String> hashes, String field) {
        return sum(hashes, (pipeline, key) -> pipeline.hget(key, field), Long::parseLong);
    }

    /** Returns the number of lines that the access-log sample counted: the mean over its four sorts of entries. */
    public long hitsOfALog() {
        List<String> patterns = List.of(
                AccessLogEntries.SITE,
                AccessLogEntries.page("*"),
                AccessLogEntries.visitor("*"),
                AccessLogEntries.HOUR + "*");
        long hits = patterns.stream()
                .mapToLong(pattern -> sum(redis.keys(pattern), HITS))
                .sum();
        return hits / patterns.size() + sum(List.of(AccessLogEntries.SITE), "malformed");
    }

    /** Returns the sum of the entries whose keys match. */
    public long sumOfAll(String pattern) {
        return sum(List.copyOf(redis.keys(pattern)));
    }

    /** Returns the sum of entries that Trident wrote. They are strings of a transaction and its value, {@code [3,17]}. */
    public long sumOfTransactional(List<String> keys) {
        return sum(
                keys,
                AbstractPipeline::get,
                value -> Long.parseLong(value.substring(value.indexOf(',') + 1, value.length() - 1)));
    }

    /** Returns the sum of the scores of these members of a sorted set. */
    public long sumOfScores(String set, List<String> members) {
        List<Double> scores = redis.zmscore(set, members.toArray(String[]::new));
        return scores.stream()
                .mapToLong(score -> score == null ? 0 : score.longValue())
                .sum();
    }

    private long sum(
            Collection<String> keys,
            BiFunction<AbstractPipeline, String, Response<String>> read,
            ToLongFunction<String> value) {
        List<Response<String>> values = new ArrayList<>(keys.size());
        try (AbstractPipeline pipeline = redis.pipelined()) {
            keys.forEach(key -> values.add(read.apply(pipeline, key)));
            pipeline.sync();
        }
        return values.stream()
                .map(Response::get)
                .mapToLong(text -> text == null ? 0 : value.applyAsLong(text))
                .sum();
    }

    /** Empties the server. */
    public void clear() {
        redis.flushAll();
    }

    @Override
    public void close() {
        redis.close();
    }
}
