package io.github.stormlock.demo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.demo.run.SampleRunner;
import io.github.stormlock.demo.run.StormRunner;
import io.github.stormlock.test.RedisServer;
import io.github.stormlock.topologies.accesslog.sample.SampleLog;
import io.github.stormlock.topologies.lines.SourceName;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import redis.clients.jedis.Jedis;

/** Tests that a log that is rotated while Storm starts ends the run with an error that has the names of both files. */
@Tag("server")
class LogReplacedTest {
    private static final Duration LONGEST = Duration.ofSeconds(100);

    @TempDir
    Path folder;

    @Test
    void logThatIsReplacedWhileStormStartsEndsTheRunWithAnError() throws Exception {
        Path log = folder.resolve("access.log");
        Path next = folder.resolve("next.log");
        SampleLog.write(log, 11, 300);
        Files.writeString(next, "another first line\n");
        StormRunner storm = new StormRunner();
        String before = SourceName.of(log);
        assertThat(SourceName.of(next)).isNotEqualTo(before);
        CliFixture cli = new CliFixture(folder.resolve("out"), rotating(storm, log, next));
        CompletableFuture<CliFixture.Said> run = new CompletableFuture<>();
        Thread thread = new Thread(() -> run.complete(cli.run(log.toString())), "demo");
        thread.start();
        try {
            awaitAtMost(run);
            assertThat(run).as("the run has ended").isDone();
        } finally {
            thread.interrupt();
            thread.join(60_000);
        }
        CliFixture.Said said = run.join();
        assertThat(said.status()).isEqualTo(2);
        assertThat(said.errLines()).singleElement().satisfies(line -> assertThat(line)
                .contains("could not be read to its end")
                .contains("the input was " + before + " and is " + SourceName.of(log) + " now")
                .doesNotContain("Exception"));
    }

    /**
     * Replaces the log when the run first asks if the input is complete. The topology is submitted then, and no worker
     * runs yet.
     */
    private static SampleRunner rotating(SampleRunner engine, Path log, Path next) {
        return (job, progress) -> {
            RedisServer server = job.redis().server();
            try (Jedis admin = new Jedis(server.uri())) {
                admin.configResetStat();
            }
            Thread rotation = new Thread(() -> rotate(server, log, next), "rotation");
            rotation.setDaemon(true);
            rotation.start();
            return engine.run(job, progress);
        };
    }

    private static void rotate(RedisServer server, Path log, Path next) {
        try (Jedis admin = new Jedis(server.uri())) {
            await().atMost(LONGEST).pollInterval(Duration.ofMillis(20)).until(() -> admin.info("commandstats")
                    .contains("cmdstat_hget:"));
            Files.move(log, log.resolveSibling("access.log.1"));
            Files.move(next, log);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static void awaitAtMost(CompletableFuture<?> run) {
        long end = System.nanoTime() + LONGEST.toNanos();
        await().atMost(LONGEST.multipliedBy(2)).until(() -> run.isDone() || System.nanoTime() - end > 0);
    }
}
