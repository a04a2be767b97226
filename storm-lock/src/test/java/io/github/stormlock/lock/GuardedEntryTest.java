package io.github.stormlock.lock;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.entry.Entries;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

@ExtendWith(RedisExtension.class)
class GuardedEntryTest {

    @Test
    void updatesFromManyThreadsAreAllKept(RedisServer redis, EntryReader entries) throws Exception {
        try (RedisLockFactory locks = RedisLockFactory.connect(redis.uri().toString())) {
            GuardedEntry<?> unused = locks.guard("site", Entries.hash());
            long t0 = System.nanoTime();
            for (int i = 0; i < 5000; i++) {
                locks.guard("warm", Entries.hash()).change(e -> e.add("n", 1));
            }
            System.out.println("single " + 5000e9 / (System.nanoTime() - t0) + "/s");
            t0 = System.nanoTime();
            for (int i = 0; i < 20000; i++) {
                locks.guard("warm", Entries.hash()).change(e -> e.add("n", 1));
            }
            System.out.println("single " + 20000e9 / (System.nanoTime() - t0) + "/s");
            t0 = System.nanoTime();
            ExecutorService pool = Executors.newFixedThreadPool(8);
            List<Future<?>> all = new ArrayList<>();
            for (int t = 0; t < 8; t++) {
                all.add(pool.submit(() -> {
                    for (int i = 0; i < 500; i++) {
                        locks.guard("site", Entries.hash()).change(e -> e.add("hits", 1));
                    }
                }));
            }
            for (Future<?> f : all) {
                f.get();
            }
            System.out.println("hot " + 4000e9 / (System.nanoTime() - t0) + "/s");
            pool.shutdown();
            assertThat(entries.hash("site")).containsEntry("hits", "4000");
            assertThat(entries.keysWithoutExpiry()).containsExactlyInAnyOrder("site", "warm");
        }
    }
}
