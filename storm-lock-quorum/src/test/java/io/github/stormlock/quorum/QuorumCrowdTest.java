package io.github.stormlock.quorum;

import static io.github.stormlock.quorum.QuorumServers.SHORT;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.internal.lifecycle.Ticker;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LockException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Several clients at one quorum, on servers that are killed, emptied and out of reach at random. */
@Tag("server")
class QuorumCrowdTest {
    private static final Duration LONG_WAIT = Duration.ofSeconds(60);

    private final List<Thread> threads = new ArrayList<>();

    @AutoClose
    private QuorumServers servers = QuorumServers.start(3);

    private void run(int count, Runnable each) throws Exception {
        List<CompletableFuture<Void>> ends = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            ends.add(CompletableFuture.runAsync(each, task -> {
                Thread thread = new Thread(task);
                threads.add(thread);
                thread.start();
            }));
        }
        CompletableFuture.allOf(ends.toArray(CompletableFuture[]::new)).get(120, TimeUnit.SECONDS);
    }

    @Test
    void racyCountersUnderSevenLocksAreExact() throws Exception {
        RedisQuorum quorum = servers.connect();
        int[] counters = new int[7];
        AtomicInteger threadNumber = new AtomicInteger();

        run(10, () -> {
            int first = threadNumber.getAndIncrement();
            for (int section = 0; section < 5; section++) {
                int at = (first + section) % counters.length;
                try (Lease lease = quorum.mutex("counter" + at).acquire(LONG_WAIT)) {
                    int seen = counters[at];
                    Thread.yield();
                    counters[at] = seen + 1;
                    assertThat(lease.isHeld()).isTrue();
                }
            }
        });

        assertThat(Arrays.stream(counters).sum()).isEqualTo(50);
    }

    @Test
    void clientsThatBeginTogetherAllGetOn() throws Exception {
        List<RedisQuorum> quorums = List.of(servers.connect(), servers.connect(), servers.connect());
        AtomicInteger number = new AtomicInteger();
        CyclicBarrier together = new CyclicBarrier(quorums.size());

        run(quorums.size(), () -> {
            RedisQuorum quorum = quorums.get(number.getAndIncrement());
            for (int turn = 0; turn < 10; turn++) {
                try {
                    together.await();
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
                quorum.mutex("together").acquire(LONG_WAIT).close();
            }
        });
    }

    /** A client that reaches three of the five servers at a time, not always the same. */
    private static final class Client {
        private final Random random;
        private final RedisQuorum quorum;
        private volatile Set<Integer> cutOff = Set.of();

        private Client(long seed, List<RedisLane> lanes) {
            this.random = new Random(seed);
            List<RedisLane> reached = new ArrayList<>();
            for (int i = 0; i < lanes.size(); i++) {
                int server = i;
                reached.add(LanesOfTests.cutOffWhile(lanes.get(i), () -> cutOff.contains(server)));
            }
            this.quorum = RedisQuorum.unchecked(reached, SHORT, SHORT.lease(), Ticker.SYSTEM);
        }

        private void loseSight() {
            Set<Integer> lost = new HashSet<>();
            while (lost.size() < 2) {
                lost.add(random.nextInt(5));
            }
            cutOff = lost;
        }
    }

    /** The leases that are held, as their holders know. */
    private static final class Holders {
        private final AtomicReference<Lease> last = new AtomicReference<>();
        private final AtomicReference<String> violation = new AtomicReference<>();
        private long lastFence;
        private int grants;

        private synchronized void enter(Lease lease) {
            Lease before = last.getAndSet(lease);
            if (before != null && before.isHeld() && lease.isHeld()) {
                violation.compareAndSet(null, "two holders: " + before + " and " + lease);
            }
            grants++;
        }

        private synchronized int grants() {
            return grants;
        }

        private synchronized void fence(long fence, Lease lease) {
            if (fence <= lastFence && lease.isHeld()) {
                violation.compareAndSet(null, "fence " + fence + " after " + lastFence);
            }
            lastFence = Math.max(fence, lastFence);
        }
    }

    private Holders storm(long seed, Duration time, UnaryOperator<RedisLane> change) throws Exception {
        servers.close();
        servers = QuorumServers.start(5);
        for (int i = 0; i < 5; i++) {
            servers.ask(i, jedis -> jedis.flushAll());
        }
        RedisQuorum.connect(servers.configs(), SHORT, SHORT.lease()).close();
        Holders holders = new Holders();
        long end = System.nanoTime() + time.toNanos();
        AtomicInteger number = new AtomicInteger();
        List<Client> clients = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Client client = new Client(seed + i, LanesOfTests.of(servers.configs(), change));
            clients.add(client);
            servers.added(client.quorum);
        }
        Random random = new Random(seed);
        run(5, () -> {
            int me = number.getAndIncrement();
            while (holders.violation.get() == null && (System.nanoTime() < end || holders.grants() == 0)) {
                if (me == 4) {
                    trouble(random);
                } else {
                    hold(clients.get(me), holders);
                }
            }
        });
        return holders;
    }

    private final AtomicInteger troubles = new AtomicInteger();

    private void trouble(Random random) {
        int server = troubles.getAndIncrement() % 5;
        if (random.nextBoolean()) {
            servers.server(server).restart();
        } else {
            servers.ask(server, jedis -> jedis.flushAll());
        }
        pause(100 + random.nextInt(500));
    }

    private static void pause(int millis) {
        LockSupport.parkNanos(millis * 1_000_000L);
    }

    private static void hold(Client client, Holders holders) {
        client.loseSight();
        try {
            Lease lease =
                    client.quorum.mutex("stormy").tryAcquire(Duration.ZERO).orElse(null);
            if (lease != null) {
                holders.enter(lease);
                holders.fence(lease.fence(), lease);
                pause(client.random.nextInt(300));
                lease.close();
            }
            pause(client.random.nextInt(20));
        } catch (LockException e) {
            pause(5);
        }
    }

    @Test
    void neverTwoHoldersAndFencesRiseWhileServersAreKilledAndEmptied() throws Exception {
        long seed = new Random().nextLong();
        System.out.println("QuorumCrowdTest: seed " + seed);

        Holders holders = storm(seed, Duration.ofSeconds(6), UnaryOperator.identity());

        assertThat(holders.violation.get()).as("seed %s", seed).isNull();
    }

    /** Shows that the test above sees what it looks for. */
    @Test
    void withoutTheDelayTwoHoldersAreSeen() throws Exception {
        long seed = new Random().nextLong();
        System.out.println("QuorumCrowdTest: seed " + seed);

        Holders holders = storm(seed, Duration.ofSeconds(90), LanesOfTests::withoutTheDelay);

        assertThat(holders.violation.get()).as("seed %s", seed).startsWith("two holders");
    }
}
