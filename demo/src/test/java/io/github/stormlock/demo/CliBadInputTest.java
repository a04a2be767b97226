package io.github.stormlock.demo;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.test.RedisServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import redis.clients.jedis.Jedis;

/** Tests wrong inputs: each gives status 2 and one line on the error stream that names it, and begins nothing. */
@Tag("server")
class CliBadInputTest {
    private final ToyRunner engine = new ToyRunner();

    @TempDir
    Path folder;

    private CliFixture cli;

    @BeforeEach
    void makeFiles() throws IOException {
        cli = new CliFixture(folder.resolve("out"), engine);
        Files.writeString(folder.resolve("a.log"), "/\n");
        Files.write(folder.resolve("a.log.xz"), HexFormat.of().parseHex("fd377a585a000004"));
        Files.createDirectory(folder.resolve("dir"));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "F/none.log | no such file: F/none.log",
                "F/dir | F/dir is no regular file",
                "F/a.log F/a.log | F/a.log",
                "F/a.log.xz | F/a.log.xz is xz: give it as plain text in UTF-8, or as gzip",
                "--bogus | Unknown option: '--bogus'",
                "--report | '--report'",
                "--report F/dir F/a.log | cannot write --report F/dir",
                "--report F/none/r.json F/a.log | --report F/none/r.json: no such directory",
                "--out F/a.log F/a.log | --out F/a.log",
                "--executors 0 F/a.log | --executors 0 is not in 1 to 64",
                "--executors two F/a.log | 'two' is not an int",
                "--fail-rate -0.1 F/a.log | --fail-rate -0.1 is not in 0 to 0.9",
                "--fail-rate 1 F/a.log | --fail-rate 1.0 is not in 0 to 0.9",
                "--fail-rate NaN F/a.log | --fail-rate NaN is not in 0 to 0.9",
                "--keep F/a.log | --keep needs --redis URI",
                "--redis redis://127.0.0.1:1 F/a.log | Connection refused",
                "--redis redis://nowhere.invalid F/a.log | nowhere.invalid:6379 is not known",
                "--redis redis://my_redis.invalid F/a.log | my_redis.invalid:6379 is not known",
                "--redis redis://:hush@my_redis.invalid/2 F/a.log | my_redis.invalid:6379 is not known",
                "--redis localhost:6379 F/a.log | must start with redis://",
                "--redis http://localhost F/a.log | must start with redis://",
                "--redis redis:// F/a.log | has no host",
                "--redis redis://:h%ush@h F/a.log | two hexadecimal digits",
                "--redis redis://h:70000 F/a.log | needs a port from 1 to 65535",
                "--redis redis://somebody@h F/a.log | --redis names a user without a password",
                "transfer --kills 11 | --kills 11 is not in 0 to 10",
                "transfer --accounts 1 | --accounts 1 is not in 2 to 1000",
            })
    void isOneLineAndStatus2(String arguments, String expected) {
        check(expected, arguments.split(" "));
    }

    @Test
    void wrongPasswordIsNamedAndNotShown() {
        try (RedisServer locked = RedisServer.embedded("--requirepass", "right")) {
            String address = "127.0.0.1:" + locked.port();
            check("WRONGPASS", "--redis", "redis://:hush@" + address, folder + "/a.log");
            check("NOAUTH", "--redis", "redis://" + address, folder + "/a.log");
        }
    }

    @Test
    void clusterNodeIsNamed() {
        try (RedisServer node = RedisServer.embedded("--cluster-enabled", "yes")) {
            check("CLUSTERDOWN", "--redis", node.uri().toString(), folder + "/a.log");
        }
    }

    @Test
    void missingPermissionIsNamed() {
        try (RedisServer server = RedisServer.embedded();
                Jedis admin = new Jedis(server.uri())) {
            admin.aclSetUser("mute", "on", ">hush", "~*", "+@all", "-publish", "&*");
            check("PUBLISH", "--redis", "redis://mute:hush@127.0.0.1:" + server.port(), folder + "/a.log");
        }
    }

    @Test
    void checkedReportLeavesNoTrace() {
        check(
                "Connection refused",
                "--redis",
                "redis://127.0.0.1:1",
                "--report",
                folder + "/r.json",
                folder + "/a.log");

        assertThat(folder.resolve("r.json")).doesNotExist();
    }

    @Test
    void passwordInAWrongOptionIsNotRepeated() {
        check("Unmatched argument", folder + "/a.log", "redis://:hush@127.0.0.1:6379");
    }

    private void check(String expected, String... arguments) {
        for (int i = 0; i < arguments.length; i++) {
            arguments[i] = arguments[i].replace("F/", folder + "/");
        }

        CliFixture.Said said = cli.run(arguments);

        assertThat(said.errLines()).as("lines on the error stream").hasSize(1);
        assertThat(said.err()).startsWith("scripts/demo: ").contains(expected.replace("F/", folder + "/"));
        assertThat(said.err()).doesNotContain("Exception").doesNotContain("hush");
        assertThat(said.status()).isEqualTo(2);
        assertThat(engine.runs).as("runs begun").isZero();
    }
}
