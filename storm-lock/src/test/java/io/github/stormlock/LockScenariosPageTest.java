package io.github.stormlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Each test that docs/lock-scenarios.md names stands in a source, and no scenario is left out. */
class LockScenariosPageTest {
    private static final Path ROOT = Path.of("..");
    private static final Pattern LIST = Pattern.compile("(?ms)^## ([^\n]+)\n(.*?)(?=^## |\\z)");
    private static final Pattern ROW = Pattern.compile("(?m)^\\| (\\d+) \\| [^|]+ \\| ([^|]+) \\|$");
    private static final Pattern NAMED = Pattern.compile("`([A-Z]\\w*)\\.(\\w+)`");
    private static final Pattern ANNOTATION = Pattern.compile("(?m)^    @(?:Test|ParameterizedTest|TestFactory)\\b");
    private static final String REASON = "does not apply: ";
    /** How many scenarios each list has. */
    private static final Map<String, Integer> SIZES = Map.of(
            "Fair", 18,
            "Read-write", 25,
            "Multi", 19,
            "Quorum", 21,
            "Permits, counted", 23,
            "Permits, with their holders", 23,
            "Latch", 18);

    private static List<MatchResult> found(Pattern pattern, String text) {
        return pattern.matcher(text).results().toList();
    }

    private static List<MatchResult> lists() throws IOException {
        return found(LIST, Files.readString(ROOT.resolve("docs/lock-scenarios.md")));
    }

    /** Returns the tests of all modules, by the names of their classes. */
    private static Map<String, String> sources() throws IOException {
        Map<String, String> sources = new HashMap<>();
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path tests : modules.map(module -> module.resolve("src/test/java"))
                    .filter(Files::isDirectory)
                    .toList()) {
                try (Stream<Path> files = Files.walk(tests)) {
                    for (Path file : files.filter(each -> each.toString().endsWith("Test.java"))
                            .toList()) {
                        sources.put(file.getFileName().toString().replace(".java", ""), Files.readString(file));
                    }
                }
            }
        }
        return sources;
    }

    /** A test is a method that is annotated as one. */
    private static boolean isTestOf(String source, String name) {
        Matcher declared = Pattern.compile("(?m)^    (?:void|Stream<DynamicTest>) " + name + "\\(")
                .matcher(source);
        if (!declared.find()) {
            return false;
        }
        String before = source.substring(source.lastIndexOf("\n\n", declared.start()), declared.start());
        return ANNOTATION.matcher(before).find();
    }

    @Test
    void eachScenarioHasOneRow() throws IOException {
        Map<String, List<Integer>> numbers = new HashMap<>();
        for (MatchResult list : lists()) {
            numbers.put(
                    list.group(1),
                    found(ROW, list.group(2)).stream()
                            .map(row -> Integer.valueOf(row.group(1)))
                            .toList());
        }
        Map<String, List<Integer>> all = new HashMap<>();
        SIZES.forEach((list, size) ->
                all.put(list, IntStream.rangeClosed(1, size).boxed().toList()));
        assertThat(numbers).isEqualTo(all);
    }

    @Test
    void eachRowNamesTestsThatExistOrAReason() throws IOException {
        Map<String, String> sources = sources();
        List<String> missing = new ArrayList<>();
        for (MatchResult list : lists()) {
            for (MatchResult row : found(ROW, list.group(2))) {
                Matcher named = NAMED.matcher(row.group(2));
                boolean none = !row.group(2).startsWith(REASON);
                while (named.find()) {
                    none = false;
                    if (!isTestOf(sources.getOrDefault(named.group(1), ""), named.group(2))) {
                        missing.add(named.group());
                    }
                }
                if (none) {
                    missing.add(list.group(1) + " " + row.group(1) + " names none");
                }
            }
        }
        assertThat(missing).isEmpty();
    }
}
