package io.github.stormlock.demo.run;

import io.github.stormlock.demo.console.Console;
import io.github.stormlock.demo.console.RunFailedException;
import io.github.stormlock.demo.redis.RedisHome;
import io.github.stormlock.demo.report.PlainEntryReader;
import io.github.stormlock.topologies.accesslog.sample.SampleLog;
import java.io.IOException;
import java.nio.file.Path;
import redis.clients.jedis.exceptions.JedisException;

/** One count, from its input to its pictures. Not thread-safe. */
record Demo(CountOptions options, Console console, SampleRunner engine) {

    void run() {
        Path log = options.log == null ? writeLog() : options.log;
        try (RedisHome redis = RedisHome.start()) {
            count(log, redis);
        } catch (JedisException e) {
            throw new RunFailedException("the Redis failed: " + e.getMessage(), e);
        }
    }

    private Path writeLog() {
        Path log = options.out.resolve("access.log");
        console.say("No log was named: writing one of " + SampleLog.LINES + " lines to " + log);
        try {
            SampleLog.write(log, SampleLog.SEED, SampleLog.LINES);
            return log;
        } catch (IOException e) {
            throw new RunFailedException("cannot write " + log + ": " + Paths.why(e), e);
        }
    }

    private void count(Path log, RedisHome redis) {
        SampleRunner.Job job = new SampleRunner.Job(log, redis, options.executors, options.failRate);
        console.say("Counting " + log + " in " + redis.name() + ", " + options.executors + " executors per bolt"
                + (options.failRate > 0 ? ", sending " + options.failRate + " of the lines again" : ""));
        console.show("  starting Storm ...");
        Progress progress = new Progress(console);
        double seconds;
        try {
            seconds = engine.run(job, progress::update);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RunFailedException("interrupted", e);
        } finally {
            console.endLine();
        }
        new ResultsOutput(options, console)
                .show(log, redis.name(), PlainEntryReader.read(redis.client()), progress.notes(), seconds);
    }
}
