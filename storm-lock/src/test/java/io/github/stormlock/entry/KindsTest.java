package io.github.stormlock.entry;

import static io.github.stormlock.entry.random.Tables.printed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.ObjectInputStream;
import java.io.ObjectOutputStream;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
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
        assertThat(printed(kind.read(Set.of()))).isEqualTo(read);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void isEqualAfterSerialization(EntryKind<?> kind) throws Exception {
        assertThat(serializedAndBack(kind)).isEqualTo(kind).hasSameHashCodeAs(kind);
    }

    /** A view that is asked for between two updates of a group may be emitted, so the attempt rests on all of the entry. */
    @ParameterizedTest
    @MethodSource("kinds")
    <V> void entryThatIsShownBetweenUpdatesIsCompared(EntryKind<V> kind) {
        V view = kind.openForAttempt(false, null, Set.of());
        V unused = kind.settled(view);
        assertThat(Objects.requireNonNull(kind.attempted(view, false)).seen()).isNotEmpty();
    }

    @Test
    void kindsThatReadDifferentlyAreUnequal() {
        List<Object> kinds = kinds().map(arguments -> arguments.get()[0]).toList();
        assertThat(new HashSet<>(kinds)).hasSameSizeAs(kinds);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void onlyHashesHaveFields(EntryKind<?> kind) {
        if (kind.equals(Entries.hash())) {
            assertThat(printed(kind.read(Set.of("a")))).isEqualTo("HMGET a");
        } else {
            assertThatThrownBy(() -> kind.read(Set.of("a")))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("[a]")
                    .hasMessageContaining(kind.redisType());
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void unexpectedAnswersAreNamed(EntryKind<?> kind) {
        assertThatThrownBy(() -> kind.open(true, 42L, Set.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("Long");
    }

    private static Object serializedAndBack(Object value) throws IOException, ClassNotFoundException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) {
            out.writeObject(value);
        }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) {
            return in.readObject();
        }
    }
}
