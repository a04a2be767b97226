package io.github.stormlock.lock.fault;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.bolt.fixture.LogLines;
import io.github.stormlock.entry.Codec;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.entry.ListEntry;
import io.github.stormlock.entry.SortedSetEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LeaseLostException;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.lock.fixture.Opened;
import io.github.stormlock.test.RedisServer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import redis.clients.jedis.Jedis;

/** Messages call an entry an entry and a lock a lock, and a view shows its content. */
@OnRedis.Own
class MessagesTest {
    private static final Duration SHORT = Duration.ofMillis(200);

    private Opened opened;
    private RedisServer redis;
    private Jedis admin;
    private RedisLockFactory locks;

    private GuardedEntry<HashEntry> hash(String key) {
        return locks.guard(key, Entries.hash()).withWait(SHORT);
    }

    @Test
    void waitTellsWhetherAnEntryOrALockIsHeldAndNoKeyOfATopology() {
        admin.set("lock:{busy}", "stranger");
        for (GuardedEntry<HashEntry> guard : List.of(hash("busy"), hash("busy").exclusive())) {
            assertThatThrownBy(() -> guard.change(entry -> entry.set("n", 1)))
                    .hasMessageMatching("entry busy was not free within 200 ms; it is held by stranger.*")
                    .hasMessageNotContaining("storm.lock");
        }
        assertThatThrownBy(() -> locks.mutex("busy").acquire(SHORT))
                .hasMessageStartingWith("lock busy was not granted within 200 ms; it is held by stranger")
                .hasMessageNotContaining("storm.lock");
    }

    @Test
    void interruptTellsWhetherAnEntryOrALockWasWaitedFor() {
        hash("calm").change(entry -> entry.set("n", 1));
        for (GuardedEntry<HashEntry> guard : List.of(hash("calm"), hash("calm").exclusive())) {
            Thread.currentThread().interrupt();
            assertThatThrownBy(() -> guard.change(entry -> entry.set("n", 2)))
                    .hasMessage("interrupted while waiting for entry calm");
            assertThat(Thread.interrupted()).isTrue();
        }
        Thread.currentThread().interrupt();
        assertThatThrownBy(() -> locks.mutex("calm").acquire(SHORT))
                .hasMessage("interrupted while waiting for lock calm");
        assertThat(Thread.interrupted()).isTrue();
    }

    @Test
    void refusalTellsOfAnEntryAlsoWhereItIsOnlyRead() {
        admin.set("text", "abc");
        String refusal = "entry text is refused: it is of the Redis type string, and not hash:"
                + " take another key, or another kind of Entries";
        assertThatThrownBy(() -> hash("text").peek()).hasMessage(refusal);
        GuardedEntry<HashEntry> exclusive = hash("text").exclusive();
        for (GuardedEntry<HashEntry> guard : List.of(hash("text"), exclusive, exclusive.onlyFields(Set.of("n")))) {
            assertThatThrownBy(() -> guard.change(entry -> entry.add("n", 1))).hasMessage(refusal);
            assertThatThrownBy(() -> guard.change(entry -> entry.set("n", entry.getLong("n") + 1)))
                    .hasMessage(refusal);
        }
        admin.aclSetUser("default", "-type");
        assertThatThrownBy(() -> hash("text").change(entry -> entry.set("n", 1)))
                .hasMessageStartingWith("entry text is refused: it is of another Redis type than hash (WRONGTYPE ");
        hash("page").change(entry -> entry.set("n", "abc"));
        assertThatThrownBy(() -> hash("page").change(entry -> entry.add("n", 1)))
                .isInstanceOf(NumberFormatException.class)
                .hasMessageStartingWith("entry page: Field \"n\" holds \"abc\"");
        assertThatThrownBy(() -> hash("page").onlyFields(Set.of("n")).change(entry -> entry.get("other")))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("entry page: The field \"other\" was not read");
        assertThatThrownBy(() -> hash("page").change(entry -> {
                    throw new IllegalStateException("of a user");
                }))
                .hasMessage("of a user");
    }

    @Test
    void changeOfAViewBehindItsUpdateIsRefused() {
        assertEnds(Entries.hash(), hash -> hash.set("n", "1"));
        assertEnds(Entries.hash(), hash -> hash.add("n", 1));
        assertEnds(Entries.hash(), hash -> hash.add("n", 0.5));
        assertEnds(Entries.hash(), hash -> hash.remove("n"));
        assertEnds(Entries.string(), text -> text.set("1"));
        assertEnds(Entries.string(), text -> text.add(1));
        assertEnds(Entries.value(Codec.longs()), value -> value.set(1L));
        assertEnds(Entries.list(), list -> list.addLast("x"));
        assertEnds(Entries.list(), ListEntry::pollFirst);
        assertEnds(Entries.set(), set -> set.add("x"));
        assertEnds(Entries.set(), set -> set.remove("x"));
        assertEnds(Entries.sortedSet(), board -> board.set("x", 1));
        assertEnds(Entries.sortedSet(), board -> board.add("x", 1));
        assertEnds(Entries.sortedSet(), SortedSetEntry::clear);
    }

    private <V> void assertEnds(EntryKind<V> kind, Consumer<V> change) {
        String key = kind.redisType() + "-ended";
        GuardedEntry<V> guard = locks.guard(key, kind).withWait(SHORT);
        List<V> views = new ArrayList<>();
        for (GuardedEntry<V> each : List.of(guard, guard.exclusive())) {
            each.change(views::add);
        }
        try (Lease lease = locks.mutex(key).acquire(SHORT)) {
            guard.changeUnder(lease, views::add);
        }
        assertThat(views).hasSizeGreaterThanOrEqualTo(3).allSatisfy(view -> {
            assertThat(view.toString()).isNotNull();
            assertThatThrownBy(() -> change.accept(view))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageStartingWith("entry " + key + " is changed after its update has ended")
                    .hasMessageContaining("change it within the update");
        });
    }

    @Test
    void changeOfAViewOfNamedFieldsBehindItsUpdateIsRefused() {
        List<HashEntry> views = new ArrayList<>();
        hash("page").onlyFields(Set.of("n")).change(views::add);
        assertThatThrownBy(() -> views.get(0).add("n", 1)).hasMessageStartingWith("entry page is changed after");
    }

    @Test
    void lostLeaseTellsWhatToDo() {
        try (Lease lease = locks.mutex("page").acquire(SHORT)) {
            admin.del("lock:{page}");
            assertThatThrownBy(() -> hash("page").changeUnder(lease, entry -> entry.set("n", 1)))
                    .isInstanceOf(LeaseLostException.class)
                    .hasMessageMatching("the lease of page was lost: .*; try again, and .* let the lease be longer .*");
        }
    }

    @Test
    void failureOfAnUpdateNamesItsEvent() {
        admin.set("text", "abc");
        EventId order = EventId.opaque("order-7");
        assertThatThrownBy(() -> locks.guard("text", Entries.string()).once(order, text -> text.add(1)))
                .isInstanceOf(NumberFormatException.class)
                .hasMessageStartingWith("entry text, event order-7: The entry holds \"abc\"");
        assertThatThrownBy(() -> hash("text").once(order, entry -> entry.set("n", 1)))
                .hasMessageMatching("entry text is refused: .*; event order-7");
        try (Lease lease = locks.mutex("text").acquire(SHORT)) {
            assertThatThrownBy(() -> hash("text").onceUnder(lease, order, entry -> entry.set("n", 1)))
                    .hasMessageEndingWith("; event order-7");
        }
    }

    @Test
    void failureOfSeveralUpdatesNamesTheEventOfEach() {
        LockException shared = LockUnavailableException.ofEntry("page", "its hash slot moves to another node", null);
        List<LockException> told = List.of(
                shared.ofUpdate("page", EventId.opaque("order-7")), shared.ofUpdate("page", EventId.opaque("order-8")));
        assertThat(told.get(0)).hasMessageEndingWith("; event order-7");
        assertThat(told.get(1)).hasMessageEndingWith("; event order-8");
    }

    @Test
    void serverThatIsAwayOrFullIsToldForTheEntryOrTheLock() {
        // A wait that is over first would be told instead.
        GuardedEntry<HashEntry> page = hash("page").withWait(LockFixture.LONG);
        page.change(entry -> entry.set("n", 1));
        admin.configSet("maxmemory", "1");
        assertThatThrownBy(() -> page.change(entry -> entry.set("n", 2)))
                .hasMessageStartingWith("entry page is unavailable: Redis refused: ");
        assertThatThrownBy(() -> locks.mutex("page").acquire(LockFixture.LONG))
                .hasMessageStartingWith("lock page is unavailable: Redis refused: ");
        redis.kill();
        assertThatThrownBy(() -> page.change(entry -> entry.set("n", 2))).hasMessageContaining("entry page");
        for (GuardedEntry<HashEntry> guard : List.of(page, page.exclusive())) {
            assertThatThrownBy(() -> guard.change(entry -> entry.set("n", 2)))
                    .hasMessageStartingWith("entry page is unavailable: no connection to Redis at 127.0.0.1:");
        }
        assertThatThrownBy(page::peek).hasMessageStartingWith("entry page is unavailable: ");
        assertThatThrownBy(() -> locks.mutex("page").acquire(Duration.ofSeconds(10)))
                .hasMessageStartingWith("lock page is unavailable: ");
    }

    @Test
    void startThatFailsNamesTheServer() {
        try (RedisLockFactory nowhere = RedisLockFactory.connect("redis://user:secret@127.0.0.1:1")) {
            assertThatThrownBy(nowhere::check)
                    .hasMessageStartingWith("Redis is unavailable: no connection to Redis at 127.0.0.1:1")
                    .hasMessageNotContaining("secret");
            assertThatThrownBy(() -> nowhere.guard("page", Entries.hash()).change(entry -> entry.set("n", 1)))
                    .hasMessage(
                            "Redis is unavailable: no connection to Redis at 127.0.0.1:1: Connection refused; entry page");
            assertThat(nowhere).asString().contains("127.0.0.1:1").doesNotContain("secret");
        }
    }

    @Test
    void viewsGuardsAndLeasesTellWhatTheyAre() {
        hash("page").change(entry -> entry.set("n", 1));
        assertThat(hash("page").peek()).hasToString("{n=1}");
        assertThat(hash("page").<String>update(Object::toString)).isEqualTo("{n=1}");
        locks.guard("list", Entries.list()).change(list -> list.addLast("x"));
        assertThat(locks.guard("list", Entries.list()).peek()).hasToString("[x]");
        locks.guard("set", Entries.set()).change(set -> set.add("x"));
        assertThat(locks.guard("set", Entries.set()).peek()).hasToString("[x]");
        locks.guard("board", Entries.sortedSet()).change(board -> board.set("x", 2));
        assertThat(locks.guard("board", Entries.sortedSet()).peek()).hasToString("{x=2.0}");
        locks.guard("text", Entries.string()).change(text -> text.set("x"));
        assertThat(locks.guard("text", Entries.string()).peek()).hasToString("x");
        assertThat(locks.guard("text", Entries.value(Codec.utf8())).peek()).hasToString("x");
        assertThat(hash("page")).hasToString("hash entry page");
        Lease lease = locks.mutex("report").acquire(SHORT);
        assertThat(lease).asString().endsWith("of mutex report");
        assertThat(locks.readWrite("report").asReadWriteLock()).hasToString("read-write lock report owned by threads");
    }

    @Test
    void asynchronousChangeThatRunsForASecondIsNamed() {
        CompletableFuture<Void> never = new CompletableFuture<>();
        LogLines log = opened.add(LogLines.of("io.github.stormlock.internal.batch"));
        hash("slow")
                .updateAsync(entry -> {
                    never.completeOnTimeout(null, 1_100, TimeUnit.MILLISECONDS).join();
                    entry.set("n", 1);
                    return 1;
                })
                .toCompletableFuture()
                .join();
        await().atMost(Duration.ofSeconds(10)).untilAsserted(() -> assertThat(log.lines())
                .singleElement()
                .asString()
                .startsWith("the update of entry slow ran for "));
    }
}
