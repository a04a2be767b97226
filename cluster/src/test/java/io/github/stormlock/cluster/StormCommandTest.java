package io.github.stormlock.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.FieldSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The storm command reads its arguments as Storm's own does. A program that prints its arguments stands in the place of
 * java, so no cluster is needed.
 *
 * <p>It is skipped where there is no python3, unless {@code -Dstorm.lock.test.clients=required}.
 */
@Tag("long")
@Tag("server")
class StormCommandTest {
    private static final String SCRIPT =
            Path.of("storm", "bin", "storm.py").toAbsolutePath().toString();
    private static final boolean REQUIRED = "required".equals(System.getProperty("storm.lock.test.clients"));
    private static final String JAVA = "#!/bin/sh\nfor word; do printf 'WORD:%s\\n' \"$word\"; done\n";

    @TempDir
    static Path jdk;

    @BeforeAll
    static void makeJava() throws Exception {
        boolean installed =
                StormDev.run(List.of("sh", "-c", "command -v python3")).code() == 0;
        assertThat(installed || !REQUIRED).as("python3 is installed").isTrue();
        assumeTrue(installed, "there is no python3");
        Path java = Files.createDirectories(jdk.resolve("bin")).resolve("java");
        Files.writeString(java, JAVA);
        Files.setPosixFilePermissions(java, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    static List<Arguments> recorded() throws IOException {
        try (InputStream in =
                Objects.requireNonNull(StormCommandTest.class.getResourceAsStream("storm-command-lines.txt"))) {
            List<String> lines = new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .filter(line -> !line.startsWith("#") && !line.isEmpty())
                    .toList();
            List<Arguments> pairs = new ArrayList<>();
            for (int i = 0; i < lines.size(); i += 2) {
                pairs.add(Arguments.of(lines.get(i), lines.get(i + 1).strip()));
            }
            return pairs;
        }
    }

    @ParameterizedTest(name = "storm {0}")
    @MethodSource("recorded")
    void lineDoesWhatStormsOwnCommandDoesWithIt(String line, String expected) throws Exception {
        StormDev.Said said = storm(line);

        assertThat(
                        said.code() == 0 && !words(said).isEmpty()
                                ? JvmLine.of(words(said)).shown()
                                : "exit " + said.code())
                .as(said.text())
                .isEqualTo(expected);
    }

    /** No arguments, plain ones, options of storm jar, the guards themselves, and what a shell would change. */
    static final List<String> ARGUMENTS =
            List.of((";a b;-x --unknown;name -conf my.yaml;-c k=v;a -c;--config x --jars y;-h;--;-- --;"
                            + "a -- b -- c;-- -c k=v;'' 'two words' '$HOME' '*'")
                    .split(";", -1));

    @ParameterizedTest
    @FieldSource("ARGUMENTS")
    void givenArgumentsReachTheClassAsTheyStandByTheLineThatIsShown(String arguments) throws Exception {
        StormDev.Said said = storm("as-given storm -c 'k=a b' --jars x.jar -- 'my t.jar' Main " + arguments);
        StormDev.Said given = StormDev.run(List.of("bash", "-c", "printf 'WORD:%s\\n' Main " + arguments));
        assertThat(said.code()).as(said.text()).isZero();
        JvmLine line = JvmLine.of(words(said));

        assertThat(line.main()).isEqualTo(words(given));
        assertThat(line.options()).isEqualTo("k%3Da+b");
        String shown = said.text().lines().findFirst().orElseThrow();
        assertThat(shown).startsWith("$ storm jar -c 'k=a b' --jars x.jar 'my t.jar' Main");
        assertThat(words(storm(shown.substring("$ storm ".length())))).isEqualTo(words(said));
    }

    @Test
    void optionsOfTheJvmComeFromTheEnvironment() throws Exception {
        StormDev.Said said = run("STORM_JAR_JVM_OPTS=\"-Xmx1g '-Dtwo=a b'\"", "jar t.jar Main");

        assertThat(words(said)).containsSubsequence("-Xmx1g", "-Dtwo=a b", "-Dstorm.jar=t.jar", "Main");
    }

    @Test
    void noFolderButThoseOfTheClusterIsOnTheClassPath() throws Exception {
        String path =
                JvmLine.of(words(storm("jar --jars a.jar,b.jar t.jar Main"))).classPath();
        String home = Path.of("storm").toAbsolutePath().toString();

        assertThat(path)
                .isEqualTo("%1$s/lib-worker/*:%1$s/extlib/*:t.jar:%1$s/conf:%1$s/bin:a.jar:b.jar".formatted(home));
        assertThat(JvmLine.of(words(storm("jar t.jar Main"))).classPath()).endsWith("/bin");
        assertThat(JvmLine.of(words(storm("list"))).classPath())
                .isEqualTo("%1$s/lib/*:%1$s/extlib/*:%1$s/conf:%1$s/bin".formatted(home));
    }

    @Test
    void whatMavenCentralDoesNotHaveIsRefusedByName() throws Exception {
        assertThat(storm("ui").text()).contains("storm-webapp", "not on Maven Central", "scripts/storm-dev stats");
        assertThat(storm("ui").code()).isEqualTo(2);
        assertThat(storm("jar --artifacts g:a:1 t.jar Main").text()).contains("storm-submit-tools", "--jars");
        assertThat(storm("jar --artifacts g:a:1 t.jar Main").code()).isEqualTo(2);
    }

    private static StormDev.Said storm(String line) throws Exception {
        return run("", line);
    }

    private static StormDev.Said run(String environment, String line) throws Exception {
        return StormDev.run(List.of(
                "bash", "-c", "JAVA_HOME='" + jdk + "' " + environment + " exec python3 '" + SCRIPT + "' " + line));
    }

    private static List<String> words(StormDev.Said said) {
        return said.text()
                .lines()
                .filter(line -> line.startsWith("WORD:"))
                .map(line -> line.substring("WORD:".length()))
                .toList();
    }
}
