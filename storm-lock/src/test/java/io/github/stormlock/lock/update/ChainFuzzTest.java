package io.github.stormlock.lock.update;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.entry.ListEntry;
import io.github.stormlock.lock.LeaseLostException;
import io.github.stormlock.lock.RedisLockFactory;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.test.EntryReader;
import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicIntegerArray;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Random readers and writers. The committed updates are one chain, each link made from the one before it. */
@ExtendWith(RedisExtension.class)
class ChainFuzzTest {
    private static final int THREADS = 6;
    private static final int UPDATES = 60;
    private static final int ENTRIES = 3;
    // The lease is short enough to end now and then while its holder dawdles.
    private static final LockSettings BRIEF = LockSettings.builder()
            .lease(Duration.ofMillis(100))
            .holdMax(Duration.ofMillis(100))
            .waitMax(LockFixture.LONG)
            .build();

    private final AtomicIntegerArray written = new AtomicIntegerArray(ENTRIES);
    private final AtomicIntegerArray lost = new AtomicIntegerArray(ENTRIES);
    private LockFixture fixture;

    @BeforeEach
    void open(RedisServer redis) {
        fixture = new LockFixture(redis);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void committedUpdatesFormAChain(EntryReader entries) throws Exception {
        long seed = System.nanoTime();
        System.out.println("chains: seed " + seed);
        RedisLockFactory[] factories = {fixture.factory(BRIEF), fixture.factory(BRIEF)};
        List<Future<Boolean>> threads = new ArrayList<>();
        for (int thread = 0; thread < THREADS; thread++) {
            Random random = new Random(seed + thread);
            RedisLockFactory locks = factories[thread % 2];
            threads.add(fixture.start(() -> {
                for (int i = 0; i < UPDATES; i++) {
                    update(locks, random);
                }
                return true;
            }));
        }
        for (Future<Boolean> thread : threads) {
            assertThat(LockFixture.result(thread)).isTrue();
        }
        for (int entry = 0; entry < ENTRIES; entry++) {
            assertChain(entries, entry, seed);
        }
        assertThat(entries.keys("lock:*")).isEmpty();
    }

    private void update(RedisLockFactory locks, Random random) {
        int entry = random.nextInt(ENTRIES);
        boolean dawdles = random.nextInt(25) == 0;
        try {
            if (random.nextBoolean()) {
                locks.guard("list" + entry, Entries.list()).change(view -> append(view, dawdles));
            } else {
                locks.guard("hash" + entry, Entries.hash()).change(view -> count(view, dawdles));
            }
            written.incrementAndGet(entry);
        } catch (LeaseLostException e) {
            lost.incrementAndGet(entry);
        }
    }

    /** Appends a link that says what it saw, so that a link shows if it was not made from the one before it. */
    private static void append(ListEntry view, boolean dawdles) {
        String last = view.peekLast();
        dawdle(dawdles);
        view.addLast(view.size() + " after " + (last == null ? "nothing" : last.substring(0, last.indexOf(' '))));
    }

    private static void count(HashEntry view, boolean dawdles) {
        long before = view.getLong("one");
        dawdle(dawdles);
        view.set("one", before + 1);
        view.add("other", 1);
    }

    private static void dawdle(boolean dawdles) {
        if (dawdles) {
            LockSupport.parkNanos(Duration.ofMillis(130).toNanos());
        }
    }

    private void assertChain(EntryReader entries, int entry, long seed) {
        List<String> list = entries.list("list" + entry);
        for (int i = 0; i < list.size(); i++) {
            assertThat(list.get(i))
                    .as("list%d of seed %d", entry, seed)
                    .isEqualTo(i + " after " + (i == 0 ? "nothing" : Integer.toString(i - 1)));
        }
        Map<String, String> hash = entries.hash("hash" + entry);
        assertThat(hash.get("one")).as("hash%d of seed %d", entry, seed).isEqualTo(hash.get("other"));
        assertThat(list.size() + Integer.parseInt(hash.getOrDefault("one", "0")))
                .as("entry %d of seed %d, %d lost", entry, seed, lost.get(entry))
                .isEqualTo(written.get(entry));
    }
}
