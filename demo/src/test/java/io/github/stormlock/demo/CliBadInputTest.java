package io.github.stormlock.demo;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests wrong inputs: each gives status 2 and one line on the error stream that names it, and begins nothing. */
class CliBadInputTest {
    private final ToyRunner engine = new ToyRunner();

    @TempDir
    Path folder;

    private CliFixture cli;

    @BeforeEach
    void makeFiles() throws IOException {
        cli = new CliFixture(folder.resolve("out"), engine);
        Files.writeString(folder.resolve("a.log"), "/\n");
        Files.write(folder.resolve("a.log.xz"), HexFormat.of().parseHex("fd377a585a000004e6d6b446"));
        Files.createDirectory(folder.resolve("dir"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "F/none.log | no such file: F/none.log",
                "F/dir | F/dir is no regular file",
                "F/a.log F/a.log | F/a.log",
                "F/a.log.xz | F/a.log.xz is packed, or no text: give it as plain text in UTF-8, or as gzip",
                "--bogus | Unknown option: '--bogus'",
                "--report | '--report'",
                "--report F/dir F/a.log | cannot write --report F/dir",
                "--report F/none/r.json F/a.log | --report F/none/r.json: no such directory",
                "--report F/r.json F/a.log.xz | is packed",
                "--out F/a.log F/a.log | --out F/a.log",
                "--executors 0 F/a.log | --executors 0 is not in 1 to 64",
                "--executors two F/a.log | 'two' is not an int",
                "--fail-rate -0.1 F/a.log | --fail-rate -0.1 is not in 0 to 0.9",
                "--fail-rate 1 F/a.log | --fail-rate 1.0 is not in 0 to 0.9",
                "--fail-rate NaN F/a.log | --fail-rate NaN is not in 0 to 0.9",
                "transfer --kills 11 | --kills 11 is not in 0 to 10",
                "transfer --accounts 1 | --accounts 1 is not in 2 to 1000",
            })
    void isOneLineAndStatus2(String arguments, String expected) {
        check(expected, arguments.split(" "));
    }

    private void check(String expected, String... arguments) {
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = arguments[i].replace("F/", folder + "/");
        }

        CliFixture.Said said = cli.run(arguments);

        assertThat(said.errLines()).as("lines on the error stream").hasSize(1);
        assertThat(said.err()).startsWith("scripts/demo: ").contains(expected.replace("F/", folder + "/"));
        assertThat(said.err()).doesNotContain("Exception");
        assertThat(said.status()).isEqualTo(2);
        assertThat(engine.runs).as("runs begun").isZero();
    }
}
