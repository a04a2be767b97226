package io.github.stormlock.demo.run;

import static io.github.stormlock.demo.console.DisplayText.number;

import io.github.stormlock.demo.console.BadInputException;
import io.github.stormlock.demo.console.Console;
import io.github.stormlock.demo.console.RunFailedException;
import io.github.stormlock.demo.redis.Claim;
import io.github.stormlock.demo.redis.DemoKeys;
import io.github.stormlock.demo.redis.Occupancy;
import io.github.stormlock.demo.redis.RedisHome;
import io.github.stormlock.demo.report.PlainEntryReader;
import io.github.stormlock.demo.sample.SampleLog;
import java.io.IOException;
import java.nio.file.Path;
import redis.clients.jedis.exceptions.JedisException;

/** One run, from its input to its pictures. Not thread-safe. */
public record Demo(DemoSettings settings, Console console, SampleRunner engine) {
    /**
     * Runs to the end.
     *
     * @throws BadInputException if an input is wrong; nothing was changed then
     * @throws RunFailedException if the run could not be brought to its end
     */
    public void run() {
        if (settings.removeKept()) {
            removeKept();
            return;
        }
        settings.log().ifPresent(Paths::checkLog);
        settings.report().ifPresent(Paths::checkReport);
        Paths.makeFolder(settings.out());
        RunLog.writeTo(settings.out().resolve("storm.log"));
        try (RedisHome redis = RedisHome.open(settings.redis())) {
            Path log = settings.log().orElseGet(this::writeLog);
            count(log, redis);
        }
    }

    @SuppressWarnings("try") // It is enough to be there.
    private void removeKept() {
        try (RedisHome redis = RedisHome.open(settings.redis());
                Occupancy alone = Occupancy.of(redis)) {
            long removed = Claim.removeKept(redis.client());
            console.say("Removed " + number(removed) + " entries from " + redis.name());
        }
    }

    private Path writeLog() {
        Path log = settings.out().resolve("access.log");
        console.say("No log was named: writing one of " + number(SampleLog.LINES) + " lines to " + log);
        try {
            SampleLog.write(log, SampleLog.SEED, SampleLog.LINES);
        } catch (IOException e) {
            throw new RunFailedException("cannot write " + log + ": " + Paths.why(e), e);
        }
        return log;
    }

    @SuppressWarnings("try") // It is enough to be there.
    private void count(Path log, RedisHome redis) {
        String name = nameOf(log);
        try {
            boolean keeps;
            try (Occupancy alone = Occupancy.of(redis);
                    Claim claim = Claim.stake(redis.client(), name, settings.keep())) {
                keeps = claim.keeps();
                announce(log, redis, claim);
                PaceNotes pace = new PaceNotes(System::nanoTime);
                SampleRunner.Outcome outcome = run(log, name, redis, pace);
                new ResultsOutput(settings, console, redis.name())
                        .show(log, PlainEntryReader.read(redis.client()), outcome, pace.notes());
                if (keeps) {
                    sayKept(claim.keepAll(), redis);
                }
            }
            if (!keeps && !redis.isOwn()) {
                console.say("Removed what was written to " + redis.name());
            }
        } catch (JedisException e) {
            throw new RunFailedException("the Redis at " + redis.name() + " failed: " + e.getMessage(), e);
        }
    }

    private String nameOf(Path log) {
        try {
            return engine.nameOf(log);
        } catch (IOException e) {
            throw new BadInputException("cannot read " + log + ": " + Paths.why(e));
        }
    }

    private void announce(Path log, RedisHome redis, Claim claim) {
        console.say("Counting " + log + " in " + redis.name() + ", " + settings.executors() + " executors per bolt"
                + (settings.failRate() > 0 ? ", sending " + settings.failRate() + " of the lines again" : ""));
        if (claim.isRerun()) {
            console.say("An earlier run kept its entries there: every line should be recognised as applied");
        }
    }

    private SampleRunner.Outcome run(Path log, String name, RedisHome redis, PaceNotes pace) {
        DemoProgress progress = new DemoProgress(console, System::nanoTime);
        console.show("  starting Storm ...");
        try {
            return engine.run(
                    new SampleRunner.Job(
                            log, name, redis.client(), redis.topologyConf(), settings.executors(), settings.failRate()),
                    figures -> {
                        pace.update(figures);
                        progress.update(figures);
                    });
        } catch (InterruptedException e) {
            // The interrupt is not restored: the Redis must still be cleaned up, and an interrupted thread gets no
            // connection.
            throw new RunFailedException("interrupted", e);
        } finally {
            console.endLine();
        }
    }

    private void sayKept(long entries, RedisHome redis) {
        console.say("Kept " + number(entries) + " entries in " + redis.name() + ", and " + DemoKeys.MARK
                + ", which names them; --remove-kept removes them");
    }
}
