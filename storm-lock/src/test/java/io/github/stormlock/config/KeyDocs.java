package io.github.stormlock.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Writes the table of keys as YAML and as Markdown. */
final class KeyDocs {
    private static final int WIDTH = 110;
    private static final Pattern LINE = Pattern.compile("(.{1," + WIDTH + "})( |$)");
    private static final String BEGIN = "<!-- keys: begin -->\n";
    private static final String END = "<!-- keys: end -->\n";
    private static final Map<String, String> SECTIONS = Map.of(
            "1. Locks, entries and events: used by every bolt, unless it has a setting of its own",
            "storm\\.lock\\.(?!redis\\.|open\\.).*",
            "2. Redis: used by the one connection factory of a worker",
            "storm\\.lock\\.redis\\.(?!tls|pool\\.).*",
            "3. TLS: used for every connection",
            "storm\\.lock\\.redis\\.tls.*",
            "4. The pool of command connections: one per worker, and per node of a cluster",
            "storm\\.lock\\.redis\\.pool\\..*",
            "5. Busy entries: what a task does with their tuples",
            "storm\\.lock\\.open\\..*");

    private KeyDocs() {}

    /** Returns the whole YAML file. */
    static String yaml() {
        return wrapped(
                        "Every key of storm-lock with its default, its unit and its range. A key that is commented out shows an"
                                + " example: without it, what its last line says holds. Durations are whole numbers with a unit"
                                + " (ms, s, m, h, d); a bare number is milliseconds. More in docs/configuration.md.")
                + sections(title -> "\n# " + title + "\n", KeyDocs::yamlEntry);
    }

    /** Returns the Markdown file as it stands, with the tables between its two marks written anew. */
    static String markdown(String standing) {
        String tables = sections(
                title -> "\n### " + title + "\n\n| key | value | default | meaning |\n|---|---|---|---|\n",
                KeyDocs::markdownRow);
        return standing.substring(0, standing.indexOf(BEGIN)) + BEGIN + tables + "\n"
                + standing.substring(standing.indexOf(END));
    }

    static String markdownRow(SettingKey<?> key) {
        String standard = key.hasDefault() ? "`" + key.value() + "`" : key.otherwise();
        return "| `" + key.name() + "` | " + key.type().unit() + ": "
                + key.type().range() + " | " + standard + " | " + key.meaning() + " |\n";
    }

    private static String yamlEntry(SettingKey<?> key) {
        String facts = "Unit: " + key.type().unit() + ". Range: " + key.type().range() + ".";
        String standard = key.hasDefault() ? "" : wrapped("Without it: " + key.otherwise() + ".");
        String mark = key.hasDefault() ? "" : "# ";
        return "\n" + wrapped(key.meaning()) + wrapped(facts) + standard + mark + key.name() + ": "
                + inYaml(key.value()) + "\n";
    }

    private static String sections(Function<String, String> head, Function<SettingKey<?>, String> row) {
        List<String> parts = new ArrayList<>();
        SECTIONS.entrySet().stream().sorted(Map.Entry.comparingByKey()).forEach(section -> {
            parts.add(head.apply(section.getKey()));
            SettingKeys.ALL.values().stream()
                    .filter(key -> key.name().matches(section.getValue()))
                    .forEach(key -> parts.add(row.apply(key)));
        });
        return String.join("", parts);
    }

    private static String wrapped(String text) {
        Matcher lines = LINE.matcher(text);
        return lines.results().map(line -> "# " + line.group(1) + "\n").collect(Collectors.joining());
    }

    /** Returns a value as YAML reads it: a colon at the end would make it a key. */
    private static String inYaml(String value) {
        return value.endsWith(":") ? '"' + value + '"' : value;
    }
}
