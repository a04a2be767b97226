package io.github.stormlock.entry;

import static io.github.stormlock.lock.fixture.Thrown.assertThrown;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.params.provider.Arguments.argumentSet;

import io.github.stormlock.entry.random.Tables;
import java.lang.reflect.Method;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.platform.commons.support.ReflectionSupport;

/** An attempt that calls a public method of a view carries what the table says that the method sees. */
class ViewMethodsTest {

    private static final Pattern CHANGE = Pattern.compile("add|set|remove|clear|max|min|poll|trim");

    private static final Map<Class<?>, Object> ARGUMENTS =
            Map.of(String.class, "1", Object.class, 1L, long.class, 1L, int.class, 0, double.class, 0.5);

    private enum Sees {
        FIELD,
        ALL,
        EXISTENCE,
        NOTHING_BLIND,
        NOTHING_WRITTEN
    }

    static Stream<Arguments> methods() {
        return Stream.of(
                        methods(
                                Entries.hash(),
                                Sees.FIELD,
                                Map.of(
                                        Sees.EXISTENCE,
                                        "exists()",
                                        Sees.ALL,
                                        "fields() asMap() size() isEmpty() clear() toString()",
                                        Sees.NOTHING_BLIND,
                                        "add(String,long) max(String,long) min(String,long)",
                                        Sees.NOTHING_WRITTEN,
                                        "set(String,String) set(String,long) remove(String)")),
                        methods(
                                Entries.string(),
                                Sees.FIELD,
                                Map.of(
                                        Sees.EXISTENCE,
                                        "exists()",
                                        Sees.NOTHING_BLIND,
                                        "add(long) max(long) min(long)",
                                        Sees.NOTHING_WRITTEN,
                                        "set(String) set(long) remove()")),
                        methods(
                                Entries.value(Codec.longs()),
                                Sees.FIELD,
                                Map.of(Sees.EXISTENCE, "exists()", Sees.NOTHING_WRITTEN, "set(Object) remove()")),
                        methods(Entries.list(), Sees.ALL, Map.of()),
                        methods(
                                Entries.set(),
                                Sees.FIELD,
                                Map.of(
                                        Sees.EXISTENCE,
                                        "exists() isEmpty()",
                                        Sees.ALL,
                                        "asSet() size() clear() toString()")),
                        methods(
                                Entries.sortedSet(),
                                Sees.FIELD,
                                Map.of(
                                        Sees.EXISTENCE,
                                        "exists() isEmpty()",
                                        Sees.ALL,
                                        "first() last() asMap() size() clear() toString()",
                                        Sees.NOTHING_WRITTEN,
                                        "set(String,double)")))
                .flatMap(view -> view);
    }

    /** Every public method of a view sees what most of its methods see, if it is not among the others. */
    private static Stream<Arguments> methods(EntryKind<?> kind, Sees most, Map<Sees, String> others) {
        Class<?> type = open(kind).getClass();
        return Arrays.stream(type.getMethods())
                .filter(method -> method.getDeclaringClass() != Object.class)
                .map(method -> {
                    String signature = Arrays.stream(method.getParameterTypes())
                            .map(Class::getSimpleName)
                            .collect(Collectors.joining(",", method.getName() + "(", ")"));
                    Sees sees = others.keySet().stream()
                            .filter(other ->
                                    Arrays.asList(others.get(other).split(" ")).contains(signature))
                            .findAny()
                            .orElse(most);
                    return argumentSet(type.getSimpleName() + "." + signature, kind, method, sees);
                });
    }

    /** Lists of kinds are written by hand, here and in {@link KindsTest}. */
    @Test
    void everyKindIsInTheTablesAndInTheGuide() {
        assertThat(Entries.class.getMethods())
                .filteredOn(made -> made.getReturnType() == EntryKind.class && made.getParameterCount() == 0)
                .hasSizeGreaterThan(4)
                .allSatisfy(made -> {
                    assertThat(Path.of("../docs/guide/entries.md"))
                            .content()
                            .contains("| `Entries." + made.getName() + "()` |");
                    Object kind = ReflectionSupport.invokeMethod(made, null);
                    assertThat(methods().map(row -> row.get()[0])).contains(kind);
                    assertThat(KindsTest.kinds().map(row -> row.get()[0])).contains(kind);
                });
    }

    @ParameterizedTest
    @MethodSource("methods")
    <V> void methodOfAnAttemptSeesWhatTheTableSays(EntryKind<V> kind, Method method, Sees sees) {
        V view = open(kind);
        call(method, view);
        assertThat(seen(kind.state(view).attempted(false))).isEqualTo(sees);
    }

    @ParameterizedTest
    @MethodSource("methods")
    <V> void methodOfASettledViewReadsOnly(EntryKind<V> kind, Method method) {
        V settled = kind.view(kind.state(open(kind)).settled());
        if (CHANGE.matcher(method.getName()).lookingAt()) {
            assertThatThrownBy(() -> call(method, settled)).isInstanceOf(UnsupportedOperationException.class);
        } else {
            assertThatNoException().isThrownBy(() -> call(method, settled));
        }
    }

    @Test
    void nullIsRefusedByItsName() {
        HashEntry hash = open(Entries.hash());
        assertThrown(NullPointerException.class, () -> hash.get(null), "field");
        assertThrown(NullPointerException.class, () -> hash.remove(null), "field");
        assertThrown(NullPointerException.class, () -> hash.set(null, ""), "field");
        assertThrown(NullPointerException.class, () -> hash.set("a", null), "value");
        assertThrown(NullPointerException.class, () -> open(Entries.string()).set(null), "value");
        assertThrown(
                NullPointerException.class,
                () -> open(Entries.value(Codec.longs())).set(null),
                "value");
        assertThrown(NullPointerException.class, () -> Entries.value(null), "codec");
        assertThrown(NullPointerException.class, () -> open(Entries.list()).addLast(null), "element");
        assertThrown(NullPointerException.class, () -> open(Entries.sortedSet()).set(null, 1), "member");
    }

    private static <V> V open(EntryKind<V> kind) {
        boolean scalar = kind.redisType().equals("string");
        return kind.view(kind.opened(true, scalar ? Tables.bytes("1").get(0) : Tables.bytes("1", "1"), true));
    }

    private static void call(Method method, Object view) {
        Object[] arguments =
                Arrays.stream(method.getParameterTypes()).map(ARGUMENTS::get).toArray();
        ReflectionSupport.invokeMethod(method, view, arguments);
    }

    private static Sees seen(Attempted attempted) {
        if (attempted.seen().isEmpty()) {
            return attempted.blind().isEmpty() ? Sees.NOTHING_WRITTEN : Sees.NOTHING_BLIND;
        }
        return switch (attempted.seen().get(0).command().name()) {
            case "EXISTS" -> Sees.EXISTENCE;
            case "HMGET", "GET", "SMISMEMBER", "ZMSCORE" -> Sees.FIELD;
            default -> Sees.ALL;
        };
    }
}
