package io.github.stormlock.lock.shared;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.fixture.Faults;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.lock.fixture.Samples;
import io.github.stormlock.lock.kind.Permits;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisServer;
import io.github.stormlock.test.ReplyLoss;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

/**
 * Random callers, lost answers, cut connections and double releases, for a few seconds. Two views are checked all the
 * time: that of the server, which must never have more permits than there are, and that of the holders, of which those
 * that think that they hold must fit.
 */
@OnRedis.Own
class PermitsFuzzTest {
    private static final int SIZE = 5;
    private static final LockSettings BRIEF = LockFixture.leasesOf(Duration.ofMillis(400));
    private static final Duration RUN = Duration.ofMillis(Samples.of(10_000));

    private final long seed = Long.getLong("storm.lock.test.seed", System.nanoTime());
    private final List<Lease> held = new ArrayList<>();
    private final List<Integer> numbers = new ArrayList<>();
    private final AtomicInteger grants = new AtomicInteger();
    private RedisServer redis;
    private EntryReader entries;

    private LockFixture fixture;

    private void begin(Lease lease, int number) {
        synchronized (held) {
            held.add(lease);
            numbers.add(number);
            int sum = 0;
            for (int i = 0; i < held.size(); i++) {
                sum += held.get(i).isHeld() ? numbers.get(i) : 0;
            }
            assertThat(sum).as("held at once, seed %s", seed).isLessThanOrEqualTo(SIZE);
        }
        grants.incrementAndGet();
    }

    private void end(Lease lease) {
        synchronized (held) {
            int at = held.indexOf(lease);
            held.remove(at);
            numbers.remove(at);
        }
        lease.close();
    }

    private boolean calls(Permits permits, Random random, AtomicBoolean over) {
        while (!over.get()) {
            int number = 1 + random.nextInt(SIZE);
            try {
                Optional<Lease> lease = permits.tryAcquire(number, Duration.ofMillis(random.nextInt(200)));
                if (lease.isPresent()) {
                    begin(lease.get(), number);
                    LockSupport.parkNanos(random.nextInt(10) == 0 ? 600_000_000 : random.nextInt(5_000_000));
                    end(lease.get());
                    if (random.nextInt(4) == 0) {
                        lease.get().close();
                    }
                }
            } catch (LockException lostInTheNetwork) {
                LockSupport.parkNanos(1_000_000);
            }
        }
        return true;
    }

    private boolean watches(AtomicBoolean over) {
        while (!over.get()) {
            // In one step, so that nothing ends between the time and the count.
            Object inUse = fixture.foreigner()
                    .eval(
                            "local t = redis.call('TIME') return redis.call('ZCOUNT', KEYS[1], t[1] * 1000 + t[2] /"
                                    + " 1000, '+inf')",
                            1,
                            "lock-permits:{api}");
            assertThat((Long) inUse).as("by the server, seed %s", seed).isLessThanOrEqualTo(SIZE);
            LockSupport.parkNanos(200_000);
        }
        return true;
    }

    @Test
    void permitsNeverExceedTheSizeAndAllComeBack() throws Exception {
        System.out.println("PermitsFuzzTest: -Dstorm.lock.test.seed=" + seed);
        Random random = new Random(seed);
        AtomicBoolean over = new AtomicBoolean();
        List<Future<Boolean>> threads = new ArrayList<>();
        List<Faults> clients = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            clients.add(Faults.on(fixture, redis, BRIEF, Duration.ofMillis(200)).warm());
        }
        for (int i = 0; i < 9; i++) {
            Permits permits = clients.get(i % 3).locks().permits("api", SIZE);
            Random own = new Random(random.nextLong());
            threads.add(fixture.start(() -> calls(permits, own, over)));
        }
        threads.add(fixture.start(() -> watches(over)));
        long end = System.nanoTime() + RUN.toNanos();
        while (System.nanoTime() - end < 0 && threads.stream().noneMatch(Future::isDone)) {
            LockSupport.parkNanos(random.nextInt(60_000_000));
            Faults one = clients.get(random.nextInt(3));
            switch (random.nextInt(3)) {
                case 0 -> one.proxy().dropNextReply(1, ReplyLoss.CUT);
                case 1 -> one.proxy().dropNextReply(1, ReplyLoss.SILENCE);
                default -> one.proxy().cutAll();
            }
        }
        clients.forEach(client -> client.proxy().heal());
        over.set(true);
        LockFixture.end(threads);
        assertThat(grants).as("grants").hasPositiveValue();
        await().until(() -> entries.keys("lock-permits:*").isEmpty());
        Lease all = fixture.factory().permits("api", SIZE).acquire(SIZE, LockFixture.LONG);
        assertThat(all.isHeld()).isTrue();
    }
}
