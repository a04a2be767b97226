package io.github.stormlock.bolt.readme;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The README's examples are compiled and tested here: each of their lines stands in a source, apart from the layout. */
class ReadmeTest {
    private static final Path MODULE = Path.of(System.getProperty("basedir", "."));
    private static final Pattern JAVA = Pattern.compile("```java\\R(.*?)```", Pattern.DOTALL);

    @ParameterizedTest
    @ValueSource(strings = {"PageStats", "PageStatsTest"})
    void classIsAsInTheReadme(String name) throws IOException {
        String source =
                Files.readString(MODULE.resolve("src/test/java/io/github/stormlock/bolt/readme/" + name + ".java"));
        Matcher readme = JAVA.matcher(Files.readString(MODULE.resolve("../README.md")));
        List<String> shown = readme.results()
                .map(block -> block.group(1))
                .filter(block ->
                        Pattern.compile("class " + name + "\\b").matcher(block).find())
                .toList();
        assertThat(shown).as("the README's block of " + name).hasSize(1);
        assertThat(shown.get(0).lines().map(ReadmeTest::squeezed))
                .allSatisfy(line -> assertThat(squeezed(source)).contains(line));
    }

    @Test
    void javadocBeginsWithTheBoltOfTheReadme() throws IOException {
        Matcher readme = JAVA.matcher(Files.readString(MODULE.resolve("../README.md")));
        assertThat(readme.find()).isTrue();
        assertThat(MODULE.resolve("src/main/javadoc/overview.html")).content().contains(readme.group(1));
    }

    /** Users copy that project, so it has its own copy. */
    @ParameterizedTest
    @CsvSource({"main, PageStats", "test, PageStatsTest"})
    void classIsAsInTheProjectOfAUser(String folder, String name) throws IOException {
        String source =
                Files.readString(MODULE.resolve("src/test/java/io/github/stormlock/bolt/readme/" + name + ".java"));
        assertThat(MODULE.resolve("../consumers/storm/src/" + folder + "/java/example/pages/" + name + ".java"))
                .hasContent(source.replace("package io.github.stormlock.bolt.readme;", "package example.pages;")
                        .replace("import org.junit.jupiter.api.Tag;\n", "")
                        .replace("@Tag(\"server\")\n", ""));
    }

    @ParameterizedTest
    @CsvSource({"SeveralEntries, several-entries, 4", "LockExamples, locks, 6"})
    void examplesAreAsOnTheirPage(String name, String page, int count) throws IOException {
        String source = squeezed(
                Files.readString(MODULE.resolve("src/test/java/io/github/stormlock/bolt/readme/" + name + ".java")));
        Matcher examples = JAVA.matcher(Files.readString(MODULE.resolve("../docs/" + page + ".md")));
        List<String> blocks = examples.results().map(block -> block.group(1)).toList();
        assertThat(blocks).hasSize(count);
        assertThat(blocks.stream().flatMap(String::lines).map(ReadmeTest::squeezed))
                .allSatisfy(line -> assertThat(source).contains(line));
    }

    /** Of the README, the blocks that are whole classes are compared by {@link #classIsAsInTheReadme}. */
    @ParameterizedTest
    @CsvSource({"README, 2", "docs/concepts, 2", "docs/configuration, 3"})
    void linesOfExamplesStandInASource(String page, int count) throws IOException {
        String source = squeezed(
                Files.readString(MODULE.resolve("src/test/java/io/github/stormlock/bolt/readme/PageExamples.java")));
        Matcher examples = JAVA.matcher(Files.readString(MODULE.resolve("../" + page + ".md")));
        List<String> blocks = examples.results()
                .map(block -> block.group(1))
                .filter(block -> !block.contains("class "))
                .toList();
        assertThat(blocks).hasSize(count);
        assertThat(blocks.stream()
                        .flatMap(String::lines)
                        .filter(line -> !line.startsWith("// "))
                        .map(line -> squeezed(line.replaceAll(" {2,}// .*", ""))))
                .allSatisfy(line -> assertThat(source).contains(line));
    }

    private static String squeezed(String text) {
        return text.replaceAll("\\s", "");
    }
}
