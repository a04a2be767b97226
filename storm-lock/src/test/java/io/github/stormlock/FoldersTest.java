package io.github.stormlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Folders of all modules are small enough to be read at a glance, and say what lives in them. */
class FoldersTest {
    private static final Path ROOT = Path.of("..");
    private static final int MOST_TYPES = 25;

    private static List<Path> folders(String sources) throws IOException {
        List<Path> folders = new ArrayList<>();
        try (Stream<Path> modules = Files.list(ROOT)) {
            for (Path module : modules.filter(folder -> Files.isDirectory(folder.resolve("src/" + sources)))
                    .toList()) {
                try (Stream<Path> all = Files.walk(module.resolve("src/" + sources))) {
                    folders.addAll(all.filter(Files::isDirectory).toList());
                }
            }
        }
        return folders;
    }

    private static List<String> types(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.endsWith(".java") && !name.equals("package-info.java"))
                    .toList();
        }
    }

    @Test
    void noFolderHasMoreThan25Types() throws IOException {
        for (String sources : List.of("main/java", "test/java")) {
            for (Path folder : folders(sources)) {
                assertThat(types(folder)).as(folder.toString()).hasSizeLessThanOrEqualTo(MOST_TYPES);
            }
        }
    }

    @Test
    void noTypeNameStandsInTwoModules() throws IOException {
        Map<String, Path> modules = new HashMap<>();
        for (String sources : List.of("main/java", "test/java")) {
            for (Path folder : folders(sources)) {
                Path module = ROOT.relativize(folder).getName(0);
                for (String type : types(folder)) {
                    Path other = modules.putIfAbsent(type, module);
                    assertThat(other == null || other.equals(module))
                            .as(type + " stands in " + module + " and in " + other)
                            .isTrue();
                }
            }
        }
    }

    @Test
    void eachPackageSaysWhatLivesThere() throws IOException {
        List<Path> packages = new ArrayList<>();
        for (Path folder : folders("main/java")) {
            if (!types(folder).isEmpty()) {
                packages.add(folder);
            }
        }
        assertThat(packages).isNotEmpty().allSatisfy(folder -> assertThat(
                        Files.readString(folder.resolve("package-info.java")))
                .as(folder.toString())
                .startsWith("/**"));
    }
}
