package io.github.stormlock.demo;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import redis.clients.jedis.UnifiedJedis;

/** Counts a log into the entries of a Redis. */
interface Engine {

    /**
     * What is to be counted, and where.
     *
     * @param log the file
     * @param source its durable name: another file under its path is not counted
     * @param redis a client of the Redis
     * @param redisConf what a topology needs to know to reach the Redis
     * @param executors of each bolt on the main path
     * @param failRate the share of lines to send again
     */
    record Job(
            Path log,
            String source,
            UnifiedJedis redis,
            Map<String, Object> redisConf,
            int executors,
            double failRate) {}

    /**
     * What came of it.
     *
     * @param figures at the end
     * @param seconds from the first line sent to the last one through
     */
    record Outcome(RunFigures figures, double seconds) {}

    /** The durable name of a log. */
    String nameOf(Path log) throws IOException;

    /**
     * Counts the log from its first line to its end. Nothing is written any more when this returns or throws.
     *
     * @param progress is told from time to time how far it is
     * @throws InterruptedException if the thread is interrupted meanwhile
     * @throws RunFailedException if the end cannot be reached
     */
    Outcome run(Job job, Consumer<RunFigures> progress) throws InterruptedException;
}
