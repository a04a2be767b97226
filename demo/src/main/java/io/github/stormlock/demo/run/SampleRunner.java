package io.github.stormlock.demo.run;

import io.github.stormlock.demo.redis.RedisHome;
import io.github.stormlock.demo.report.RunFigures;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Counts a log into the entries of a Redis. */
public interface SampleRunner {

    /**
     * The log to count, and the Redis to count it in.
     *
     * @param executors the number of executors of each bolt on the main path
     * @param failRate the share of lines to send again
     */
    record Job(Path log, RedisHome redis, int executors, double failRate) {}

    /**
     * Counts the log from its first line to its end. Nothing is written any more when this returns or throws.
     *
     * @param progress is told from time to time the figures so far, and last those of the end
     * @return the seconds from the first line sent to the last one done
     * @throws InterruptedException if the thread is interrupted meanwhile
     * @throws io.github.stormlock.demo.console.RunFailedException if the end cannot be reached
     */
    double run(Job job, Consumer<RunFigures> progress) throws InterruptedException;
}
