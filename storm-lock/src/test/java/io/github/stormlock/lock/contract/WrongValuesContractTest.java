package io.github.stormlock.lock.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.stormlock.entry.Codec;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.GuardedBatch;
import io.github.stormlock.lock.GuardedEntry;
import io.github.stormlock.lock.RedisLockFactory;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.RedisUnderTest;
import io.github.stormlock.test.EntryReader;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Values that an update cannot write, or cannot read as it wants. It fails alone, and nothing is written. */
@Tag("contract")
@ParameterizedClass(name = "{0}")
@MethodSource("io.github.stormlock.lock.contract.ContractVariant#few")
@ExtendWith(ContractExtension.class)
@Tag("server")
class WrongValuesContractTest {
    private static final String MEGABYTE = "x".repeat(1 << 20);

    @Parameter
    ContractVariant variant;

    @AutoClose
    private LockFixture fixture;

    private RedisLockFactory locks;
    private EntryReader entries;

    @BeforeEach
    void open(RedisUnderTest servers) {
        fixture = new LockFixture(servers, variant.protocol());
        locks = fixture.factory();
        entries = servers.entries();
        fixture.foreigner().hset("hash", Map.of("text", "a\nb" + MEGABYTE, "most", Long.toString(Long.MAX_VALUE)));
        fixture.foreigner().set("string", "one\ntwo");
        fixture.foreigner().rpush("list", "a");
        fixture.foreigner().sadd("set", "a");
        fixture.foreigner().zadd("zset", 1, "a");
    }

    private record Wrong<V>(String key, EntryKind<V> kind, Consumer<V> update) {
        void run(RedisLockFactory locks) {
            locks.guard(key, kind).change(update);
        }

        GuardedBatch.Result<V> runInABatch(RedisLockFactory locks) {
            GuardedBatch<V> batch = locks.batch(kind);
            batch.add(key, EventId.opaque("e"), update);
            return batch.run().get(0);
        }

        @Override
        public String toString() {
            return key;
        }
    }

    private static <V> Arguments wrong(
            String key,
            EntryKind<V> kind,
            Consumer<V> update,
            Class<? extends RuntimeException> type,
            String... words) {
        return Arguments.of(new Wrong<>(key, kind, update), type, List.of(words));
    }

    static Stream<Arguments> wrongUpdates() {
        return Stream.of(
                wrong("hash", Entries.hash(), v -> v.set("f", (String) null), NullPointerException.class, "value"),
                wrong("hash", Entries.hash(), v -> v.set("f", "\ud800"), IllegalArgumentException.class, "surrogate"),
                wrong(
                        "hash",
                        Entries.hash(),
                        v -> v.getLong("text"),
                        NumberFormatException.class,
                        "\"text\"",
                        "number"),
                wrong("hash", Entries.hash(), v -> v.add("text", 1), NumberFormatException.class, "\"text\"", "number"),
                wrong("hash", Entries.hash(), v -> v.max("text", 1), NumberFormatException.class, "\"text\"", "number"),
                wrong("hash", Entries.hash(), v -> v.add("text", 0.5), NumberFormatException.class, "\"text\""),
                wrong("hash", Entries.hash(), v -> v.add("most", 1), ArithmeticException.class, "\"most\"", "range"),
                wrong("hash", Entries.hash(), v -> v.add("f", Double.NaN), ArithmeticException.class, "\"f\""),
                wrong("hash", Entries.hash(), v -> v.add("f", 1 / 0.0), ArithmeticException.class, "\"f\"", "finite"),
                wrong("string", Entries.string(), v -> v.add(1), NumberFormatException.class, "number"),
                wrong("string", Entries.string(), v -> v.set(null), NullPointerException.class, "value"),
                wrong(
                        "string",
                        Entries.string(),
                        v -> v.set("\udfff\ud800"),
                        IllegalArgumentException.class,
                        "surrogate"),
                wrong("list", Entries.list(), v -> v.addLast(null), NullPointerException.class, "element"),
                wrong("list", Entries.list(), v -> v.set(1, "b"), IndexOutOfBoundsException.class, "1"),
                wrong("list", Entries.list(), v -> v.get(-1), IndexOutOfBoundsException.class, "-1"),
                wrong("list", Entries.list(), v -> v.addFirst("\ud800"), IllegalArgumentException.class, "surrogate"),
                wrong("set", Entries.set(), v -> v.add(null), NullPointerException.class, "member"),
                wrong("zset", Entries.sortedSet(), v -> v.set("a", Double.NaN), IllegalArgumentException.class, "NaN"),
                wrong("zset", Entries.sortedSet(), v -> v.set(null, 1), NullPointerException.class, "member"),
                wrong(
                        "zset",
                        Entries.sortedSet(),
                        v -> v.add("a", Double.NaN),
                        ArithmeticException.class,
                        "\"a\"",
                        "not a number"),
                wrong(
                        "string",
                        Entries.value(Codec.longs()),
                        v -> v.get(),
                        IllegalStateException.class,
                        "Codec.longs()",
                        "decode"));
    }

    @ParameterizedTest(name = "{0}, {1}: {2}")
    @MethodSource("wrongUpdates")
    void wrongValueFailsItsUpdateAndWritesNothing(
            Wrong<?> wrong, Class<? extends RuntimeException> type, List<String> words) {
        for (Throwable thrown : List.of(
                catchThrowable(() -> wrong.run(locks)), wrong.runInABatch(locks).failure())) {
            assertThat(thrown).isInstanceOf(type);
            assertThat(thrown.getMessage())
                    .hasSizeLessThan(300)
                    .doesNotContain("\n", "\r")
                    .contains(words);
        }
        assertThat(entries.keys("*")).containsExactly("hash", "list", "set", "string", "zset");
        assertThat(entries.hash("hash")).hasSize(2);
        assertThat(entries.string("string")).hasValue("one\ntwo");
        assertThat(entries.list("list")).containsExactly("a");
        assertThat(entries.set("set")).containsExactly("a");
        assertThat(entries.sortedSet("zset")).isEqualTo(Map.of("a", 1.0));
    }

    @Test
    void anyTextIsAValue() {
        for (String value : List.of("", "\n", "\u0000", "😀", MEGABYTE, "\udc80\udcff", "-0", "nil", "%s", "{x}")) {
            locks.guard("string", Entries.string()).change(view -> view.set(value));
            assertThat(locks.guard("string", Entries.string()).<String>update(view -> view.get()))
                    .isEqualTo(value);
            locks.guard("hash", Entries.hash()).change(view -> view.set("f", value));
            assertThat(locks.guard("hash", Entries.hash()).<String>update(view -> view.get("f")))
                    .isEqualTo(value);
            locks.guard("list", Entries.list()).change(view -> view.set(0, value));
            assertThat(locks.guard("list", Entries.list()).<String>update(view -> view.get(0)))
                    .isEqualTo(value);
            locks.guard("zset", Entries.sortedSet()).change(view -> view.set(value, 2));
            assertThat(locks.guard("zset", Entries.sortedSet()).<Double>update(view -> view.score(value)))
                    .isEqualTo(2);
        }
    }

    @Test
    void nothingAtAllIsNoUpdate() {
        GuardedEntry<?> hash = locks.guard("hash", Entries.hash());
        GuardedBatch<?> batch = locks.batch(Entries.hash());
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
