package io.github.stormlock.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.statistics.Statistics;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Secrets that cannot be read, and addresses that have a secret in them and cannot be understood. */
class BadSecretTest {
    private static final String SECRET = "hunter2";

    @TempDir
    Path folder;

    @Test
    void secretFileThatCannotBeReadIsNamedWithTheReason() throws IOException {
        assertRefused(folder.resolve("missing"), "cannot be read", "NoSuchFileException");
        assertRefused(folder, "cannot be read");
        assertRefused(file(new byte[0]), "is empty");
        assertRefused(file(("\n" + SECRET).getBytes(StandardCharsets.UTF_8)), "is empty");
        assertRefused(file(new byte[] {'h', (byte) 0xff, (byte) 0xfe, '\n'}), "cannot be read", "Malformed");
        assertRefused(file((SECRET + "x".repeat(70_000)).getBytes(StandardCharsets.UTF_8)), "longer than 65536 bytes");
    }

    @Test
    void secretFileOfAnotherEncodingIsRefusedWithWhatMendsIt() throws IOException {
        assertRefused(file(("\uFEFF" + SECRET).getBytes(StandardCharsets.UTF_8)), "byte order mark", "sed -i");
        assertRefused(file(SECRET.getBytes(StandardCharsets.UTF_16)), "UTF-16", "iconv");
        assertRefused(file(SECRET.getBytes(StandardCharsets.UTF_16LE)), "UTF-16", "iconv");
        assertRefused(file(("ä" + SECRET).getBytes(StandardCharsets.ISO_8859_1)), "no UTF-8", "iconv");
    }

    @Test
    void variableWithALineBreakIsRefused() throws Exception {
        ProcessBuilder child = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                BadSecretTest.class.getName());
        child.environment().put("WITH_BREAK", SECRET + "\n");
        Process process = child.redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        assertThat(said).contains("WITH_BREAK", "line break", "printf").doesNotContain(SECRET);
    }

    /** Shows the refusal of a variable, which only a new JVM has. */
    public static void main(String[] arguments) {
        System.out.println(catchThrowable(() -> Secret.environment("WITH_BREAK").reveal()));
    }

    @Test
    void secretFileWithoutAnEndTakesNoMemory() {
        Path endless = Path.of("/dev/zero");
        assumeTrue(Files.exists(endless), "there is no /dev/zero here");
        assertRefused(endless, "longer than 65536 bytes");
    }

    @ParameterizedTest
    @ValueSource(strings = {"hunter2", "hunter2\n", "hunter2\r\n", "hunter2\nsecond line", "hunter2\rmore"})
    void firstLineIsTheSecret(String content) throws IOException {
        assertThat(Secret.file(file(content.getBytes(StandardCharsets.UTF_8))).reveal())
                .isEqualTo(SECRET);
    }

    @ParameterizedTest
    @ValueSource(strings = {"NO_SUCH_VARIABLE_OF_STORM_LOCK", "", "A=B", "\u0000"})
    void variableThatIsNotSetIsNamed(String name) {
        assertThatThrownBy(() -> Secret.environment(name).reveal())
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("the environment variable " + name);
    }

    /** Addresses that were changed in up to two places: a character removed, put in, or replaced. */
    @Provide
    Arbitrary<String> mutilated() {
        Arbitrary<String> mutilated = Arbitraries.of(
                "redis://:" + SECRET + "@a",
                "redis://user:" + SECRET + "@host:6379/0",
                "rediss://user:" + SECRET + "@[::1]:6379/15",
                "redis://u%40:" + SECRET + "@h-1.example:1/1");
        for (int change = 0; change < 2; change++) {
            mutilated = Combinators.combine(
                            mutilated,
                            Arbitraries.integers().between(0, 40),
                            Arbitraries.integers().between(0, 1),
                            Arbitraries.strings()
                                    .withChars(":/@?#[]% \n\u0000é0a")
                                    .ofMaxLength(1))
                    .as((uri, at, removed, put) -> at + removed > uri.length()
                            ? uri
                            : uri.substring(0, at) + put + uri.substring(at + removed));
        }
        return mutilated;
    }

    @Property
    void mutilatedAddressNeverShowsItsPassword(@ForAll("mutilated") String uri) {
        Throwable thrown = catchThrowable(() -> assertThat(RedisConfig.fromUri(uri).toBuilder()
                        .user("")
                        .nodes(RedisConfig.DEFAULT.nodes())
                        .build()
                        .toString())
                .doesNotContain(SECRET));
        Statistics.collect(thrown != null);
        Statistics.coverage(counts -> counts.check(true).percentage(percent -> percent > 10 && percent < 98));
        if (thrown != null) {
            assertThat(thrown).isExactlyInstanceOf(IllegalArgumentException.class);
            if (uri.contains(":" + SECRET)) {
                assertThat(trace(thrown)).doesNotContain(SECRET);
            }
        }
    }

    private Path file(byte[] content) throws IOException {
        return Files.write(Files.createTempFile(folder, "secret", ""), content);
    }

    private static void assertRefused(Path path, String... words) {
        Throwable thrown = catchThrowable(() -> Secret.file(path).reveal());
        assertThat(thrown).isInstanceOf(IllegalArgumentException.class);
        assertThat(thrown.getMessage()).contains("the secret file " + path).contains(words);
        assertThat(trace(thrown)).doesNotContain(SECRET);
    }

    private static String trace(Throwable thrown) {
        StringWriter text = new StringWriter();
        thrown.printStackTrace(new PrintWriter(text));
        return text.toString();
    }
}
