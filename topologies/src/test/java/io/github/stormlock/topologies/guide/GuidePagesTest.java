package io.github.stormlock.topologies.guide;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.github.stormlock.config.StormLockConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each Java example of the guide stands in a source that is compiled and run. Each page is in its index. */
class GuidePagesTest {
    private static final Pattern LINK = Pattern.compile("]\\(([^)#:]*)#?([^)#:]*)\\)");
    private static final Pattern HEADING = Pattern.compile("(?m)^#+ (.*)$");
    private static final Pattern SCRIPT = Pattern.compile("\\bscripts/[a-z-]+");
    private static final Pattern KEY = Pattern.compile("\\bstorm\\.lock\\.[a-z.]*[a-z]\\b(?!\\.\\*)");

    static List<Path> pages() {
        return GuidePages.pages();
    }

    @ParameterizedTest
    @MethodSource("pages")
    void javaOfThePageStandsInACompiledSource(Path page) {
        String sources = GuidePages.sources();
        assertThat(GuidePages.blocks(page, "java"))
                .allSatisfy(block -> assertThat(sources).as(block).contains(GuidePages.unindented(block)));
    }

    @ParameterizedTest
    @MethodSource("pages")
    void scriptsAndKeysOfThePageExist(Path page) {
        String text = GuidePages.text(page);
        assertThat(SCRIPT.matcher(text).results().map(script -> GuidePages.ROOT.resolve(script.group())))
                .allSatisfy(script -> assertThat(Files.isExecutable(script))
                        .as(script.toString())
                        .isTrue());
        assertThat(KEY.matcher(text).results().map(key -> key.group())).allSatisfy(key -> assertThat(
                        String.valueOf(catchThrowable(() -> StormLockConfig.of(Map.of(key, "?")))))
                .doesNotContain("is unknown"));
    }

    static List<Path> all() throws IOException {
        try (Stream<Path> docs = Files.walk(GuidePages.ROOT.resolve("docs"))) {
            return Stream.concat(
                            docs,
                            Stream.of("README.md", "CONTRIBUTING.md", "SECURITY.md")
                                    .map(GuidePages.ROOT::resolve))
                    .filter(page -> page.toString().endsWith(".md"))
                    .toList();
        }
    }

    @ParameterizedTest
    @MethodSource("all")
    void linksOfThePageLeadToAFileOrAHeading(Path page) {
        Path folder = Objects.requireNonNull(page.getParent());
        assertThat(LINK.matcher(GuidePages.text(page)).results()).allSatisfy(link -> {
            Path target = link.group(1).isEmpty() ? page : folder.resolve(link.group(1));
            assertThat(target).exists();
            if (!link.group(2).isEmpty()) {
                assertThat(anchors(target)).contains(link.group(2));
            }
        });
    }

    /** Returns the headings of a page as links name them. */
    private static List<String> anchors(Path page) {
        return HEADING.matcher(GuidePages.text(page))
                .results()
                .map(heading -> heading.group(1)
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\w\\- ]", "")
                        .replace(' ', '-'))
                .toList();
    }

    @Test
    void pluginThatShipsIsTheOneOfTheBuild() {
        assertThat(GuidePages.blocks(GuidePages.guide("ship"), "xml"))
                .isNotEmpty()
                .allSatisfy(
                        block -> assertThat(GuidePages.unindented(GuidePages.text(GuidePages.ROOT.resolve("pom.xml"))))
                                .contains(GuidePages.unindented(block)));
    }

    @Test
    void indexOfEachFolderHasAllItsPages() {
        for (Path folder : GuidePages.FOLDERS) {
            String index = GuidePages.text(folder.resolve("README.md"));
            assertThat(GuidePages.files(folder, ".md"))
                    .hasSizeGreaterThan(3)
                    .filteredOn(page -> !page.endsWith("README.md"))
                    .allSatisfy(page -> assertThat(index).contains("](" + page.getFileName() + ")"));
        }
    }

    @Test
    void eachExampleIsUsedByATest() {
        for (Path folder : List.of(GuidePages.EXAMPLES, GuidePages.MIGRATIONS)) {
            List<Path> sources = GuidePages.files(folder, ".java");
            String users = sources.stream()
                    .filter(source -> source.toString().endsWith("Test.java") || source.endsWith("GuideTopology.java"))
                    .map(GuidePages::text)
                    .collect(Collectors.joining());
            assertThat(sources)
                    .extracting(source -> source.getFileName().toString().replace(".java", ""))
                    .filteredOn(type -> !type.endsWith("Test") && !type.equals("package-info"))
                    .isNotEmpty()
                    .allSatisfy(type -> assertThat(users).containsPattern("\\b" + type + "\\b"));
        }
    }
}
