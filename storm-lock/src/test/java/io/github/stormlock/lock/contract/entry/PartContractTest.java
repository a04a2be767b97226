package io.github.stormlock.lock.contract.entry;

import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.ListEntry;
import io.github.stormlock.entry.Part;
import io.github.stormlock.entry.SetEntry;
import io.github.stormlock.entry.SortedSetEntry;
import io.github.stormlock.lock.EntryRefusedException;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.LockCount;
import io.github.stormlock.lock.Outcome;
import io.github.stormlock.lock.contract.ContractTest;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnEvent;
import io.github.stormlock.test.EntryReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Updates that name the part of a large entry that they need. */
@ContractTest
class PartContractTest {
    private static final int MEMBERS = 1_000;
    private static final int TAKERS = 7;

    private LockFixture fixture;

    private RedisLockFactory locks;
    private EntryReader entries;

    @BeforeEach
    void open() {
        locks = fixture.factory(settings());
    }

    /** So few elements may be read whole that an update that does so is refused. */
    private static LockSettings settings() {
        return LockSettings.builder().entryMaxElements(3).build();
    }

    private <V> GuardedEntry<V> part(String key, EntryKind<V> kind, Part part) {
        return locks.guard(key, kind).only(part);
    }

    private void fillBoard() {
        Map<String, Double> scores = new HashMap<>();
        IntStream.range(0, MEMBERS).forEach(i -> scores.put("player" + i, i + 0.1));
        fixture.foreigner().zadd("board", scores);
    }

    private void fillLog(int elements) {
        fixture.foreigner()
                .rpush(
                        "log",
                        IntStream.range(0, elements).mapToObj(i -> "line" + i).toArray(String[]::new));
    }

    @Test
    void namedMembersOfALargeSetAreChanged() {
        fixture.foreigner()
                .sadd(
                        "tags",
                        IntStream.range(0, MEMBERS).mapToObj(i -> "tag" + i).toArray(String[]::new));
        GuardedEntry<SetEntry> tags =
                part("tags", Entries.set(), Part.members("tag7", "new").andSize());
        boolean added = tags.update(view -> {
            view.remove("tag7");
            assertThat(view.size()).isEqualTo(MEMBERS - 1);
            return view.add("new");
        });
        assertThat(added).isTrue();
        assertThat(fixture.foreigner().smismember("tags", "tag7", "new", "tag8"))
                .containsExactly(false, true, true);
        assertThat(fixture.foreigner().scard("tags")).isEqualTo(MEMBERS);
        assertThrown(IllegalStateException.class, () -> tags.change(view -> view.add("other")), "Part.members");
    }

    @Test
    void namedMembersOfALargeSortedSetAreChanged() {
        fillBoard();
        GuardedEntry<SortedSetEntry> board = part("board", Entries.sortedSet(), Part.members("player7", "new"));
        for (int i = 0; i < 3; i++) {
            board.change(view -> {
                view.add("player7", view.score("player7"));
                view.add("new", 0.1);
            });
        }
        assertThat(fixture.foreigner().zmscore("board", "player7", "new")).containsExactly(7.1 * 8, 0.1 + 0.1 + 0.1);
        assertThat(fixture.foreigner().zcard("board")).isEqualTo(MEMBERS + 1);
    }

    @Test
    void rangesOfALargeSortedSetAreReadAndChanged() {
        fillBoard();
        GuardedEntry<SortedSetEntry> board = locks.guard("board", Entries.sortedSet());
        assertThat(board.only(Part.highest(2)).peek().asMap())
                .containsExactly(Map.entry("player998", 998.1), Map.entry("player999", 999.1));
        assertThat(board.only(Part.scores(5, 7, 10)).peek().asMap())
                .containsExactly(Map.entry("player5", 5.1), Map.entry("player6", 6.1));
        String lowest = board.only(Part.lowest(1).andSize()).update(view -> {
            String first = view.first();
            view.remove(first);
            assertThat(view.size()).isEqualTo(MEMBERS - 1);
            return first;
        });
        assertThat(lowest).isEqualTo("player0");
        board.only(Part.highest(1)).change(view -> view.set("best", view.score(view.last()) + 1));
        assertThat(fixture.foreigner().zscore("board", "best")).isEqualTo(1_000.1);
        assertThat(fixture.foreigner().zcard("board")).isEqualTo(MEMBERS);
        assertThatThrownBy(() -> board.only(Part.scores(0, 99, 10)).change(SortedSetEntry::first))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("more than 10 members with scores from 0 to 99");
    }

    @Test
    void endsOfALongListAreReadAndChanged() {
        fillLog(MEMBERS);
        GuardedEntry<ListEntry> log = locks.guard("log", Entries.list());
        log.only(Part.first(2)).change(view -> {
            assertThat(view.asList()).containsExactly("line0", "line1");
            view.pollFirst();
            view.set(0, "first");
            view.addLast("end");
        });
        log.only(Part.last(2).andSize()).change(view -> {
            assertThat(view.size()).isEqualTo(MEMBERS);
            assertThat(view.pollLast()).isEqualTo("end");
            view.set(0, "last");
            view.addFirst("begin");
            assertThat(view.size()).isEqualTo(MEMBERS);
        });
        List<String> all = fixture.foreigner().lrange("log", 0, -1);
        assertThat(all).hasSize(MEMBERS).startsWith("begin", "first", "line2").endsWith("line998", "last");
    }

    @Test
    void updatesUnderTheLockAndReplaysSeeThePart() {
        fillBoard();
        GuardedEntry<SortedSetEntry> alone =
                part("board", Entries.sortedSet(), Part.lowest(2)).exclusive();
        for (int i = 0; i < 2; i++) {
            Outcome<SortedSetEntry> outcome = alone.once(EventId.opaque("1"), view -> view.remove(view.first()));
            assertThat(outcome.replay()).isEqualTo(i == 1);
        }
        Outcome<SortedSetEntry> replay = part(
                        "board", Entries.sortedSet(), Part.lowest(2).andSize())
                .once(EventId.opaque("1"), view -> view.remove(view.first()));
        assertThat(replay.replay()).isTrue();
        assertThat(replay.entry().asMap().keySet()).containsExactly("player1", "player2");
        assertThat(replay.entry().size()).isEqualTo(MEMBERS - 1);
    }

    /** Each element is taken by one of them, though their updates meet in groups, misses and tenures. */
    @Test
    void elementsThatManyTakeFromAListAreTakenOnce() throws Exception {
        fillLog(120);
        List<Part> parts = List.of(Part.first(1), Part.first(2).andSize(), Part.first(3));
        RedisLockFactory other = fixture.factory(settings());
        List<Future<List<String>>> all = new ArrayList<>();
        for (int i = 0; i < TAKERS; i++) {
            GuardedEntry<ListEntry> log = (i % 2 == 0 ? locks : other).guard("log", Entries.list());
            // Some pass leases on to each other, with what they know of the entry.
            GuardedEntry<ListEntry> one = i < parts.size()
                    ? log.only(parts.get(i))
                    : log.only(parts.get(0)).exclusive();
            all.add(fixture.start(() -> taken(one)));
        }
        assertThat(LockFixture.results(all).stream().flatMap(List::stream))
                .hasSize(120)
                .doesNotHaveDuplicates();
        assertThat(entries.keys("*")).isEmpty();
    }

    /** Takes elements until there are none. */
    private static List<String> taken(GuardedEntry<ListEntry> log) {
        List<String> taken = new ArrayList<>();
        for (String next = log.update(ListEntry::pollFirst); next != null; next = log.update(ListEntry::pollFirst)) {
            taken.add(next);
        }
        return taken;
    }

    @Test
    void refusalOfALargeEntryNamesThePartThatCanBeRead() {
        fillBoard();
        fillLog(10);
        fixture.foreigner().sadd("tags", "a", "b", "c", "d");
        fixture.foreigner().hset("hash", Map.of("a", "1", "b", "2", "c", "3", "d", "4"));
        assertAdvice("board", Entries.sortedSet(), "Part.members, Part.scores, Part.lowest or Part.highest");
        assertAdvice("log", Entries.list(), "Part.first or Part.last");
        assertAdvice("tags", Entries.set(), "Part.members");
        assertAdvice("hash", Entries.hash(), "Part.fields");
    }

    private void assertAdvice(String key, EntryKind<?> kind, String advice) {
        assertThrown(EntryRefusedException.class, () -> locks.guard(key, kind).peek(), advice);
    }

    /** The answer to a miss tells that the entry exists, although it has nothing of the part. */
    @Test
    void entryThatHasNothingOfThePartExists() {
        fixture.foreigner().zadd("board", Map.of("a", 50.0));
        assertMisses(
                1,
                part("board", Entries.sortedSet(), Part.scores(0, 10, 5)),
                view -> view.set("b", view.exists() ? 60 : 0));
        assertMisses(
                1,
                part("board", Entries.sortedSet(), Part.members("c")),
                view -> view.set("d", view.exists() ? 70 : 0));
        assertThat(fixture.foreigner().zmscore("board", "b", "d")).containsExactly(60.0, 70.0);
    }

    @Test
    void partOfAnAbsentEntryIsAbsent() {
        part("board", Entries.sortedSet(), Part.lowest(3)).change(view -> {
            assertThat(view.exists()).isFalse();
            assertThat(view.first()).isNull();
        });
        part("tags", Entries.set(), Part.members("a")).change(view -> view.remove("a"));
        assertThat(part("log", Entries.list(), Part.first(3)).peek().peekFirst())
                .isNull();
        assertThat(entries.keys("*")).isEmpty();
    }

    /** The update misses so often, and is then written without the lock. */
    private static <V> void assertMisses(int misses, GuardedEntry<V> guard, Consumer<V> change) {
        AtomicInteger missed = new AtomicInteger();
        guard.withEvents(OnEvent.of(LockCount.MISSED, missed::incrementAndGet)).change(change);
        assertThat(missed).hasValue(misses);
    }

    /** All that the update named is absent before and after. Only the existence of the entry tells that it was deleted. */
    @Test
    void deletedEntryIsNotRememberedAsOneThatExists() {
        fixture.foreigner().sadd("tags", "other");
        GuardedEntry<SetEntry> tags = part("tags", Entries.set(), Part.members("a"));
        assertThat(tags.<Boolean>update(view -> view.exists() && view.contains("a")))
                .isFalse();
        fixture.foreigner().del("tags");
        assertMisses(1, tags, view -> {
            if (view.exists()) {
                view.add("a");
            }
        });
        assertThat(entries.keys("*")).isEmpty();
    }

    /** The number that one part left and the existence that another did contradict each other. */
    @Test
    void countedPartRestsOnNoExistenceThatAnotherPartRemembers() {
        fixture.foreigner().sadd("tags", "other");
        GuardedEntry<SetEntry> one = part("tags", Entries.set(), Part.members("a"));
        one.change(view -> assertThat(view.exists()).isTrue());
        fixture.foreigner().del("tags");
        one.only(Part.members("a").andSize()).change(view -> {
            assertThat(view.size()).isZero();
            if (view.exists()) {
                view.add("a");
            }
        });
        assertThat(entries.keys("*")).isEmpty();
    }
}
