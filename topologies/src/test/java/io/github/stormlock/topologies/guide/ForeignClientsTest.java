package io.github.stormlock.topologies.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Runs the lines of the page on foreign clients, as they stand there, in the real clients, while this JVM updates the same
 * entry. Each adds 1 each time, so the total tells whether an update was lost.
 *
 * <p>It is skipped where a client is not installed, unless {@code -Dstorm.lock.test.clients=required}.
 */
@Tag("server")
class ForeignClientsTest {
    private static final String ENTRY = "page:/index.html";
    private static final Duration LONG = Duration.ofSeconds(60);
    private static final boolean REQUIRED = "required".equals(System.getProperty("storm.lock.test.clients"));
    private static final int THREADS = 2;

    /** A client: how to see whether it is installed, and the frame that runs the page's lines so many times. */
    private enum Client {
        PYTHON(
                "python",
                100,
                List.of("/usr/bin/python3"),
                "import redis",
                """
                import secrets, sys, time
                from redis import Redis
                redis = Redis(port=int(sys.argv[1]), decode_responses=True)
                lines = compile(open(sys.argv[2]).read(), sys.argv[2], "exec")
                for _ in range(int(sys.argv[3])):
                    exec(lines)
                """),
        NODE(
                "javascript",
                100,
                List.of("node"),
                "require('redis')",
                """
                const [port, file, times] = process.argv.slice(2);
                const crypto = require('crypto');
                const {setTimeout} = require('timers/promises');
                const AsyncFunction = (async () => {}).constructor;
                const lines = new AsyncFunction('redis', 'crypto', 'setTimeout', require('fs').readFileSync(file, 'utf8'));
                (async () => {
                  const redis = require('redis').createClient({socket: {port: Number(port)}});
                  await redis.connect();
                  for (let i = 0; i < times; i++) await lines(redis, crypto, setTimeout);
                  await redis.quit();
                })().catch(error => { console.error(error); process.exit(1); });
                """),
        SHELL(
                "sh",
                20,
                List.of("bash"),
                "command -v redis-cli",
                """
                set -e
                port=$1
                redis-cli() { command redis-cli -p "$port" "$@"; }
                for ((i = 0; i < $3; i++)); do
                    source "$2"
                done
                """);

        private final String language;
        private final int times;
        private final List<String> command;
        private final String probe;
        private final String frame;

        Client(String language, int times, List<String> command, String probe, String frame) {
            this.language = language;
            this.times = times;
            this.command = command;
            this.probe = probe;
            this.frame = frame;
        }

        private ProcessBuilder process(String... arguments) {
            List<String> all = new ArrayList<>(command);
            all.addAll(List.of(arguments));
            ProcessBuilder builder = new ProcessBuilder(all).redirectErrorStream(true);
            // Where Debian puts modules; a node of another source does not look there.
            builder.environment().put("NODE_PATH", "/usr/share/nodejs");
            return builder;
        }

        private boolean isInstalled() throws InterruptedException {
            try {
                Process asked = process(this == NODE ? "-e" : "-c", probe)
                        .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                        .start();
                return asked.waitFor() == 0;
            } catch (IOException e) {
                return false;
            }
        }

        private Process start(Path folder, int port, String lines) throws IOException {
            Path page = Files.writeString(folder.resolve(language + "-of-the-page"), lines);
            Path run = Files.writeString(folder.resolve(language + "-frame"), frame);
            return process(run.toString(), Integer.toString(port), page.toString(), Integer.toString(times))
                    .redirectOutput(folder.resolve(language + "-output").toFile())
                    .start();
        }
    }

    @TempDir
    private Path folder;

    @Test
    void clientsOfThePageAndGuardedUpdatesLoseNothing() throws Exception {
        for (Client client : Client.values()) {
            boolean installed = client.isInstalled();
            assertThat(installed || !REQUIRED).as(client + " is required").isTrue();
            assumeTrue(installed, client + " is not installed");
        }
        // Of its own, since the lines of the page know no other host and database than the default ones.
        try (RedisServer redis = RedisServer.embedded();
                EntryReader entries = EntryReader.of(redis)) {
            long expected = updatedByAll(redis);
            assertThat(entries.hash(ENTRY)).isEqualTo(Map.of("hits", Long.toString(expected)));
            assertThat(entries.keys("lock:*")).isEmpty();
        }
    }

    /** Returns how many updates were made. */
    private long updatedByAll(RedisServer redis) throws Exception {
        AtomicBoolean enough = new AtomicBoolean();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        long expected = 0;
        try (RedisLockFactory locks = RedisLockFactory.connect(redis.uri().toString())) {
            GuardedEntry<HashEntry> page = locks.guard(ENTRY, Entries.hash()).withWait(LONG);
            List<Future<Long>> ours = new ArrayList<>();
            for (int i = 0; i < THREADS; i++) {
                ours.add(threads.submit(() -> updates(page, enough)));
            }
            Map<Client, Process> running = new LinkedHashMap<>();
            for (Client client : Client.values()) {
                running.put(client, client.start(folder, redis.port(), lines(client)));
            }
            for (Map.Entry<Client, Process> one : running.entrySet()) {
                assertThat(ended(one.getKey(), one.getValue())).isEqualTo(0);
                expected += one.getKey().times;
            }
            enough.set(true);
            for (Future<Long> thread : ours) {
                expected += thread.get(LONG.toSeconds(), TimeUnit.SECONDS);
            }
        } finally {
            enough.set(true);
            threads.shutdown();
        }
        return expected;
    }

    /** The updates see the value, so that each rests on what stands. */
    private static long updates(GuardedEntry<HashEntry> page, AtomicBoolean enough) {
        long updates = 0;
        while (!enough.get()) {
            page.update(view -> view.addAndGet("hits", 1));
            updates++;
        }
        return updates;
    }

    private static String lines(Client client) {
        List<String> blocks = GuidePages.blocks(GuidePages.guide("foreign-clients"), client.language);
        assertThat(blocks).hasSize(1);
        assertThat(blocks.get(0).lines()).hasSize(5);
        return blocks.get(0);
    }

    private int ended(Client client, Process process) throws IOException, InterruptedException {
        boolean ended = process.waitFor(LONG.toSeconds(), TimeUnit.SECONDS);
        if (!ended) {
            process.destroyForcibly().waitFor();
        }
        assertThat(ended && process.exitValue() == 0)
                .as(client + ": " + Files.readString(folder.resolve(client.language + "-output")))
                .isTrue();
        return process.exitValue();
    }
}
