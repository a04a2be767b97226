package io.github.stormlock.insight;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.insight.fixture.CommandRun;
import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import redis.clients.jedis.Jedis;
import redis.clients.jedis.params.SetParams;

/** Names beyond ASCII: a lock is found in any locale, or the locale is named as the trouble; and every key is shown. */
@ExtendWith(RedisExtension.class)
@Tag("server")
class StrangeNamesTest {
    private static final SetParams LONG = SetParams.setParams().px(600_000);

    private record Ended(int status, String said) {}

    /** Runs a command in a JVM of that locale. The shell writes the bytes of the name as cron and ssh would pass them. */
    private static Ended inLocale(String locale, RedisServer server, String command, String octal) throws Exception {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        ProcessBuilder starting = new ProcessBuilder(
                        "sh",
                        "-c",
                        "exec \"$0\" -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -cp \"$1\" io.github.stormlock.insight.LocksMain "
                                + command + " \"$(printf '" + octal + "')\" --redis redis://127.0.0.1:" + server.port(),
                        java,
                        System.getProperty("java.class.path"))
                .redirectErrorStream(true);
        starting.environment().put("LC_ALL", locale);
        Process process = starting.start();
        String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        return new Ended(process.waitFor(), said);
    }

    @ParameterizedTest
    @CsvSource({"explain", "'break --dry-run'", "'list --all'"})
    void nameThatALocaleCannotReadIsNotTakenForAnother(String command, RedisServer server) throws Exception {
        try (Jedis redis = new Jedis(server.uri())) {
            redis.set("lock:{ümläut}", "stranger", LONG);
            Ended ended = inLocale("C", server, command, "\\303\\274ml\\303\\244ut");
            assertThat(ended.said()).contains("cannot be read in this locale").contains("LC_ALL=C.UTF-8");
            assertThat(ended.status()).isEqualTo(2);
            assertThat(inLocale("C.UTF-8", server, command, "\\303\\274ml\\303\\244ut")
                            .said())
                    .contains("ümläut")
                    .contains("stranger");
            redis.del("lock:{ümläut}");
        }
    }

    @Test
    void argumentThatIsNoTextInAnyLocaleIsRefused() {
        CommandRun run = CommandRun.of("explain", "\uFFFDmlaut");
        assertThat(run.status()).isEqualTo(2);
        assertThat(run.err()).contains("cannot be read in this locale");
    }
}
