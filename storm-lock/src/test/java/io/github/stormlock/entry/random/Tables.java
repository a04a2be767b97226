package io.github.stormlock.entry.random;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.entry.Attempted;
import io.github.stormlock.entry.BlindChange;
import io.github.stormlock.entry.EntryCommand;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.Expectation;
import io.github.stormlock.entry.internal.Utf8;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;

/** Short ways to pair what is done to an entry with the commands that it must give. */
public final class Tables {

    /** The types of an argument; the first that fits is taken. A value of a user is a long. */
    private static final List<Class<?>> TYPES =
            List.of(long.class, int.class, Object.class, double.class, String.class);

    private static final int MANY = 100;

    private Tables() {}

    /** Returns a view of an entry with these elements, as the whole entry is answered; {@code null} stands for nil. */
    public static <V> V open(EntryKind<V> kind, String... elements) {
        return kind.view(kind.opened(elements.length > 0, bytes(elements), false));
    }

    public static List<byte[]> bytes(String... elements) {
        List<byte[]> bytes = new ArrayList<>();
        for (String element : elements) {
            bytes.add(element == null ? null : Utf8.encode(element));
        }
        return bytes;
    }

    /** Makes calls such as {@code add hits 5; getLong hits = 15}. A text in quotes is no number. */
    public static void make(Object view, String calls) {
        for (String call : calls.isEmpty() ? new String[0] : calls.split("; ")) {
            String[] sides = call.split(" = ", 2);
            String[] words = sides[0].split(" ");
            List<String> arguments = List.of(words).subList(1, words.length);
            String answer = String.valueOf(call(view, words[0], arguments));
            assertThat(sides.length < 2 ? "" : answer).isEqualTo(sides.length < 2 ? "" : sides[1]);
        }
    }

    /** Calls a method whose parameters fit the arguments, and throws what it throws. */
    static Object call(Object view, String name, List<String> arguments) {
        Method method = Stream.of(view.getClass().getMethods())
                .filter(each -> each.getName().equals(name))
                .filter(each -> each.getParameterCount() == arguments.size() && misfit(each, arguments) < MANY)
                .min(Comparator.comparing(each -> misfit(each, arguments)))
                .orElseThrow(() -> new IllegalArgumentException(name + arguments));
        Object[] given = new Object[arguments.size()];
        Arrays.setAll(given, i -> read(method.getParameterTypes()[i], arguments.get(i)));
        method.setAccessible(true);
        try {
            return method.invoke(view, given);
        } catch (InvocationTargetException e) {
            if (e.getCause() instanceof RuntimeException thrown) {
                throw thrown;
            }
            throw new AssertionError(name + arguments, e);
        } catch (IllegalAccessException e) {
            throw new AssertionError(name + arguments, e);
        }
    }

    private static int misfit(Method method, List<String> arguments) {
        int misfit = 0;
        for (int i = 0; i < arguments.size(); i++) {
            String text = arguments.get(i);
            int kind = TYPES.indexOf(method.getParameterTypes()[i]);
            boolean fits = kind == TYPES.size() - 1 || text.matches(kind < 3 ? "-?\\d+" : "-?(\\d.*|Infinity)|NaN");
            misfit += fits ? kind : MANY;
        }
        return misfit;
    }

    private static Object read(Class<?> type, String text) {
        return switch (TYPES.indexOf(type)) {
            case 0, 2 -> Long.valueOf(text);
            case 1 -> Integer.valueOf(text);
            case 3 -> Double.valueOf(text);
            default -> text.replace("\"", "");
        };
    }

    public static List<String> printed(List<EntryCommand> commands) {
        return commands.stream().map(Tables::printed).toList();
    }

    /** Returns an attempt's view of an entry with these elements, as the whole entry is answered. */
    public static <V> V attempt(EntryKind<V> kind, String... elements) {
        return kind.view(kind.opened(elements.length > 0, bytes(elements), true));
    }

    /** Returns the lines of an attempt: what is expected, what is blind, and the commands. */
    public static List<String> printed(Attempted attempted) {
        List<String> lines = new ArrayList<>();
        for (Expectation expected : attempted.seen()) {
            List<String> parts = expected.answer().stream()
                    .map(part -> part == null ? "nil" : '"' + Utf8.decode(part) + '"')
                    .toList();
            lines.add(printed(expected.command()) + " = " + String.join(" ", parts));
        }
        for (BlindChange change : attempted.blind()) {
            String field = change.field() == null ? "" : change.field() + " ";
            lines.add(change.kind() + " " + field + change.operand());
        }
        lines.addAll(printed(attempted.commands()));
        return lines;
    }

    public static String printed(EntryCommand command) {
        StringBuilder line = new StringBuilder(command.name());
        for (byte[] argument : command.arguments()) {
            line.append(' ').append(Utf8.decode(argument));
        }
        return line.toString();
    }
}
