package io.github.stormlock.topologies.sample;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

class CommandTest {

    @Test
    void refusesTooFewAndTooManyArgumentsAndOptions() {
        assertThat(code(List.of())).isEqualTo(2);
        assertThat(code(List.of("a", "b", "c"))).isEqualTo(2);
        assertThat(code(List.of("--help"))).isEqualTo(2);
        assertThat(code(List.of("a", "-conf"))).isEqualTo(2);
        assertThat(code(List.of("a", "b"))).isZero();
    }

    @Test
    void tellsWrongArgumentsFromWhatFailed() {
        assertThat(Command.run(List.of("a"), "usage", 1, 1, args -> {
                    throw new IllegalArgumentException("wrong");
                }))
                .isEqualTo(2);
        assertThat(Command.run(List.of("a"), "usage", 1, 1, args -> {
                    throw new IllegalStateException("failed");
                }))
                .isEqualTo(1);
    }

    private static int code(List<String> args) {
        return Command.run(args, "usage", 1, 2, taken -> 0);
    }
}
