package io.github.stormlock.topologies.guide;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The pages of the guide and of the migrations, and the sources that their examples stand in. */
final class GuidePages {
    static final Path ROOT =
            Path.of(System.getProperty("basedir", ".")).toAbsolutePath().getParent();
    static final List<Path> FOLDERS = List.of(ROOT.resolve("docs/guide"), ROOT.resolve("docs/migration"));
    static final Path EXAMPLES = ROOT.resolve("topologies/src/test/java/io/github/stormlock/topologies/guide");
    static final Path MIGRATIONS = ROOT.resolve("benchmarks/src/test/java/io/github/stormlock/benchmarks/migration");
    private static final List<Path> SOURCES = List.of(
            EXAMPLES,
            MIGRATIONS,
            ROOT.resolve("storm-lock/src/test/java/io/github/stormlock/bolt/readme"),
            ROOT.resolve("storm-lock-micrometer/src/test/java/io/github/stormlock/micrometer"),
            ROOT.resolve("storm-lock-quorum/src/test/java/io/github/stormlock/quorum"),
            ROOT.resolve("benchmarks/src/main/java/io/github/stormlock/benchmarks/work/storm"));

    private static final Pattern ARGUMENT = Pattern.compile("'([^']*)'|([^\\s'\\\\]+)");

    private GuidePages() {}

    static List<Path> pages() {
        return FOLDERS.stream().flatMap(folder -> files(folder, ".md").stream()).toList();
    }

    static Path guide(String page) {
        return FOLDERS.get(0).resolve(page + ".md");
    }

    /** Returns all compiled sources that examples may stand in, without the layout of their lines. */
    static String sources() {
        return SOURCES.stream()
                .flatMap(folder -> files(folder, ".java").stream())
                .map(file -> unindented(text(file)))
                .collect(Collectors.joining("\n"));
    }

    /** Returns the blocks of a page that are fenced as this language. */
    static List<String> blocks(Path page, String language) {
        return Pattern.compile("```" + language + "\\R(.*?)```", Pattern.DOTALL)
                .matcher(text(page))
                .results()
                .map(block -> block.group(1))
                .toList();
    }

    /** Returns the arguments of a command as a shell would. */
    static List<String> arguments(String command) {
        return ARGUMENT.matcher(command)
                .results()
                .map(word -> word.group(1) == null ? word.group(2) : word.group(1))
                .toList();
    }

    static String unindented(String text) {
        return text.lines().map(String::strip).collect(Collectors.joining("\n")).strip();
    }

    static List<Path> files(Path folder, String ending) {
        try (Stream<Path> files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(ending))
                    .sorted()
                    .toList();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static String text(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
