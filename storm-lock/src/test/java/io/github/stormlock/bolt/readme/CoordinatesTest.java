package io.github.stormlock.bolt.readme;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import javax.xml.xpath.XPathExpressionException;
import javax.xml.xpath.XPathFactory;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.xml.sax.InputSource;

/** The dependencies of the README and of its page are those that the poms publish, and the consumers' poms are made of them. */
class CoordinatesTest {
    private static final Path ROOT = Path.of("..");
    private static final List<String> PUBLISHED =
            List.of("storm-lock", "storm-lock-test", "storm-lock-micrometer", "storm-lock-quorum");

    /** What others bring along as well, and perhaps older. */
    private static final List<String> MANAGED = List.of("jedis", "commons-pool2");

    private String readme;
    private String version;
    private String storm;

    @BeforeEach
    void readPoms() throws IOException {
        readme = Files.readString(ROOT.resolve("README.md")) + Files.readString(ROOT.resolve("docs/guide/get.md"));
        version = ofPom("pom.xml", "/project/version");
        storm = ofPom("pom.xml", "/project/properties/storm.version");
    }

    @Test
    void bomHasTheVersionOfTheBuildAndNamesEachPublishedJar() throws IOException {
        String bom = "storm-lock-bom/pom.xml";
        assertThat(ofPom(bom, "/project/groupId")).isEqualTo(ofPom("pom.xml", "/project/groupId"));
        assertThat(ofPom(bom, "/project/version")).isEqualTo(version);
        String managed = "/project/dependencyManagement/dependencies/dependency";
        assertThat(ofPom(bom, "count(" + managed + ")")).isEqualTo(Integer.toString(PUBLISHED.size() + MANAGED.size()));
        for (String name : PUBLISHED) {
            assertThat(ofPom(bom, managed + "[artifactId='" + name + "']/version"))
                    .isEqualTo("${project.version}");
        }
        for (String name : MANAGED) {
            assertThat(ofPom(bom, managed + "[artifactId='" + name + "']/version"))
                    .as(name)
                    .isEqualTo(ofPom("pom.xml", "/project/properties/" + name + ".version"));
        }
    }

    @Test
    void allButTheBomAndItsJarsAreKeptFromBeingPublished() throws IOException {
        List<String> modules = Pattern.compile("<module>(.*?)</module>")
                .matcher(Files.readString(ROOT.resolve("pom.xml")))
                .results()
                .map(module -> module.group(1))
                .toList();
        assertThat(modules).containsAll(PUBLISHED).contains("storm-lock-bom");
        for (String module : modules) {
            String published = PUBLISHED.contains(module) || module.equals("storm-lock-bom") ? "" : "true";
            for (String goal : List.of("install", "deploy")) {
                assertThat(ofPom(module + "/pom.xml", "/project/properties/maven." + goal + ".skip"))
                        .as("%s of %s is skipped", goal, module)
                        .isEqualTo(published);
            }
        }
    }

    @Test
    void noOtherVersionStandsInTheReadme() {
        assertThat(Pattern.compile("storm-lock-bom:([^\"]+)|topologies-(.+?)-storm\\.jar|<version>(.*?)</version>")
                        .matcher(readme)
                        .results()
                        .map(found ->
                                found.group().replaceAll("storm-lock-bom:|topologies-|-storm\\.jar|</?version>", ""))
                        .distinct())
                .containsExactlyInAnyOrder(version, storm);
    }

    @Test
    void consumerWithStormIsMadeOfTheLinesForMaven() throws IOException {
        assertThat(squeezed(pom("consumers/storm/pom.xml")))
                .contains(squeezed(blocks("xml").get(0)));
    }

    @Test
    void consumerWithoutStormIsMadeOfTheLinesForPlainJava() throws IOException {
        List<String> blocks = blocks("xml");
        assertThat(blocks).hasSize(2);
        String bom = squeezed(blocks.get(0)).replaceAll("(</dependencyManagement>).*", "$1");
        assertThat(squeezed(pom("consumers/plain-java/pom.xml")))
                .contains(bom)
                .contains(squeezed(blocks.get(1)))
                .doesNotContain("storm-client");
    }

    @ParameterizedTest
    @ValueSource(strings = {"storm", "plain-java"})
    void consumersTakeNothingFromTheBuild(String consumer) throws IOException {
        assertThat(pom("consumers/" + consumer + "/pom.xml"))
                .doesNotContain("<parent>", "<relativePath>", "<repository>", "systemPath");
    }

    private List<String> blocks(String language) {
        return Pattern.compile("```" + language + "\\R(.*?)```", Pattern.DOTALL)
                .matcher(readme)
                .results()
                .map(block -> block.group(1))
                .toList();
    }

    private static String ofPom(String file, String path) throws IOException {
        // Without its namespace, so that paths are short.
        String pom = pom(file).replaceFirst("<project [^>]*>", "<project>");
        try {
            return XPathFactory.newInstance().newXPath().evaluate(path, new InputSource(new StringReader(pom)));
        } catch (XPathExpressionException e) {
            throw new IllegalArgumentException(path, e);
        }
    }

    private static String pom(String file) throws IOException {
        return Files.readString(ROOT.resolve(file));
    }

    private static String squeezed(String text) {
        return text.replaceAll("\\s", "");
    }
}
