package example.stock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.test.RedisServer;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarFile;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** There is no Storm on the class path, and what is not made for Storm does without it. */
class WithoutStormTest {
    private static final Pattern BOLTS = Pattern.compile("io\\.github\\.stormlock\\.bolt\\..*");
    private static final Pattern LOCAL_STORM = Pattern.compile(
            "io\\.github\\.stormlock\\.test\\.(LocalStorm|RunningTopology|Emitted|TupleFeed|internal\\.(feed|run)\\.|internal\\.process\\.QuietLogs).*");

    @Test
    void stormIsNotOnTheClassPath() {
        assertThatThrownBy(() -> Class.forName("org.apache.storm.Config")).isInstanceOf(ClassNotFoundException.class);
        assertThatThrownBy(() -> Class.forName("org.apache.storm.LocalCluster"))
                .isInstanceOf(ClassNotFoundException.class);
    }

    @Test
    void allOfTheLibraryButItsBoltsIsLinkedWithoutStorm() throws Exception {
        List<String> types = typesOfJarOf(RedisLockFactory.class, BOLTS);
        assertThat(types).hasSizeGreaterThan(200).allSatisfy(WithoutStormTest::isLinked);
    }

    @Test
    void allOfTheTestKitButItsLocalStormIsLinkedWithoutStorm() throws Exception {
        List<String> types = typesOfJarOf(RedisServer.class, LOCAL_STORM);
        assertThat(types).hasSizeGreaterThan(40).allSatisfy(WithoutStormTest::isLinked);
    }

    /** The test must be able to fail: bolts are not linked here. */
    @Test
    void aBoltIsNotLinkedWithoutStorm() {
        assertThatThrownBy(() -> isLinked("io.github.stormlock.bolt.LockingBolt"))
                .hasStackTraceContaining("org/apache/storm");
    }

    private static void isLinked(String type) {
        assertThatCode(() -> {
                    Class<?> loaded = Class.forName(type);
                    loaded.getDeclaredMethods();
                    loaded.getDeclaredFields();
                    loaded.getDeclaredConstructors();
                })
                .as(type)
                .doesNotThrowAnyException();
    }

    private static List<String> typesOfJarOf(Class<?> type, Pattern leftOut) throws IOException, URISyntaxException {
        Path jar =
                Path.of(type.getProtectionDomain().getCodeSource().getLocation().toURI());
        try (JarFile opened = new JarFile(jar.toFile())) {
            return opened.stream()
                    .map(entry -> entry.getName())
                    .filter(name -> name.endsWith(".class") && !name.endsWith("package-info.class"))
                    .map(name ->
                            name.substring(0, name.length() - ".class".length()).replace('/', '.'))
                    .filter(name -> !leftOut.matcher(name).matches())
                    .toList();
        }
    }
}
