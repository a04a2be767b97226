package io.github.stormlock.demo;

import io.github.stormlock.demo.report.RunFigures;
import io.github.stormlock.demo.run.SampleRunner;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import redis.clients.jedis.UnifiedJedis;

/** Takes each line of a log for a path, and counts it without Storm and without locks. */
final class ToyRunner implements SampleRunner {
    /** Of a longer log it counts no more, since a line takes six round trips. */
    private static final int MOST_LINES = 1_000;

    int runs;

    /** What happens at the end of a run. */
    Consumer<UnifiedJedis> meanwhile = redis -> {};

    @Override
    public double run(Job job, Consumer<RunFigures> progress) {
        runs++;
        UnifiedJedis redis = job.redis().client();
        try {
            List<String> lines =
                    Files.readAllLines(job.log()).stream().limit(MOST_LINES).toList();
            lines.forEach(path -> count(redis, path));
            redis.hset("source:toy", "lines", Integer.toString(lines.size()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        meanwhile.accept(redis);
        progress.accept(new RunFigures(1, 2, 1, 3, 4, 5, 0, 0, 0, 0));
        return 1.5;
    }

    private static void count(UnifiedJedis redis, String path) {
        redis.hincrBy("site", "status.200", 1);
        redis.hset("site", Map.of("first", "2015-05-17T10:05:00Z", "last", "2015-05-17T10:05:00Z"));
        for (String key : List.of("site", "page:" + path, "visitor:192.0.2.1", "hour:2015-05-17T10")) {
            redis.hincrBy(key, "hits", 1);
        }
    }
}
