package io.github.stormlock.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.UpdateBatch;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.test.EntryReader;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Entry keys, field names and event ids from the worst of inputs. They are taken as they are, or refused in a short
 * error.
 */
@ContractTest(ContractTest.Of.ENTRIES_OF_FEW)
class HostileNamesContractTest {
    private static final String MEGABYTE = "x".repeat(1 << 20);

    private ContractVariant variant;
    private LockFixture fixture;

    private RedisLockFactory locks;
    private EntryReader entries;

    private static void count(HashEntry view) {
        view.add("hits", 1);
    }

    /** @return the message, fit for a line of a log */
    private static String refusal(ThrowingCallable call) {
        Throwable thrown = catchThrowable(call);
        assertThat(thrown).isInstanceOfAny(IllegalArgumentException.class, NullPointerException.class);
        assertThat(thrown.getMessage()).hasSizeLessThan(600).doesNotContain("\n", "\r", "\u0000", "\u202e");
        return thrown.getMessage();
    }

    static Stream<String> odd() {
        String odd = " |a\nb|\r\n|\u0000|\u202e|Ключ 漢字 😀|*|[a-z]?\\|%s%n|${env:HOME}|lock|"
                + "LOCK:x|lock_wait:x| lock:x|template|storm-lock:s:x:1:1|{tag}|{a}{b}";
        return Stream.concat(Stream.of(odd.split("[|]", -1)), Stream.of("x".repeat(16_384)));
    }

    @ParameterizedTest
    @MethodSource("odd")
    void anyTextIsAKey(String key) {
        locks.guard(key, Entries.hash()).once(EventId.opaque("e"), HostileNamesContractTest::count);
        locks.guard(key, Entries.hash()).once(EventId.position("file", 7, 7), HostileNamesContractTest::count);
        UpdateBatch<HashEntry> batch = UpdateBatch.of(locks.guard("batch", Entries.hash()));
        batch.add(key, EventId.opaque("e"), HostileNamesContractTest::count);
        batch.add(key, EventId.none(), HostileNamesContractTest::count);
        assertThat(batch.run()).extracting(result -> result.orThrow().replay()).containsExactly(true, false);
        try (Lease lease = variant.lock(locks, key).acquire(LockFixture.LONG)) {
            assertThat(lease.isHeld()).isTrue();
        }
        assertThat(entries.hash(key)).isEqualTo(Map.of("hits", "3"));
        assertThat(entries.keysWithoutExpiry()).containsExactly(key);
    }

    static Stream<Arguments> wrongKeys() {
        return Stream.of(
                Arguments.of(null, "the entry key is null"),
                Arguments.of("", "the entry key is empty"),
                Arguments.of("lock:", "begins with lock:"),
                Arguments.of("lock:{page}", "begins with lock:"),
                Arguments.of("lock-wait:x", "begins with lock-wait:"),
                Arguments.of("lock-seen:x", "begins with lock-seen:"),
                Arguments.of("lock-fence:\nx", "begins with lock-fence:"),
                Arguments.of("x".repeat(16_385), "16385 bytes; the limit is 16384"),
                Arguments.of("é".repeat(8_193), "16386 bytes; the limit is 16384"),
                Arguments.of(MEGABYTE, "1048576 bytes; the limit is 16384"),
                Arguments.of("\n" + MEGABYTE, "1048577 bytes; the limit is 16384"),
                Arguments.of("a\ud83d", "half a surrogate pair"),
                Arguments.of("\ude00b", "half a surrogate pair"),
                Arguments.of("\udc80", "half a surrogate pair"));
    }

    @ParameterizedTest
    @MethodSource("wrongKeys")
    void wrongKeyIsRefusedByEveryCallBeforeAnythingIsSent(String key, String problem) {
        UpdateBatch<HashEntry> batch = UpdateBatch.of(locks.guard("batch", Entries.hash()));
        batch.add("fine", EventId.none(), HostileNamesContractTest::count);
        for (ThrowingCallable call : List.<ThrowingCallable>of(
                () -> locks.guard(key, Entries.hash()),
                () -> locks.guard("fine", Entries.hash()).at(key),
                () -> variant.lock(locks, key),
                () -> batch.add(key, EventId.none(), HostileNamesContractTest::count))) {
            assertThat(refusal(call)).contains("the entry key", problem);
        }
        assertThat(entries.keys("*")).isEmpty();
        assertThat(batch.run()).hasSize(1).allMatch(result -> !result.orThrow().replay());
    }

    @ParameterizedTest
    @MethodSource("odd")
    void anyTextIsAField(String field) {
        anyField(field);
    }

    @Test
    void emptyAndHugeAndUndecodableFieldsAreFields() {
        for (String field : List.of("", MEGABYTE, "\udc80\udcff", "low", "since", "NX", "-inf")) {
            anyField(field);
            fixture.foreigner().del("page");
        }
    }

    private void anyField(String field) {
        GuardedEntry<HashEntry> page = locks.guard("page", Entries.hash());
        page.change(view -> view.set(field, "1"));
        page.onlyFields(Set.of(field)).change(view -> view.add(field, 1));
        assertThat(page.<Map<String, String>>update(view -> view.asMap())).isEqualTo(Map.of(field, "2"));
        page.onlyFields(Set.of(field, "other")).change(view -> view.remove(field));
        assertThat(entries.keys("page")).isEmpty();
    }

    static Stream<String> ids() {
        return Stream.concat(
                odd().filter(id -> id.length() < 1_024),
                Stream.of("=", "1=e", "0", "low", "-1", "1e3", "inf", "x".repeat(1_024)));
    }

    @ParameterizedTest
    @MethodSource("ids")
    void anyTextIsAnIdOrASourceOfItsOwn(String id) {
        GuardedEntry<HashEntry> page = locks.guard("page", Entries.hash());
        for (EventId event : List.of(
                EventId.opaque(id),
                EventId.opaque(id).ordinal(1),
                EventId.opaque("ordinary"),
                EventId.position(id, 3, 3),
                EventId.position(id, 3, 3).ordinal(1),
                EventId.position("ordinary", 3, 3))) {
            assertThat(page.once(event, HostileNamesContractTest::count).replay())
                    .isFalse();
            assertThat(page.once(event, HostileNamesContractTest::count).replay())
                    .isTrue();
        }
        assertThat(entries.hash("page")).isEqualTo(Map.of("hits", "6"));
    }

    static Stream<Arguments> wrongIds() {
        return Stream.of(
                Arguments.of(name(() -> EventId.opaque(null)), "event id"),
                Arguments.of(name(() -> EventId.opaque("")), "event id has 0 characters"),
                Arguments.of(
                        name(() -> EventId.opaque("x".repeat(1_025))), "1025 characters, which is not in 1 to 1024"),
                Arguments.of(name(() -> EventId.opaque(MEGABYTE)), "1048576 characters"),
                Arguments.of(name(() -> EventId.opaque("a\ud83d")), "half a surrogate pair"),
                Arguments.of(name(() -> EventId.opaque("\ude00")), "half a surrogate pair"),
                Arguments.of(name(() -> EventId.opaque("e").ordinal(-1)), "ordinal -1"),
                Arguments.of(name(() -> EventId.position(null, 1, 1)), "source"),
                Arguments.of(name(() -> EventId.position("", 1, 1)), "source has 0 characters"),
                Arguments.of(name(() -> EventId.position("\ud800", 1, 1)), "half a surrogate pair"),
                Arguments.of(name(() -> EventId.position("f\n", -1, -1)), "offset -1"),
                Arguments.of(name(() -> EventId.position("f", 1L << 53, 1)), "offset 9007199254740992"),
                Arguments.of(name(() -> EventId.position("f", Long.MIN_VALUE, 1)), "offset -9223372036854775808"),
                Arguments.of(name(() -> EventId.position("f\n".repeat(500), 1, 2)), "low 2"),
                Arguments.of(name(() -> EventId.position("f", 1, -1)), "low -1"),
                Arguments.of(name(() -> EventId.positionWithin("f\n".repeat(500), 1, -1)), "span -1"),
                Arguments.of(name(() -> EventId.position("f", 1, 1).ordinal(-7)), "ordinal -7"));
    }

    private static ThrowingCallable name(ThrowingCallable call) {
        return call;
    }

    @ParameterizedTest(name = "{1}")
    @MethodSource("wrongIds")
    void wrongIdsAreRefusedWhereTheyAreMade(ThrowingCallable call, String problem) {
        assertThat(refusal(call)).contains(problem);
    }

    @Test
    void nothingAtAllIsNoUpdate() {
        GuardedEntry<?> hash = locks.guard("hash", Entries.hash());
        UpdateBatch<?> batch = UpdateBatch.of(locks.guard("batch", Entries.hash()));
        for (ThrowingCallable call : List.<ThrowingCallable>of(
                () -> hash.change(null),
                () -> hash.once(EventId.none(), null),
                () -> hash.once(null, view -> {}),
                () -> batch.add("hash", null, view -> {}),
                () -> batch.add("hash", EventId.none(), null),
                () -> locks.guard("hash", null))) {
            assertThat(catchThrowable(call))
                    .isInstanceOf(NullPointerException.class)
                    .hasMessageContaining("is null");
        }
        assertThat(entries.keys("lock*")).isEmpty();
    }
}
