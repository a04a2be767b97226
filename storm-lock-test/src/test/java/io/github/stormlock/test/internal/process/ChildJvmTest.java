package io.github.stormlock.test.internal.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("server")
class ChildJvmTest {
    @Test
    void answersAreToldFromWhateverElseIsPrintedAndTheEndIsNotWaitedFor() throws IOException {
        try (ChildJvm child = ChildJvm.start(Chatty.class, List.of(), List.of("7"))) {
            assertThat(child.answer()).isEqualTo("number 7");
            assertThatThrownBy(child::answer).isInstanceOf(IOException.class).hasMessageContaining("ended early");
        }
    }

    static final class Chatty {
        private Chatty() {}

        public static void main(String[] arguments) {
            System.out.println("a library says hello");
            ChildJvm.say("number " + arguments[0]);
        }
    }
}
