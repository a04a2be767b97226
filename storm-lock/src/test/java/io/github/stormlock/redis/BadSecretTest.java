package io.github.stormlock.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
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
    }

    @Test
    void secretFileOfAnotherEncodingIsRefused() throws IOException {
        assertRefused(file(SECRET.getBytes(StandardCharsets.UTF_16)), "UTF-8");
        assertRefused(file(("ä" + SECRET).getBytes(StandardCharsets.ISO_8859_1)), "UTF-8");
    }

    @Test
    void variableMayEndWithALineBreak() throws Exception {
        ProcessBuilder child = new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                BadSecretTest.class.getName());
        child.environment().put("WITH_BREAK", SECRET + "\n");
        Process process = child.redirectErrorStream(true).start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        assertThat(process.waitFor()).as(said).isZero();
        assertThat(said.strip()).isEqualTo("true");
    }

    /** Reads a variable, which only a new JVM has. */
    public static void main(String[] arguments) {
        System.out.println(Secret.environment("WITH_BREAK").reveal().equals(SECRET));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"hunter2", "hunter2\n", "\uFEFFhunter2\n", "hunter2\r\n", "hunter2\nsecond line", "hunter2\rmore"
            })
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

    @ParameterizedTest
    @MethodSource("seeds")
    void mutilatedAddressNeverShowsItsPassword(long seed) {
        Random random = new Random(seed);
        List<String> whole = List.of(
                "redis://:" + SECRET + "@a",
                "redis://user:" + SECRET + "@host:6379/0",
                "rediss://user:" + SECRET + "@[::1]:6379/15",
                "redis://u%40:" + SECRET + "@h-1.example:1/1");
        int refused = 0;
        for (int run = 0; run < 5_000; run++) {
            String uri = mutilated(random, whole.get(random.nextInt(whole.size())));
            Throwable thrown = catchThrowable(() -> assertThat(RedisConfig.fromUri(uri).toBuilder()
                            .user("")
                            .nodes(RedisConfig.DEFAULT.nodes())
                            .build()
                            .toString())
                    .doesNotContain(SECRET));
            if (thrown != null) {
                refused++;
                assertThat(thrown)
                        .as("seed %d, run %d: %s", seed, run, uri)
                        .isExactlyInstanceOf(IllegalArgumentException.class);
                if (uri.contains(":" + SECRET)) {
                    assertThat(trace(thrown))
                            .as("seed %d, run %d: %s", seed, run, uri)
                            .doesNotContain(SECRET);
                }
            }
        }
        assertThat(refused).as("seed %d", seed).isBetween(500, 4_900);
    }

    static LongStream seeds() {
        return LongStream.of(1, System.nanoTime());
    }

    private static String mutilated(Random random, String uri) {
        StringBuilder text = new StringBuilder(uri);
        for (int changes = 1 + random.nextInt(2); changes > 0; changes--) {
            int at = random.nextInt(text.length());
            char c = ":/@?#[]% \n\u0000é0a".charAt(random.nextInt(14));
            switch (random.nextInt(3)) {
                case 0 -> text.deleteCharAt(at);
                case 1 -> text.insert(at, c);
                default -> text.setCharAt(at, c);
            }
        }
        return text.toString();
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
