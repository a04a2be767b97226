package io.github.stormlock.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CommandsPerUpdateTest {
    @RegisterExtension
    static final TinyRuns RUNS = new TinyRuns();

    /** The tutorial's release is a script that calls two commands more. */
    @ParameterizedTest
    @CsvSource({"unguarded, 2", "hincrby, 1", "tutorial, 4", "shedlock, 4", "optimistic, 5"})
    void whatClientsSendIsCountedAndWhatScriptsCallIsNot(String contender, double commands) throws Exception {
        assertThat(RUNS.of(contender, 1, 100, 1).commandsPerOp()).isEqualTo(commands);
    }

    @Test
    void scriptsOfEveryKindAreSeen() {
        CommandCount count = CommandCount.of(
                """
                total_commands_processed:70\r
                cmdstat_evalsha:calls=3,usec=1\r
                cmdstat_eval:calls=2,usec=1\r
                cmdstat_fcall:calls=1,usec=1\r
                cmdstat_get:calls=9,usec=1\r
                """);

        assertThat(count).isEqualTo(new CommandCount(70, 6));
    }

    @Test
    void theFirstOfTwoLooksIsNotCounted() {
        assertThat(new CommandCount(70, 6).since(new CommandCount(50, 5))).isEqualTo(new CommandCount(19, 1));
    }

    @Test
    void aServerThatDoesNotCountIsRefused() {
        assertThatThrownBy(() -> CommandCount.of("redis_version:7")).hasMessageContaining("total_commands_processed");
    }
}
