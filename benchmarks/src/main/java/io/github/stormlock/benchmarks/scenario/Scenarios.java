package io.github.stormlock.benchmarks.scenario;

import io.github.stormlock.test.internal.process.Resources;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The scenarios, which {@code scenarios.txt} lists. */
public final class Scenarios {
    private static final Pattern JVMS =
            Pattern.compile("(?:([0-9]+)x)?([0-9]+)(?:\\*([0-9]+))?(?:/([0-9]+)ms)?(@far)?");
    private static final int UNUSUAL_AT = 6;

    /** The lists of contenders by their names. */
    private static final Map<String, List<String>> LISTS = new HashMap<>();

    public static final List<Scenario> ALL = listed();

    private Scenarios() {}

    private static List<Scenario> listed() {
        List<Scenario> scenarios = new ArrayList<>();
        for (List<String> row : Resources.rows(Scenarios.class, "scenarios.txt")) {
            if (row.get(0).endsWith(":")) {
                LISTS.put(row.get(0).replace(":", ""), row.subList(1, row.size()));
            } else {
                scenarios.add(scenario(row));
            }
        }
        return List.copyOf(scenarios);
    }

    private static Scenario scenario(List<String> row) {
        Map<String, String> unusual = new HashMap<>();
        row.stream().skip(UNUSUAL_AT).map(word -> word.split("=", 2)).forEach(pair -> unusual.put(pair[0], pair[1]));
        Load load = new Load(
                Stream.of(row.get(2).split("\\+", -1)).flatMap(Scenarios::jvms).toList(),
                number(row.get(3), 1),
                number(unusual.get("pending"), 1),
                EntryChoice.valueOf(unusual.getOrDefault("keys", "at_random").toUpperCase(Locale.ROOT)),
                Duration.ofMillis(number(unusual.get("poll"), 0)));
        List<String> contenders = Stream.of(row.get(5).split(",", -1))
                .flatMap(name -> LISTS.getOrDefault(name, List.of(name)).stream())
                .toList();
        Scenario.Kind kind = Scenario.Kind.valueOf(row.get(1).toUpperCase(Locale.ROOT));
        return new Scenario(row.get(0), kind, load, row.get(4), contenders);
    }

    private static Stream<UpdatingJvm> jvms(String text) {
        Matcher jvms = JVMS.matcher(text);
        if (!jvms.matches()) {
            throw new IllegalArgumentException("no JVMs are written as " + text);
        }
        UpdatingJvm one = new UpdatingJvm(
                number(jvms.group(2), 1),
                number(jvms.group(3), 1),
                Duration.ofMillis(number(jvms.group(4), 0)),
                jvms.group(5) != null);
        return Collections.nCopies(number(jvms.group(1), 1), one).stream();
    }

    private static int number(@Nullable String text, int usual) {
        return text == null ? usual : Integer.parseInt(text);
    }

    public static Optional<Scenario> named(String name) {
        return ALL.stream().filter(scenario -> scenario.name().equals(name)).findFirst();
    }

    /** Returns the scenario of this name, or all whose names begin with what stands before a star at its end. */
    public static List<Scenario> matching(String wanted) {
        if (!wanted.endsWith("*")) {
            return named(wanted).stream().toList();
        }
        String begin = wanted.substring(0, wanted.length() - 1);
        return ALL.stream()
                .filter(scenario -> scenario.name().startsWith(begin))
                .toList();
    }

    public static List<String> names() {
        return ALL.stream().map(Scenario::name).toList();
    }
}
