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
 * replays again; or it only acks.
 */
final class PlainBolt extends BaseRichBolt {
    private static final long serialVersionUID = 1L;
    private static final String HITS = "hits";
    private static final String SESSIONS = "sessions";

    private final String figures;
    private final LogBolt bolt;
    private final boolean writing;
    private final Duration pause;

    @SuppressWarnings("NullAway.Init") // Storm calls prepare before anything else.
    private transient RedisClient redis;

    @SuppressWarnings("NullAway.Init") // As above.
    private transient OutputCollector collector;

    @SuppressWarnings("NullAway.Init") // As above.
    private transient Computation computation;

    /**
     * @param writing false for one that only acks
     * @param pause the sleep for each tuple
     */
    PlainBolt(LogFigures figures, LogBolt bolt, boolean writing, Duration pause) {
        this.figures = figures.id();
        this.bolt = bolt;
        this.writing = writing;
        this.pause = pause;
    }

    @Override
    public void prepare(Map<String, Object> conf, TopologyContext context, OutputCollector output) {
        redis = LogFigures.of(figures).redis();
        collector = output;
        computation = new Computation(pause);
    }

    @Override
    public void execute(Tuple hit) {
        try {
            computation.one();
            if (writing) {
                write(hit);
            }
            collector.ack(hit);
        } catch (RuntimeException e) {
            collector.reportError(e);
            collector.fail(hit);
        }
    }

    private void write(Tuple hit) {
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
