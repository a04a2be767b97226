package io.github.stormlock.benchmarks.work.storm;

import io.github.stormlock.benchmarks.contender.Computation;
import io.github.stormlock.topologies.accesslog.AccessLogEntries;
import java.time.Duration;
import java.time.Instant;
import org.apache.storm.tuple.Tuple;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.RedisClient;

/**
 * Stands in for a bolt of the access-log sample. It counts with plain commands, in one pipeline for each tuple, and counts
 * replays again; or it only sleeps.
 *
 * @param figures the id of the topology's figures
 * @param writing false for one that only sleeps
 * @param pause the sleep for each tuple
 */
record PlainHits(String figures, LogBolt bolt, boolean writing, Duration pause) implements HitBolt.Work {
    private static final String HITS = "hits";
    private static final String SESSIONS = "sessions";

    @Override
    public void on(Tuple hit) {
        new Computation(pause).one();
        if (writing) {
            write(hit, LogFigures.of(figures).redis());
        }
    }

    private void write(Tuple hit, RedisClient redis) {
        String visitor = AccessLogEntries.visitor(hit.getStringByField("address"));
        if (bolt == LogBolt.VISITOR_SESSIONS) {
            long sessions = Long.parseLong(redis.hgetAll(visitor).getOrDefault(SESSIONS, "0"));
            redis.hset(visitor, SESSIONS, Long.toString(sessions + 1));
            return;
        }
        Instant time = Instant.ofEpochSecond(hit.getLongByField("time"));
        long bytes = hit.getLongByField("bytes");
        try (AbstractPipeline pipeline = redis.pipelined()) {
            if (bolt == LogBolt.SITE_HITS) {
                add(pipeline, AccessLogEntries.SITE, bytes, time);
                pipeline.hincrBy(AccessLogEntries.SITE, "status." + hit.getIntegerByField("status"), 1);
                pipeline.hincrBy(AccessLogEntries.SITE, "method." + hit.getStringByField("method"), 1);
            } else {
                add(pipeline, AccessLogEntries.page(hit.getStringByField("path")), bytes, time);
                pipeline.hincrBy(visitor, HITS, 1);
                pipeline.hset(visitor, "last", time.toString());
                pipeline.hincrBy(AccessLogEntries.hour(time), HITS, 1);
                pipeline.hincrBy(AccessLogEntries.hour(time), "bytes", bytes);
            }
            pipeline.sync();
        }
    }

    private static void add(AbstractPipeline pipeline, String key, long bytes, Instant time) {
        pipeline.hincrBy(key, HITS, 1);
        pipeline.hincrBy(key, "bytes", bytes);
        pipeline.hset(key, "last", time.toString());
    }
}
