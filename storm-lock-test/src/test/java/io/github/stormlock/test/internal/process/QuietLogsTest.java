package io.github.stormlock.test.internal.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.test.ForkedJvm;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

@Tag("harness")
@Tag("server")
class QuietLogsTest {
    private static final String USERS =
            """
            <Configuration>
              <Appenders><Console name="c"><PatternLayout pattern="as the user likes it: %m%n"/></Console></Appenders>
              <Loggers><Root level="INFO"><AppenderRef ref="c"/></Root></Loggers>
            </Configuration>
            """;

    /** Also where loggers were there before. */
    @ParameterizedTest
    @ValueSource(strings = {"false", "true"})
    void stormIsQuietWithoutAWordOfConfiguration(String early) throws Exception {
        assertThat(said("-Dearly=" + early)).isEqualTo("a warning of the user's bolt\n");
    }

    @Test
    void configurationOfTheUserStays(@TempDir Path folder) throws Exception {
        Path file = Files.writeString(folder.resolve("mine.xml"), USERS);
        assertThat(said("-Dlog4j2.configurationFile=" + file))
                .contains("as the user likes it: chatter")
                .contains("as the user likes it: a warning");
    }

    private static String said(String... options) throws Exception {
        Process jvm = ForkedJvm.start(Talker.class, options);
        String said = ForkedJvm.everything(jvm).replaceAll("(?m)^[\\d:.]+ WARN .* - ", "");
        assertThat(jvm.waitFor()).isZero();
        return said;
    }

    static final class Talker {
        public static void main(String[] args) {
            if (Boolean.getBoolean("early")) {
                LoggerFactory.getLogger("org.apache.storm.daemon.nimbus.Nimbus").debug("too fine to be seen");
            }
            QuietLogs.install();
            // No logger may hold the configuration yet; a collection must not take it away.
            System.gc();
            LoggerFactory.getLogger("org.apache.storm.daemon.nimbus.Nimbus").info("chatter");
            LoggerFactory.getLogger("com.example.Bolt").warn("a warning of the user's bolt");
        }
    }
}
