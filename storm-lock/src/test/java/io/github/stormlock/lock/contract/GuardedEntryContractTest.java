package io.github.stormlock.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.Outcome;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.test.EntryReader;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Every kind of entry is read under its lock and written back. */
@ContractTest
class GuardedEntryContractTest {
    private LockFixture fixture;

    private RedisLockFactory locks;
    private EntryReader entries;

    @BeforeEach
    void open() {
        locks = fixture.factory();
    }

    @Test
    void hashIsReadChangedAndWrittenBack() {
        GuardedEntry<HashEntry> page = locks.guard("page", Entries.hash());
        page.change(view -> view.set("title", "Grüße"));
        assertThat(page.<Long>update(view -> {
                    view.max("largest", 7);
                    return view.addAndGet("hits", 2);
                }))
                .isEqualTo(2);
        page.change(view -> view.remove("title"));
        assertThat(entries.hash("page")).isEqualTo(Map.of("hits", "2", "largest", "7"));
        assertThat(entries.keys("*")).containsExactly("page");
    }

    @Test
    void onlyWhatChangedIsWritten() {
        fixture.foreigner().hset("page", Map.of("hits", "1", "bytes", "10"));
        locks.guard("page", Entries.hash()).change(view -> {
            fixture.foreigner().hset("page", "bytes", "a writer that ignores the lock");
            view.add("hits", 1);
        });
        assertThat(entries.hash("page")).isEqualTo(Map.of("hits", "2", "bytes", "a writer that ignores the lock"));
    }

    @Test
    void namedFieldsAreReadAndOthersLeftAlone() {
        fixture.foreigner().hset("page", Map.of("hits", "1", "bytes", "10"));
        GuardedEntry<HashEntry> hits = locks.guard("page", Entries.hash()).onlyFields(Set.of("hits"));
        assertThat(hits.<Set<String>>update(view -> {
                    view.add("hits", 1);
                    assertThatThrownBy(() -> view.getLong("bytes")).isInstanceOf(IllegalStateException.class);
                    return view.fields();
                }))
                .containsExactly("hits");
        assertThat(entries.hash("page")).isEqualTo(Map.of("hits", "2", "bytes", "10"));
    }

    @Test
    void replayOfAnEventWritesNothingAndShowsTheEntryAsItStands() {
        GuardedEntry<HashEntry> page = locks.guard("page", Entries.hash());
        for (EventId event : new EventId[] {EventId.opaque("order-7"), EventId.position("file", 100, 90)}) {
            Outcome<HashEntry> first = page.once(event, view -> view.add("hits", 1));
            page.change(view -> view.add("hits", 10));
            Outcome<HashEntry> replay = page.once(event, view -> view.add("hits", 1));
            assertThat(first.replay()).isFalse();
            assertThat(replay.replay()).isTrue();
            assertThat(replay.entry().getLong("hits")).isEqualTo(first.entry().getLong("hits") + 10);
            assertThatThrownBy(() -> replay.entry().set("hits", 0)).isInstanceOf(UnsupportedOperationException.class);
        }
        assertThat(entries.hash("page")).containsEntry("hits", "22");
        assertThat(entries.keys("lock:*")).isEmpty();
    }

    @Test
    void eventWithoutAnIdIsAppliedEachTime() {
        GuardedEntry<HashEntry> page = locks.guard("page", Entries.hash());
        assertThat(page.once(EventId.none(), view -> view.add("hits", 1)).replay())
                .isFalse();
        assertThat(page.once(EventId.none(), view -> view.add("hits", 1)).replay())
                .isFalse();
        assertThat(entries.hash("page")).containsEntry("hits", "2");
        assertThat(entries.keys("*")).containsExactly("page");
    }
}
