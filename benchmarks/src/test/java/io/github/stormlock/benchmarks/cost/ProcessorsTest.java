package io.github.stormlock.benchmarks.cost;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class ProcessorsTest {
    @Test
    void listsOfLinuxAreRead() {
        assertThat(Processors.numbers("0-2,5")).containsExactly(0, 1, 2, 5);
        assertThat(Processors.numbers("7")).containsExactly(7);
        assertThat(Processors.numbers("")).isEmpty();
    }

    @Test
    void jvmIsOnOneProcessorAndAfterwardsWhereItWas() throws Exception {
        String before = allowed();
        assumeTrue(Processors.numbers(before).size() > 1, "there is one processor only");
        try (Processors apart = Processors.keepApart()) {
            assertThat(apart.areApart()).as("taskset is there").isTrue();
            assertThat(Processors.numbers(allowed()))
                    .containsExactly(Processors.numbers(before).get(0));
        }
        assertThat(allowed()).isEqualTo(before);
    }

    private static String allowed() throws Exception {
        return Files.readAllLines(Path.of("/proc/self/status")).stream()
                .filter(line -> line.startsWith("Cpus_allowed_list:"))
                .map(line -> line.substring(line.indexOf(':') + 1).strip())
                .findFirst()
                .orElse("");
    }
}
