package io.github.stormlock.entry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.stormlock.entry.random.Tables;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/**
 * Every public method of every view is in one class of {@link Sees}, and an attempt that calls it carries what the
 * class says.
 */
class ViewMethodsTest {

    private static final Pattern CHANGE = Pattern.compile("add|set|remove|clear|max|min|poll|trim");

    private enum Sees {
        FIELD,
        ALL,
        EXISTENCE,
        NOTHING_BLIND,
        NOTHING_WRITTEN
    }

    private record Called<V>(Sees sees, Consumer<V> call) {}

    /** The methods of one view, by their signatures. */
    private static final class Methods<V> {
        private final EntryKind<V> kind;
        private final List<byte[]> elements;
        private final Map<String, Called<V>> calls = new LinkedHashMap<>();

        Methods(EntryKind<V> kind, String... elements) {
            this.kind = kind;
            this.elements = Tables.bytes(elements);
        }

        Methods<V> method(Sees sees, String signature, Consumer<V> call) {
            calls.put(signature, new Called<>(sees, call));
            return this;
        }

        V open() {
            boolean scalar = kind.redisType().equals("string");
            return kind.openForAttempt(true, scalar ? elements.get(0) : elements);
        }

        Sees seen(Consumer<V> call) {
            V view = open();
            call.accept(view);
            Attempted attempted = kind.attempted(view, false);
            if (attempted.seen().isEmpty()) {
                return attempted.blind().isEmpty() ? Sees.NOTHING_WRITTEN : Sees.NOTHING_BLIND;
            }
            return switch (attempted.seen().get(0).command().name()) {
                case "EXISTS" -> Sees.EXISTENCE;
                case "HMGET", "GET" -> Sees.FIELD;
                default -> Sees.ALL;
            };
        }

        private void assertForReadingOnly(String signature, Consumer<V> call) {
            V settled = kind.settled(open());
            Throwable thrown = catchThrowable(() -> call.accept(settled));
            if (CHANGE.matcher(signature).lookingAt()) {
                assertThat(thrown).isInstanceOf(UnsupportedOperationException.class);
            } else {
                assertThat(thrown).isNull();
            }
        }

        Stream<DynamicTest> tests() {
            Class<?> type = open().getClass();
            Set<String> all = Arrays.stream(type.getMethods())
                    .filter(method -> method.getDeclaringClass() != Object.class)
                    .map(ViewMethodsTest::signature)
                    .collect(Collectors.toCollection(TreeSet::new));
            List<DynamicTest> tests = new ArrayList<>();
            tests.add(DynamicTest.dynamicTest(
                    type.getSimpleName() + " has just the methods that are in a class",
                    () -> assertThat(new TreeSet<>(calls.keySet())).isEqualTo(all)));
            calls.forEach((signature, called) -> tests.add(DynamicTest.dynamicTest(
                    type.getSimpleName() + "." + signature + " sees " + called.sees(),
                    () -> assertThat(seen(called.call())).isEqualTo(called.sees()))));
            calls.forEach((signature, called) -> tests.add(DynamicTest.dynamicTest(
                    type.getSimpleName() + "." + signature + " of a settled view",
                    () -> assertForReadingOnly(signature, called.call()))));
            return tests.stream();
        }
    }

    private static String signature(Method method) {
        return Arrays.stream(method.getParameterTypes())
                .map(Class::getSimpleName)
                .collect(Collectors.joining(",", method.getName() + "(", ")"));
    }

    @TestFactory
    Stream<DynamicTest> hash() {
        return new Methods<>(Entries.hash(), "f", "1")
                .method(Sees.EXISTENCE, "exists()", HashEntry::exists)
                .method(Sees.FIELD, "get(String)", view -> view.get("f"))
                .method(Sees.FIELD, "get(String,String)", view -> view.get("f", ""))
                .method(Sees.FIELD, "getLong(String)", view -> view.getLong("f"))
                .method(Sees.FIELD, "getDouble(String)", view -> view.getDouble("f"))
                .method(Sees.FIELD, "contains(String)", view -> view.contains("f"))
                .method(Sees.FIELD, "addAndGet(String,long)", view -> view.addAndGet("f", 1))
                .method(Sees.FIELD, "add(String,double)", view -> view.add("f", 0.5))
                .method(Sees.ALL, "fields()", HashEntry::fields)
                .method(Sees.ALL, "asMap()", HashEntry::asMap)
                .method(Sees.ALL, "size()", HashEntry::size)
                .method(Sees.ALL, "isEmpty()", HashEntry::isEmpty)
                .method(Sees.ALL, "clear()", HashEntry::clear)
                .method(Sees.NOTHING_BLIND, "add(String,long)", view -> view.add("f", 1))
                .method(Sees.NOTHING_BLIND, "max(String,long)", view -> view.max("f", 1))
                .method(Sees.NOTHING_BLIND, "min(String,long)", view -> view.min("f", 1))
                .method(Sees.NOTHING_WRITTEN, "set(String,String)", view -> view.set("f", "1"))
                .method(Sees.NOTHING_WRITTEN, "set(String,long)", view -> view.set("f", 1))
                .method(Sees.NOTHING_WRITTEN, "remove(String)", view -> view.remove("f"))
                .method(Sees.ALL, "toString()", HashEntry::toString)
                .tests();
    }

    @TestFactory
    Stream<DynamicTest> string() {
        return new Methods<>(Entries.string(), "1")
                .method(Sees.EXISTENCE, "exists()", StringEntry::exists)
                .method(Sees.FIELD, "get()", StringEntry::get)
                .method(Sees.FIELD, "get(String)", view -> view.get(""))
                .method(Sees.FIELD, "getLong()", StringEntry::getLong)
                .method(Sees.FIELD, "getDouble()", StringEntry::getDouble)
                .method(Sees.FIELD, "addAndGet(long)", view -> view.addAndGet(1))
                .method(Sees.FIELD, "add(double)", view -> view.add(0.5))
                .method(Sees.NOTHING_BLIND, "add(long)", view -> view.add(1))
                .method(Sees.NOTHING_BLIND, "max(long)", view -> view.max(1))
                .method(Sees.NOTHING_BLIND, "min(long)", view -> view.min(1))
                .method(Sees.NOTHING_WRITTEN, "set(String)", view -> view.set("1"))
                .method(Sees.NOTHING_WRITTEN, "set(long)", view -> view.set(1))
                .method(Sees.NOTHING_WRITTEN, "remove()", StringEntry::remove)
                .method(Sees.FIELD, "toString()", StringEntry::toString)
                .tests();
    }

    @TestFactory
    Stream<DynamicTest> value() {
        return new Methods<>(Entries.value(Codec.longs()), "1")
                .method(Sees.EXISTENCE, "exists()", ValueEntry::exists)
                .method(Sees.FIELD, "get()", ValueEntry::get)
                .method(Sees.FIELD, "get(Object)", view -> view.get(7L))
                .method(Sees.NOTHING_WRITTEN, "set(Object)", view -> view.set(1L))
                .method(Sees.NOTHING_WRITTEN, "remove()", ValueEntry::remove)
                .method(Sees.FIELD, "toString()", ValueEntry::toString)
                .tests();
    }

    @TestFactory
    Stream<DynamicTest> list() {
        return new Methods<>(Entries.list(), "a")
                .method(Sees.ALL, "exists()", ListEntry::exists)
                .method(Sees.ALL, "size()", ListEntry::size)
                .method(Sees.ALL, "isEmpty()", ListEntry::isEmpty)
                .method(Sees.ALL, "get(int)", view -> view.get(0))
                .method(Sees.ALL, "peekFirst()", ListEntry::peekFirst)
                .method(Sees.ALL, "peekLast()", ListEntry::peekLast)
                .method(Sees.ALL, "asList()", ListEntry::asList)
                .method(Sees.ALL, "addFirst(String)", view -> view.addFirst("b"))
                .method(Sees.ALL, "addLast(String)", view -> view.addLast("b"))
                .method(Sees.ALL, "pollFirst()", ListEntry::pollFirst)
                .method(Sees.ALL, "pollLast()", ListEntry::pollLast)
                .method(Sees.ALL, "set(int,String)", view -> view.set(0, "b"))
                .method(Sees.ALL, "trim(int,int)", view -> view.trim(0, 1))
                .method(Sees.ALL, "clear()", ListEntry::clear)
                .method(Sees.ALL, "toString()", ListEntry::toString)
                .tests();
    }

    @TestFactory
    Stream<DynamicTest> set() {
        return new Methods<>(Entries.set(), "a")
                .method(Sees.ALL, "exists()", SetEntry::exists)
                .method(Sees.ALL, "contains(String)", view -> view.contains("a"))
                .method(Sees.ALL, "asSet()", SetEntry::asSet)
                .method(Sees.ALL, "size()", SetEntry::size)
                .method(Sees.ALL, "isEmpty()", SetEntry::isEmpty)
                .method(Sees.ALL, "add(String)", view -> view.add("a"))
                .method(Sees.ALL, "remove(String)", view -> view.remove("b"))
                .method(Sees.ALL, "clear()", SetEntry::clear)
                .method(Sees.ALL, "toString()", SetEntry::toString)
                .tests();
    }

    @TestFactory
    Stream<DynamicTest> sortedSet() {
        return new Methods<>(Entries.sortedSet(), "a", "1")
                .method(Sees.ALL, "exists()", SortedSetEntry::exists)
                .method(Sees.ALL, "contains(String)", view -> view.contains("a"))
                .method(Sees.ALL, "score(String)", view -> view.score("a"))
                .method(Sees.ALL, "score(String,double)", view -> view.score("a", 0))
                .method(Sees.ALL, "first()", SortedSetEntry::first)
                .method(Sees.ALL, "last()", SortedSetEntry::last)
                .method(Sees.ALL, "asMap()", SortedSetEntry::asMap)
                .method(Sees.ALL, "size()", SortedSetEntry::size)
                .method(Sees.ALL, "isEmpty()", SortedSetEntry::isEmpty)
                .method(Sees.NOTHING_WRITTEN, "set(String,double)", view -> view.set("a", 1))
                .method(Sees.ALL, "add(String,double)", view -> view.add("a", 0))
                .method(Sees.ALL, "remove(String)", view -> view.remove("b"))
                .method(Sees.ALL, "clear()", SortedSetEntry::clear)
                .method(Sees.ALL, "toString()", SortedSetEntry::toString)
                .tests();
    }
}
