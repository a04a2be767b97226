package io.github.stormlock.insight.read;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.insight.read.LockView.Grip;
import io.github.stormlock.insight.read.LockView.Kind;
import io.github.stormlock.lock.insight.LockToken;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import org.junit.jupiter.api.Test;

class DeadlockSearchTest {
    /** Thread i of a worker of its own holds lock i, and waits for the lock of thread {@code waitsFor[i]}, or for none. */
    private static WorkerDirectory workers(int[] waitsFor, long seq) {
        Map<String, WorkerInfo> workers = new LinkedHashMap<>();
        for (int i = 0; i < waitsFor.length; i++) {
            String waits = waitsFor[i] < 0
                    ? ""
                    : "{\"entry\":\"lock" + waitsFor[i] + "\",\"kind\":\"m\",\"age\":1000,\"thread\":\"t" + i
                            + "\",\"threadId\":" + (i + 1) + "}";
            String json = "{\"v\":1,\"every\":5000,\"lives\":15000,\"seq\":" + seq
                    + ",\"held\":[{\"entry\":\"lock" + i + "\",\"kind\":\"m\",\"number\":\"a\",\"threadId\":" + (i + 1)
                    + "}],\"waits\":[" + waits + "]}";
            String factory = factory(i);
            workers.put(
                    factory,
                    DocumentParser.parse(factory, json.getBytes(StandardCharsets.UTF_8), 15_000)
                            .orElseThrow());
        }
        return new WorkerDirectory(workers, new Connections(true, Map.of(), Map.of(), 0), 0);
    }

    private static String factory(int i) {
        return String.format("factory%015d", i);
    }

    private static List<LockView> locks(WorkerDirectory workers) {
        List<LockView> locks = new ArrayList<>();
        for (WorkerInfo worker : workers.workers()) {
            var token = Optional.of(new LockToken(false, worker.factory(), 1, 'm', "a", 1));
            var row = worker.held("a");
            locks.add(lock(
                    locks.size(),
                    Grip.HELD,
                    new HolderView("token", token, 1_000, "", LifeSign.REPORTING, row, OptionalLong.empty(), 0)));
        }
        return locks;
    }

    private static LockView lock(int i, Grip grip, HolderView... holders) {
        String name = "lock" + i;
        String key = "lock:{" + name + "}";
        List<HolderView> all = List.of(holders);
        return new LockView(name, Kind.LOCK, key, grip, all, all.size(), List.of(), 0, 0, 1, "");
    }

    private static List<Deadlock> seenTwice(int[] waitsFor) {
        DeadlockSearch search = new DeadlockSearch();
        WorkerDirectory before = workers(waitsFor, 1);
        assertThat(search.confirmed(before, locks(before))).isEmpty();
        WorkerDirectory after = workers(waitsFor, 2);
        return search.confirmed(after, locks(after));
    }

    @Test
    void cycleThatIsSeenTwiceIsADeadlock() {
        List<Deadlock> found = seenTwice(new int[] {1, 2, 0, 0, -1});
        assertThat(found).hasSize(1);
        assertThat(found.get(0).sides()).hasSize(3).allSatisfy(side -> assertThat(side.holds())
                .isEqualTo("lock" + (side.threadId() - 1)));
        assertThat(found.get(0).touches("lock2")).isTrue();
        assertThat(found.get(0).touches("lock3")).isFalse();
    }

    /** Two readers have lock 1: thread 2, which waits for nobody, and thread 1, which waits for lock 0. */
    @Test
    void cycleThroughTheSecondOfTwoReadersIsADeadlock() {
        DeadlockSearch search = new DeadlockSearch();
        for (int seq = 1; seq <= 2; seq++) {
            WorkerDirectory workers = workers(new int[] {1, 0, -1}, seq);
            List<LockView> locks = locks(workers);
            HolderView own = locks.get(1).holders().get(0);
            locks.set(1, lock(1, Grip.READERS, locks.get(2).holders().get(0), own));
            assertThat(search.confirmed(workers, locks)).hasSize(seq - 1);
        }
    }

    @Test
    void sameReportTwiceConfirmsNothing() {
        DeadlockSearch search = new DeadlockSearch();
        WorkerDirectory workers = workers(new int[] {1, 0}, 1);
        assertThat(search.confirmed(workers, locks(workers))).isEmpty();
        assertThat(search.confirmed(workers, locks(workers))).isEmpty();
        assertThat(search.isSuspicious()).isTrue();
    }

    @Test
    void lockWhoseTokenIsGoneIsHeldByNobody() {
        DeadlockSearch search = new DeadlockSearch();
        WorkerDirectory workers = workers(new int[] {1, 0}, 1);
        assertThat(search.confirmed(workers, locks(workers).subList(0, 1))).isEmpty();
        assertThat(search.isSuspicious()).isFalse();
    }

    @Test
    void thousandWaitsWithoutACycleAreNoDeadlock() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int run = 0; run < 1_000; run++) {
            int[] waitsFor = new int[2 + random.nextInt(12)];
            for (int i = 0; i < waitsFor.length; i++) {
                waitsFor[i] = i == 0 || random.nextInt(4) == 0 ? -1 : random.nextInt(i);
            }
            assertThat(seenTwice(waitsFor)).as("seed " + seed).isEmpty();
        }
    }

    @Test
    void thousandWaitsWithACycleAreOne() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        for (int run = 0; run < 1_000; run++) {
            int[] waitsFor = new int[3 + random.nextInt(12)];
            int length = 2 + random.nextInt(waitsFor.length - 2);
            for (int i = 0; i < waitsFor.length; i++) {
                waitsFor[i] = i < length ? (i + 1) % length : random.nextInt(i);
            }
            List<Deadlock> found = seenTwice(waitsFor);
            assertThat(found).as("seed " + seed).hasSize(1);
            assertThat(found.get(0).sides()).as("seed " + seed).hasSize(length);
        }
    }
}
