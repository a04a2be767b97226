package io.github.stormlock.torture.fault;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

class FaultsPageTest {
    @Test
    void everyFaultOfTheSingleServerIsExplained() throws IOException {
        String page = Files.readString(Path.of("..", "docs", "torture.md"));
        try (StandaloneSetup setup = new StandaloneSetup(1)) {
            assertThat(setup.faults().keySet())
                    .allSatisfy(fault -> assertThat(page).contains('`' + fault + '`'));
        }
    }
}
