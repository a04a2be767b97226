package io.github.stormlock.lock.update;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.UpdateBatch;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.LockTime;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnEvent;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.test.EntryReader;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A commit keeps the server busy for a bounded time, however much there is to forget. */
@OnRedis
class DropBoundTest {
    private static final int REMEMBERED = 20_000;
    private static final int EVENTS = 10;

    private LockFixture fixture;

    private EntryReader entries;

    private String remember(String source) {
        fixture.factory()
                .guard("page", Entries.hash())
                .once(EventId.position(source, 0, 0), view -> view.add("hits", 1));
        String key = entries.keys("lock-seen:*").stream()
                .filter(marks -> fixture.foreigner().zcard(marks) == 2)
                .findFirst()
                .orElseThrow();
        Map<String, Double> offsets = new HashMap<>();
        for (int i = 1; i <= REMEMBERED; i++) {
            offsets.put(Integer.toString(i), (double) i);
        }
        fixture.foreigner().zadd(key, offsets);
        return key;
    }

    /** Makes one commit, or more if the machine stops while the group is computed. Returns how many marks they may drop. */
    private long commitGroup(String... sources) {
        AtomicInteger commits = new AtomicInteger();
        UpdateBatch<HashEntry> batch = UpdateBatch.of(fixture.factory()
                .guard("template", Entries.hash())
                .exclusive()
                .withEvents(OnEvent.of(LockTime.COMMIT, commits::incrementAndGet)));
        for (int i = 0; i < EVENTS; i++) {
            String source = sources[i % sources.length];
            batch.add(
                    "page",
                    EventId.position(source, 2L * REMEMBERED + i, REMEMBERED + 1L),
                    view -> view.add("hits", 1));
        }
        batch.run().forEach(UpdateBatch.Result::orThrow);
        return 1_000L * commits.get();
    }

    @Test
    void groupOfEventsDropsAThousandMarksAtMost() {
        String key = remember("file");
        long dropped = commitGroup("file");
        assertThat(entries.hash("page")).containsEntry("hits", Integer.toString(1 + EVENTS));
        // The first event has left a mark too, at offset 0.
        assertThat(fixture.foreigner().zcard(key)).isEqualTo(REMEMBERED + 2 + EVENTS - dropped);
    }

    @Test
    void groupOfEventsOfSeveralSourcesDropsAThousandMarksAtMost() {
        String one = remember("one");
        String two = remember("two");
        long dropped = commitGroup("one", "two");
        assertThat(fixture.foreigner().zcard(one) + fixture.foreigner().zcard(two))
                .isEqualTo(2 * (REMEMBERED + 2) + EVENTS - dropped);
    }
}
