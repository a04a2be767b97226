package io.github.stormlock.upgrade;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.args.ClientType;
import redis.clients.jedis.params.ClientKillParams;

/**
 * Workers of an older version beside those of this tree, with windows of equal length, on one entry. Each event is
 * applied once, by either of them, and each replay is recognised by either of them. {@code .ci/older-worker} starts
 * this test and builds the older version.
 */
@ExtendWith(RedisExtension.class)
@Tag("server")
class OlderWorkersIT {
    private static final String ENTRY = "counts";
    private static final long WINDOW = Duration.ofHours(1).toMillis();
    private static final int CHUNK = 40;
    private static final int CHUNKS = 25;
    private static final int MOST_TRIES = 50;

    private final List<WorkerProcess> workers = new ArrayList<>();
    private RedisServer server;
    private Jedis redis;

    @BeforeEach
    void open(RedisServer started) {
        server = started;
        redis = new Jedis(started.uri());
    }

    @AfterEach
    void close() {
        workers.forEach(WorkerProcess::close);
        redis.close();
    }

    private WorkerProcess older() {
        return closing(WorkerProcess.older(server, ENTRY, WINDOW));
    }

    private WorkerProcess ofThisTree() {
        return closing(WorkerProcess.ofThisTree(server, ENTRY, WINDOW));
    }

    private WorkerProcess closing(WorkerProcess worker) {
        workers.add(worker);
        return worker;
    }

    private static List<String> events() {
        return List.of("opaque a", "opaque b", "position 10 5", "position 7 5");
    }

    @Test
    void replayOfWhatTheOlderOneAppliedIsRecognised() {
        assertThat(events()).allSatisfy(event -> assertThat(older().send(event)).isEqualTo("applied"));
        WorkerProcess worker = ofThisTree();
        // These events make more marks of the newer form, and give a chance to drop those of the older one.
        assertThat(worker.send("opaque next")).isEqualTo("applied");
        assertThat(worker.send("position 11 5")).isEqualTo("applied");
        assertThat(events()).allSatisfy(event -> assertThat(worker.send(event)).isEqualTo("replay"));
        countedOnce(6);
    }

    @Test
    void replayOfWhatTheNewerOneAppliedIsRecognised() {
        WorkerProcess worker = ofThisTree();
        assertThat(events()).allSatisfy(event -> assertThat(worker.send(event)).isEqualTo("applied"));
        WorkerProcess old = older();
        String marks = redis.keys("lock-seen:*").stream()
                .filter(key -> redis.zscore(key, "=a") != null)
                .findFirst()
                .orElseThrow();
        // An older worker drops these marks, and no others.
        IntStream.range(0, 100).forEach(i -> redis.zadd(marks, i, "=long ago " + i));
        assertThat(old.send("opaque next")).isEqualTo("applied");
        assertThat(redis.zrange(marks, 0, -1)).containsExactlyInAnyOrder("=a", "=b", "=next");
        assertThat(events()).allSatisfy(event -> assertThat(old.send(event)).isEqualTo("replay"));
        countedOnce(5);
    }

    /** Sends every event to two workers of either kind at the same time, while connections are cut. */
    @Test
    void sideBySideEachEventIsAppliedOnce() throws Exception {
        long seed = System.nanoTime();
        System.out.println("older workers: seed " + seed);
        Random random = new Random(seed);
        List<WorkerProcess> all = List.of(older(), ofThisTree(), older(), ofThisTree());
        ExecutorService threads = Executors.newFixedThreadPool(all.size());
        try {
            for (int chunk = 0; chunk < CHUNKS; chunk++) {
                List<Future<?>> sent = new ArrayList<>();
                for (WorkerProcess worker : all) {
                    List<String> shuffled = new ArrayList<>(chunk(chunk));
                    Collections.shuffle(shuffled, random);
                    sent.add(threads.submit(() -> shuffled.forEach(event -> settle(worker, event))));
                }
                if (chunk % 3 == 0) {
                    redis.clientKill(ClientKillParams.clientKillParams()
                            .type(ClientType.NORMAL)
                            .skipMe(ClientKillParams.SkipMe.YES));
                }
                await(sent);
            }
        } finally {
            threads.shutdownNow();
        }
        countedOnce(CHUNKS * CHUNK);
    }

    /**
     * Returns events, half of them opaque and half positions. The low is that of the chunk, since all before it are
     * settled.
     */
    private static List<String> chunk(int number) {
        int first = number * CHUNK;
        return IntStream.range(first, first + CHUNK)
                .mapToObj(i -> i % 2 == 0 ? "opaque " + i : "position " + i + " " + first)
                .toList();
    }

    /** Sends an event again while it fails, as Storm does. */
    private static void settle(WorkerProcess worker, String event) {
        String answer = "";
        for (int i = 0; i < MOST_TRIES; i++) {
            answer = worker.send(event);
            if (!answer.startsWith("failed")) {
                return;
            }
        }
        throw new AssertionError(event + " failed for ever: " + answer);
    }

    private static void await(List<Future<?>> sent) throws Exception {
        for (Future<?> one : sent) {
            try {
                one.get(60, TimeUnit.SECONDS);
            } catch (ExecutionException e) {
                throw new AssertionError("a worker failed", e.getCause());
            }
        }
    }

    private void countedOnce(int events) {
        Map<String, String> counts = redis.hgetAll(ENTRY);
        assertThat(counts).hasSize(events);
        assertThat(counts)
                .allSatisfy((event, count) -> assertThat(count).as(event).isEqualTo("1"));
    }
}
