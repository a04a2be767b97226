package io.github.stormlock.demo.run;

import io.github.stormlock.demo.console.RunFailedException;
import io.github.stormlock.demo.report.RunFigures;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import redis.clients.jedis.UnifiedJedis;

/** Counts a log into the entries of a Redis. */
public interface SampleRunner {

    /**
     * The log to count, and the Redis to count it in.
     *
     * @param log the file
     * @param source the durable name of the log: another file under its path is not counted
     * @param redis a client of the Redis
     * @param redisConf the settings by which a topology reaches the Redis
     * @param executors the number of executors of each bolt on the main path
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
     * The outcome of a count.
     *
     * @param figures the figures at the end
     * @param seconds the time from the first line sent to the last one done
     */
    record Outcome(RunFigures figures, double seconds) {}

    /**
     * Returns the durable name of a log.
     *
     * @throws IOException if the log cannot be read
     */
    String nameOf(Path log) throws IOException;

    /**
     * Counts the log from its first line to its end. Nothing is written any more when this returns or throws.
     *
     * @param progress is told from time to time the figures so far
     * @throws InterruptedException if the thread is interrupted meanwhile
     * @throws RunFailedException if the end cannot be reached
     */
    Outcome run(Job job, Consumer<RunFigures> progress) throws InterruptedException;
}
