package io.github.stormlock.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.entry.Codec;
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
    void stringIsReadChangedAndWrittenBack() {
        locks.guard("count", Entries.string()).change(view -> view.add(41));
        assertThat(locks.guard("count", Entries.string()).<Long>update(view -> view.addAndGet(1)))
                .isEqualTo(42);
        assertThat(entries.string("count")).hasValue("42");
        locks.guard("count", Entries.string()).change(view -> view.set(""));
        assertThat(locks.guard("count", Entries.string()).<Boolean>update(view -> view.exists()))
                .isTrue();
        locks.guard("count", Entries.string()).change(view -> view.remove());
        assertThat(entries.keys("*")).isEmpty();
    }

    @Test
    void listIsReadChangedAndWrittenBack() {
        locks.guard("log", Entries.list()).change(view -> {
            view.addLast("b");
            view.addLast("c");
        });
        locks.guard("log", Entries.list()).change(view -> {
            view.addFirst("a");
            view.set(1, "B");
        });
        assertThat(entries.list("log")).containsExactly("a", "B", "c");
        locks.guard("log", Entries.list()).change(view -> view.clear());
        assertThat(entries.keys("*")).isEmpty();
    }

    @Test
    void setIsReadChangedAndWrittenBack() {
        locks.guard("tags", Entries.set()).change(view -> {
            view.add("x");
            view.add("y");
        });
        assertThat(locks.guard("tags", Entries.set()).<Boolean>update(view -> view.remove("x") && view.add("z")))
                .isTrue();
        assertThat(entries.set("tags")).containsExactlyInAnyOrder("y", "z");
    }

    @Test
    void sortedSetIsReadChangedAndWrittenBack() {
        locks.guard("top", Entries.sortedSet()).change(view -> view.set("a", 0.1));
        locks.guard("top", Entries.sortedSet()).change(view -> {
            view.add("a", 0.2);
            view.set("b", Double.NEGATIVE_INFINITY);
        });
        assertThat(entries.sortedSet("top")).isEqualTo(Map.of("b", Double.NEGATIVE_INFINITY, "a", 0.1 + 0.2));
    }

    @Test
    void typedValueIsReadChangedAndWrittenBack() {
        locks.guard("n", Entries.value(Codec.longs())).change(view -> view.set(5L));
        locks.guard("n", Entries.value(Codec.longs())).change(view -> view.set(view.get() * 2));
        assertThat(entries.string("n")).hasValue("10");
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
    void unchangedEntryIsNotWritten() {
        locks.guard("page", Entries.hash()).change(view -> view.remove("nothing"));
        assertThat(entries.keys("*")).isEmpty();
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
    void entryWithNoneOfTheNamedFieldsExists() {
        fixture.foreigner().hset("page", "bytes", "10");
        GuardedEntry<HashEntry> hits = locks.guard("page", Entries.hash()).onlyFields(Set.of("hits"));
        assertThat(hits.<Boolean>update(view -> view.exists())).isTrue();
        assertThat(hits.at("other").<Boolean>update(view -> view.exists())).isFalse();
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
