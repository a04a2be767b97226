package io.github.stormlock.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/**
 * Checks the documentation against the table of keys. With {@code -Dstorm.lock.docs=write} the documentation is written
 * from the table first.
 */
class KeyDocsTest {
    private static final Path ROOT =
            Path.of(System.getProperty("basedir", ".")).toAbsolutePath().getParent();
    private static final Path YAML = ROOT.resolve("conf/storm-lock.yaml");
    private static final Path MARKDOWN = ROOT.resolve("docs/configuration.md");
    private static final String AGAIN = "write it anew: mvn -pl storm-lock -am test -Dtest=KeyDocsTest"
            + " -Dsurefire.failIfNoSpecifiedTests=false -Dstorm.lock.docs=write";

    @BeforeAll
    static void writeIfAsked() throws IOException {
        if ("write".equals(System.getProperty("storm.lock.docs"))) {
            Files.writeString(YAML, KeyDocs.yaml());
            Files.writeString(MARKDOWN, KeyDocs.markdown(Files.readString(MARKDOWN)));
        }
    }

    @Test
    void theYamlIsTheTable() throws IOException {
        assertThat(Files.readString(YAML)).as(AGAIN).isEqualTo(KeyDocs.yaml());
    }

    @Test
    void theMarkdownIsTheTable() throws IOException {
        String standing = Files.readString(MARKDOWN);

        assertThat(standing).as(AGAIN).isEqualTo(KeyDocs.markdown(standing));
    }

    @Test
    void theMarkdownShowsARealRefusal() throws IOException {
        Map<String, Object> conf =
                Map.of("storm.lock.leese", "5s", "storm.lock.wait", "20", "storm.lock.redis.password", "x");
        Throwable refusal = catchThrowable(() -> StormLockConfig.check(conf));

        assertThat(Files.readString(MARKDOWN)).contains("```\n" + refusal.getMessage() + "\n```");
    }

    @Test
    void theYamlAsItStandsSetsTheDefaults() throws IOException {
        Map<String, Object> yaml = parsed(Files.readString(YAML));

        assertThat(yaml.keySet())
                .containsExactlyInAnyOrderElementsOf(SettingKeys.ALL.values().stream()
                        .filter(SettingKey::hasDefault)
                        .map(SettingKey::name)
                        .toList());
        yaml.forEach(
                (name, value) -> assertThat((Object) SettingKeys.ALL.get(name).read(value))
                        .as(name)
                        .isEqualTo(SettingKeys.ALL.get(name).fallback()));
        assertThat(StormLockConfig.of(yaml).redis())
                .isEqualTo(StormLockConfig.of(Map.of()).redis());
    }

    @Test
    void everyLineThatIsCommentedOutMayBeUsed() throws IOException {
        Map<String, Object> yaml =
                parsed(Files.readString(YAML).replaceAll("(?m)^# (storm\\.lock\\.[a-z.]+: \\S+)$", "$1"));

        assertThat(yaml.keySet()).containsExactlyInAnyOrderElementsOf(SettingKeys.ALL.keySet());
        yaml.forEach((name, value) -> assertThat(
                        (Object) SettingKeys.ALL.get(name).read(value))
                .as(name)
                .isEqualTo(
                        SettingKeys.ALL.get(name).read(SettingKeys.ALL.get(name).value())));
    }

    private static Map<String, Object> parsed(String yaml) {
        return new LinkedHashMap<>(new Yaml().<Map<String, Object>>load(yaml));
    }
}
