package io.github.stormlock.demo;

import io.github.stormlock.demo.report.RunFigures;
import io.github.stormlock.demo.run.SampleRunner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import redis.clients.jedis.RedisClient;

/**
 * Takes each line of a log for a path, and counts it without Storm and without locks. Recognises lines that it has
 * counted.
 */
final class ToyRunner implements SampleRunner {
    int runs;
    RuntimeException failure;

    @Override
    public String nameOf(Path log) {
        return log.getFileName() + "@toy";
    }

    @Override
    public Outcome run(Job job, Consumer<RunFigures> progress) {
        runs++;
        long replays = 0;
        try (RedisClient redis = RedisClient.create(uri(job))) {
            List<String> lines = lines(job.log());
            for (int i = 0; i < lines.size(); i++) {
                replays += count(redis, i, lines.get(i)) ? 0 : 1;
                if (failure != null) {
                    throw failure;
                }
            }
            redis.hset("source:" + nameOf(job.log()), "lines", Integer.toString(lines.size()));
        }
        RunFigures figures = new RunFigures(1, 2, 3, 4, replays, 0, 0, 0, 0);
        progress.accept(figures);
        return new Outcome(figures, 1.5);
    }

    private static boolean count(RedisClient redis, int number, String path) {
        String seen = "lock-seen:00:{site}";
        if (redis.sadd(seen, Integer.toString(number)) == 0) {
            return false;
        }
        redis.expire(seen, 1_000);
        redis.hincrBy("site", "hits", 1);
        redis.hincrBy("site", "status.200", 1);
        redis.hset("site", Map.of("first", "2015-05-17T10:05:00Z", "last", "2015-05-17T10:05:00Z"));
        redis.hincrBy("page:" + path, "hits", 1);
        redis.hincrBy("visitor:192.0.2.1", "hits", 1);
        redis.hincrBy("hour:2015-05-17T10", "hits", 1);
        return true;
    }

    private static String uri(Job job) {
        return String.valueOf(job.redisConf().get("storm.lock.redis.uri"));
    }

    private static List<String> lines(Path log) {
        try {
            return Files.readAllLines(log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
