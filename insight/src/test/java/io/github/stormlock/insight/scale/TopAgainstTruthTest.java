package io.github.stormlock.insight.scale;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.insight.read.Rates;
import io.github.stormlock.insight.read.WorkerDirectory;
import io.github.stormlock.insight.read.WorldReader;
import io.github.stormlock.insight.redis.RedisServers;
import io.github.stormlock.lock.GuardedEntry;
import io.github.stormlock.lock.RedisLockFactory;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** What {@code locks top} says, against the feeder's own count. */
@ExtendWith(RedisExtension.class)
@Tag("long")
@Tag("server")
class TopAgainstTruthTest {
    private static final int ENTRIES = 10_000;
    private static final int THREADS = 16;
    private static final int LOOKS = 5;
    private static final double WANTED_PER_SECOND = Integer.getInteger("top.rate", 20_000);

    /** The feeder of one thread: each update is of an entry by the law of Zipf with the exponent 1. */
    private static final class Feeder implements Runnable {
        private final GuardedEntry<HashEntry> guard;
        private final Random random;
        private final double[] upTo;
        private final Map<String, AtomicLong> truth;
        private final AtomicBoolean end;

        Feeder(
                GuardedEntry<HashEntry> guard,
                long seed,
                double[] upTo,
                Map<String, AtomicLong> truth,
                AtomicBoolean end) {
            this.guard = guard;
            this.random = new Random(seed);
            this.upTo = upTo;
            this.truth = truth;
            this.end = end;
        }

        @Override
        public void run() {
            double gapNanos = THREADS * 1e9 / WANTED_PER_SECOND;
            long begun = System.nanoTime();
            for (long i = 0; !end.get(); i++) {
                int drawn = Math.abs(Arrays.binarySearch(upTo, random.nextDouble() * upTo[ENTRIES - 1]) + 1);
                String entry = "page:" + drawn;
                guard.at(entry).change(page -> page.add("hits", 1));
                truth.computeIfAbsent(entry, none -> new AtomicLong()).incrementAndGet();
                long early = begun + (long) (i * gapNanos) - System.nanoTime();
                if (early > TimeUnit.MILLISECONDS.toNanos(1)) {
                    LockSupport.parkNanos(early);
                }
            }
        }
    }

    private static double[] zipf() {
        double[] upTo = new double[ENTRIES];
        double sum = 0;
        for (int i = 0; i < ENTRIES; i++) {
            sum += 1.0 / (i + 1);
            upTo[i] = sum;
        }
        return upTo;
    }

    private static Map<String, Long> copy(Map<String, AtomicLong> truth) {
        Map<String, Long> now = new HashMap<>();
        truth.forEach((entry, count) -> now.put(entry, count.get()));
        return now;
    }

    private static List<String> busiest(Map<String, Double> rates) {
        return rates.keySet().stream()
                .sorted(Comparator.comparing((String entry) -> rates.get(entry)).reversed())
                .limit(20)
                .toList();
    }

    private static WorkerDirectory next(WorldReader reader, WorkerDirectory last) {
        return next(reader, last.workers().iterator().next().seq());
    }

    /** Returns the next report of the worker, which is watched and so reports each second. */
    private static WorkerDirectory next(WorldReader reader, long seq) {
        AtomicReference<WorkerDirectory> found = new AtomicReference<>();
        await().atMost(Duration.ofSeconds(20))
                .pollInterval(Duration.ofMillis(50))
                .until(() -> {
                    reader.watch();
                    WorkerDirectory look = reader.workers();
                    found.set(look);
                    return !look.workers().isEmpty()
                            && look.workers().iterator().next().seq() > seq;
                });
        return found.get();
    }

    @Test
    void topTwentyAndTheirRatesAreThoseOfTheFeederAndSumsAreExact(RedisServer server) throws Exception {
        long seed = System.nanoTime();
        AtomicBoolean end = new AtomicBoolean();
        Map<String, AtomicLong> truth = new ConcurrentHashMap<>();
        double[] upTo = zipf();
        try (RedisLockFactory factory = RedisLockFactory.connect(
                        RedisConfig.fromUri(server.uri().toString()), LockSettings.DEFAULT);
                RedisServers servers = RedisServers.of(RedisConfig.standalone("127.0.0.1", server.port()))) {
            List<Thread> feeders = IntStream.range(0, THREADS)
                    .mapToObj(i ->
                            new Thread(new Feeder(factory.guard("page:", Entries.hash()), seed + i, upTo, truth, end)))
                    .toList();
            feeders.forEach(Thread::start);
            WorldReader reader = new WorldReader(servers, "");
            // Two reports at first: from then on the worker reports each second, and its intervals are of work only.
            WorkerDirectory first = next(reader, next(reader, 0));
            Map<String, Long> before = copy(truth);
            long begun = System.nanoTime();
            List<WorkerDirectory> looks = new ArrayList<>();
            WorkerDirectory last = first;
            for (int look = 0; look < LOOKS; look++) {
                last = next(reader, last);
                looks.add(last);
            }
            double seconds = (System.nanoTime() - begun) / 1e9;
            Map<String, Double> of = new HashMap<>();
            copy(truth).forEach((entry, count) -> of.put(entry, (count - before.getOrDefault(entry, 0L)) / seconds));
            end.set(true);
            for (Thread feeder : feeders) {
                feeder.join();
            }

            Map<String, Double> shown = new HashMap<>();
            Rates.between(first, looks).hot().forEach(entry -> shown.put(entry.entry(), entry.updates()));
            double shownAll = Rates.between(first, last).topologies().get(0).updates();
            double ofAll = of.values().stream().mapToDouble(rate -> rate).sum();
            List<String> trueTop = busiest(of);
            long found = busiest(shown).stream().filter(trueTop::contains).count();
            String hottest = trueTop.get(0);
            System.out.printf(
                    "%d of the true 20 in %d looks of a second; %,.0f updates/s shown, %,.0f done; the hottest %,.0f shown,"
                            + " %,.0f done%n",
                    found, LOOKS, shownAll, ofAll, shown.getOrDefault(hottest, 0.0), of.get(hottest));
            assertThat(found).as("seed " + seed).isGreaterThanOrEqualTo(17);
            assertThat(shownAll).isCloseTo(ofAll, within(0.15 * ofAll));
            assertThat(shown.get(hottest)).isCloseTo(of.get(hottest), within(0.15 * of.get(hottest)));
            long done = truth.values().stream().mapToLong(AtomicLong::get).sum();
            await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> assertThat(
                            reader.workers().workers())
                    .singleElement()
                    .satisfies(worker -> assertThat(worker.sum("updates")).isEqualTo(done)));
        }
    }
}
