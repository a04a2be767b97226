package io.github.stormlock.benchmarks.work.storm;

import io.github.stormlock.benchmarks.contender.Computation;
import io.github.stormlock.topologies.accesslog.AccessLogEntries;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.apache.storm.task.OutputCollector;
import org.apache.storm.task.TopologyContext;
import org.apache.storm.topology.OutputFieldsDeclarer;
import org.apache.storm.topology.base.BaseRichBolt;
import org.apache.storm.tuple.Tuple;
import redis.clients.jedis.AbstractPipeline;
import redis.clients.jedis.RedisClient;

/**
 * Stands in for a bolt of the access-log sample. It counts with plain commands, in one pipeline for each tuple, and counts
 * replays again; or it only sleeps.
 */
final class PlainHits extends BaseRichBolt {
    private static final String HITS = "hits";
    private static final String SESSIONS = "sessions";

    private final String figures;
    private final LogBolt bolt;
    private final boolean writing;
    private final Duration pause;

    @SuppressWarnings("NullAway.Init") // Storm calls prepare before anything else.
    private transient OutputCollector collector;

    /**
     * @param figures the id of the topology's figures
     * @param writing false for one that only sleeps
     * @param pause the sleep for each tuple
     */
    PlainHits(String figures, LogBolt bolt, boolean writing, Duration pause) {
        this.figures = figures;
        this.bolt = bolt;
        this.writing = writing;
        this.pause = pause;
    }

    @Override
    public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector output) {
        collector = output;
    }

    @Override
    public void execute(Tuple hit) {
        try {
            new Computation(pause).one();
            if (writing) {
                write(hit, LogFigures.of(figures).redis());
            }
            collector.ack(hit);
        } catch (RuntimeException e) {
            collector.reportError(e);
            collector.fail(hit);
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

    @Override
    public void declareOutputFields(OutputFieldsDeclarer declarer) {}
}
