package io.github.stormlock.entry;

import static io.github.stormlock.entry.random.Tables.printed;
import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.apache.storm.utils.Utils;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class KindsTest {

    static Stream<Arguments> kinds() {
        return Stream.of(
                Arguments.of(Entries.hash(), "hash", "HLEN", "HGETALL"),
                Arguments.of(Entries.string(), "string", "STRLEN", "GET"),
                Arguments.of(Entries.value(Codec.longs()), "string", "STRLEN", "GET"),
                Arguments.of(Entries.value(Codec.utf8()), "string", "STRLEN", "GET"),
                Arguments.of(Entries.list(), "list", "LLEN", "LRANGE 0 -1"),
                Arguments.of(Entries.set(), "set", "SCARD", "SMEMBERS"),
                Arguments.of(Entries.sortedSet(), "zset", "ZCARD", "ZRANGE 0 -1 WITHSCORES"));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void readsTheWholeEntry(EntryKind<?> kind, String type, String size, String read) {
        assertThat(kind.redisType()).isEqualTo(type);
        assertThat(kind.sizeCommand()).isEqualTo(size);
        assertThat(printed(kind.read())).isEqualTo(read);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void isEqualAfterSerialization(EntryKind<?> kind) throws Exception {
        assertThat(Utils.javaDeserialize(Utils.javaSerialize(kind), Object.class))
                .isEqualTo(kind)
                .hasSameHashCodeAs(kind);
    }

    /** A view that is asked for between two updates of a group may be emitted, so the attempt rests on all of the entry. */
    @ParameterizedTest
    @MethodSource("kinds")
    <V> void entryThatIsShownBetweenUpdatesIsCompared(EntryKind<V> kind) {
        V view = kind.view(kind.opened(false, null, true));
        kind.state(view).settled();
        assertThat(Objects.requireNonNull(kind.state(view).attempted(false)).seen())
                .isNotEmpty();
    }

    @Test
    void kindsThatReadDifferentlyAreUnequal() {
        List<Object> kinds = kinds().map(arguments -> arguments.get()[0]).toList();
        assertThat(new HashSet<>(kinds)).hasSameSizeAs(kinds);
    }

    static Stream<Arguments> parts() {
        return Stream.of(
                Arguments.of(Entries.hash(), Part.fields("b", "a"), "HMGET a b"),
                Arguments.of(Entries.set(), Part.members("b", "a"), "SMISMEMBER a b"),
                Arguments.of(Entries.sortedSet(), Part.members("b", "a"), "ZMSCORE a b"),
                Arguments.of(Entries.sortedSet(), Part.lowest(3), "ZRANGE 0 2 WITHSCORES"),
                Arguments.of(Entries.sortedSet(), Part.highest(3), "ZRANGE 0 2 REV WITHSCORES"),
                Arguments.of(
                        Entries.sortedSet(),
                        Part.scores(Double.NEGATIVE_INFINITY, 0.5, 9),
                        "ZRANGE -inf 0.5 BYSCORE LIMIT 0 10 WITHSCORES"),
                Arguments.of(Entries.list(), Part.first(3), "LRANGE 0 3"),
                Arguments.of(Entries.list(), Part.last(3), "LRANGE -4 -1"));
    }

    @ParameterizedTest
    @MethodSource("parts")
    void readsThePart(EntryKind<?> kind, Part part, String read) throws Exception {
        EntryKind<?> some = kind.only(part);
        assertThat(printed(some.read())).isEqualTo(read);
        assertThat(some.part()).isEqualTo(part);
        assertThat(some).isNotEqualTo(kind);
        assertThat(some.only(Part.whole())).isEqualTo(kind);
        assertThat(Utils.javaDeserialize(Utils.javaSerialize(some), Object.class))
                .isEqualTo(some)
                .hasSameHashCodeAs(some);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void partOfAnotherTypeIsRefused(EntryKind<?> kind) {
        List<Part> parts = parts().map(arguments -> (Part) arguments.get()[1]).toList();
        List<Part> own = parts().filter(arguments -> arguments.get()[0].equals(kind))
                .map(arguments -> (Part) arguments.get()[1])
                .toList();
        for (Part part : parts) {
            if (own.contains(part)) {
                assertThat(kind.only(part).redisType()).isEqualTo(kind.redisType());
            } else {
                assertThrown(IllegalArgumentException.class, () -> kind.only(part), part.toString());
            }
        }
    }

    @Test
    void partsThatCannotBeReadAreRefused() {
        List<Supplier<Part>> wrong = List.of(
                () -> Part.members(),
                () -> Part.fields(Set.of()),
                () -> Part.lowest(0),
                () -> Part.highest(1_001),
                () -> Part.first(-1),
                () -> Part.last(1_001),
                () -> Part.scores(2, 1, 10),
                () -> Part.scores(Double.NaN, 1, 10),
                () -> Part.scores(0, 1, 1_001));
        assertThat(wrong)
                .allSatisfy(part -> assertThatThrownBy(part::get).isInstanceOf(IllegalArgumentException.class));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void unexpectedAnswersAreNamed(EntryKind<?> kind) {
        assertThrown(IllegalArgumentException.class, () -> kind.opened(true, 42L, false), "Long");
    }
}
