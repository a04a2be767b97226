package io.github.stormlock;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The lines that are broken now and then stand in the sources, and so do the tests that have to notice. */
class BreakagesListTest {
    private static final Path ROOT = Path.of("..");
    private static final int LINES = 5;

    /** One entry of the list. */
    private record Breakage(String name, Path file, String line, List<String> tests) {
        Path testsFolder() {
            return ROOT.resolve(ROOT.relativize(file).getName(0)).resolve("src/test/java/io/github/stormlock");
        }
    }

    private static List<Breakage> breakages() throws IOException {
        List<String> lines = Files.readAllLines(ROOT.resolve(".ci/breakages.txt")).stream()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .toList();
        assertThat(lines.size() % LINES).isZero();
        return Stream.iterate(0, i -> i < lines.size(), i -> i + LINES)
                .map(i -> new Breakage(
                        lines.get(i),
                        ROOT.resolve(lines.get(i + 1)),
                        lines.get(i + 2).substring(2),
                        List.of(lines.get(i + 4).split(" "))))
                .toList();
    }

    @Test
    void eachHasANameOfItsOwn() throws IOException {
        assertThat(breakages()).extracting(Breakage::name).doesNotHaveDuplicates();
    }

    @Test
    void eachLineStandsOnceInItsFile() throws IOException {
        assertThat(breakages()).isNotEmpty().allSatisfy(breakage -> assertThat(Files.readString(breakage.file()))
                .as(breakage.name())
                .containsOnlyOnce(breakage.line()));
    }

    @Test
    void eachTestThatHasToNoticeStands() throws IOException {
        assertThat(breakages()).allSatisfy(breakage -> assertThat(breakage.tests())
                .as(breakage.name())
                .allSatisfy(test -> {
                    String type = test.replaceFirst("#.*", "").replace('.', '/') + ".java";
                    assertThat(breakage.testsFolder().resolve(type)).exists();
                }));
    }
}
