package io.github.stormlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Compares the first picture of docs/architecture.md with the imports of all modules, both ways. */
class ArchitecturePageTest {
    private static final Path ROOT = Path.of("..");
    private static final String LIBRARY = "storm-lock";
    private static final List<String> MODULES = List.of(
            LIBRARY,
            "storm-lock-test",
            "storm-lock-micrometer",
            "storm-lock-quorum",
            "topologies",
            "insight",
            "kafka",
            "demo",
            "benchmarks",
            "torture",
            "cluster");
    private static final Pattern FIRST_PICTURE = Pattern.compile("```mermaid\n(.*?)```", Pattern.DOTALL);
    private static final Pattern SUBGRAPH = Pattern.compile("subgraph (\\w+) \\[([^]]+)]");
    private static final Pattern LABEL = Pattern.compile("(\\w+)\\[\"([^\"]+)\"]");
    private static final Pattern ARROW = Pattern.compile("(\\w+)(?:\\[\"[^\"]*\"])? --> (\\w+)");
    private static final Pattern IMPORT =
            Pattern.compile("(?m)^import (?:static )?io\\.github\\.stormlock\\.([a-z][a-z.]*)\\.[A-Z]");

    @Test
    void pictureOfModulesAndRoomsShowsTheImports() throws IOException {
        assertThat(drawn()).isEqualTo(imported());
    }

    private static TreeSet<String> drawn() throws IOException {
        Matcher picture = FIRST_PICTURE.matcher(Files.readString(ROOT.resolve("docs/architecture.md")));
        assertThat(picture.find()).isTrue();
        Map<String, String> names = new HashMap<>();
        for (Pattern named : List.of(SUBGRAPH, LABEL)) {
            named.matcher(picture.group(1)).results().forEach(node -> names.put(node.group(1), node.group(2)));
        }
        TreeSet<String> arrows = new TreeSet<>();
        ARROW.matcher(picture.group(1))
                .results()
                .forEach(arrow -> arrows.add(names.getOrDefault(arrow.group(1), arrow.group(1)) + " -> "
                        + names.getOrDefault(arrow.group(2), arrow.group(2))));
        return arrows;
    }

    private static TreeSet<String> imported() throws IOException {
        TreeSet<String> arrows = new TreeSet<>();
        for (String module : MODULES) {
            Path sources = ROOT.resolve(module).resolve("src/main/java/io/github/stormlock");
            try (Stream<Path> files = Files.walk(sources)) {
                for (Path file :
                        files.filter(file -> file.toString().endsWith(".java")).toList()) {
                    String folder = sources.relativize(file.getParent()).toString();
                    String from = module.equals(LIBRARY) ? folder.replace('/', '.') : module;
                    IMPORT.matcher(Files.readString(file))
                            .results()
                            .map(found -> place(found, module))
                            .filter(to -> !to.equals(from))
                            .forEach(to -> arrows.add(from + " -> " + to));
                }
            }
        }
        return arrows;
    }

    /** Returns the room of an imported type, or the module where it belongs to another one. */
    private static String place(MatchResult found, String module) {
        String imported = found.group(1);
        String first = imported.split("\\.")[0];
        if (Files.isDirectory(ROOT.resolve(LIBRARY).resolve("src/main/java/io/github/stormlock/" + first))) {
            return module.equals(LIBRARY) ? imported : LIBRARY;
        }
        return List.of("test", "quorum").contains(first) ? "storm-lock-" + first : first;
    }
}
