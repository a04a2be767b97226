package io.github.stormlock.benchmarks.work.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ServerCountTest {
    private static final String INFO =
            """
            total_commands_processed:70\r
            total_reads_processed:40\r
            total_writes_processed:41\r
            # CPU\r
            used_cpu_sys:1.500000\r
            used_cpu_user:2.250001\r
            used_cpu_sys_children:100.000000\r
            used_cpu_user_children:200.000000\r
            used_cpu_sys_main_thread:1.400000\r
            used_cpu_user_main_thread:2.150000\r
            # Commandstats\r
            cmdstat_evalsha:calls=3,usec=10\r
            cmdstat_eval:calls=2,usec=200\r
            cmdstat_fcall:calls=1,usec=3000\r
            cmdstat_get:calls=9,usec=1\r
            """;

    @Test
    void commandsScriptsAndReadsAreCounted() {
        ServerCount count = ServerCount.of(INFO);

        assertThat(count.commands()).isEqualTo(70);
        assertThat(count.scripts()).isEqualTo(6);
        assertThat(count.scriptMicros()).isEqualTo(3_210);
        assertThat(count.reads()).isEqualTo(40);
    }

    @Test
    void processorTimeIsThatOfTheServerWithoutItsChildren() {
        assertThat(ServerCount.of(INFO).cpuMicros()).isCloseTo(3_750_001, within(0.5));
    }

    @Test
    void theLaterOfTwoLooksIsNotCounted() {
        assertThat(new ServerCount(70, 6, 80, 40, 900).since(new ServerCount(50, 5, 60, 30, 500)))
                .isEqualTo(new ServerCount(19, 1, 20, 9, 400));
    }

    @ParameterizedTest
    @ValueSource(strings = {"total_commands_processed", "total_reads_processed", "used_cpu_sys", "used_cpu_user"})
    void aServerThatDoesNotCountIsRefused(String counter) {
        String info = INFO.replace(counter + ":", "something_else:");

        assertThatThrownBy(() -> ServerCount.of(info)).hasMessageContaining(counter);
    }
}
