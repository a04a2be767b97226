package io.github.stormlock.internal.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The header of every script says what it takes, what it answers and what it never does. */
class ScriptHeadersTest {

    static List<Path> scripts() throws IOException, URISyntaxException {
        Path one = Path.of(Objects.requireNonNull(LockKind.class.getResource("acquire.lua"))
                .toURI());
        try (Stream<Path> all = Files.list(Objects.requireNonNull(one.getParent()))) {
            return all.filter(file -> file.toString().endsWith(".lua")).sorted().toList();
        }
    }

    @Test
    void scriptsAreFound() throws Exception {
        assertThat(scripts()).hasSizeGreaterThanOrEqualTo(9);
    }

    @ParameterizedTest
    @MethodSource("scripts")
    void headerTellsPurposeKeysArgumentsReplyAndInvariant(Path script) throws IOException {
        String name = script.getFileName().toString().replace(".lua", "");
        String header = String.join(
                "\n",
                Files.readAllLines(script).stream()
                        .takeWhile(line -> line.startsWith("--"))
                        .toList());
        assertThat(header).startsWith("-- " + name + ": ").contains("Invariant: ");
        // Parts of scripts answer nothing: their functions take arguments.
        if (Files.readAllLines(script).stream().anyMatch(line -> line.startsWith("return "))) {
            assertThat(header).contains("KEYS", "ARGV", "Reply ");
        }
    }
}
