package io.github.stormlock.torture.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.torture.protocol.ClientConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("server")
class LockFaultsTest {
    @Test
    void pageHasEachFault() throws IOException {
        String page = Files.readString(Path.of("../docs/torture.md"));
        try (StandaloneSetup setup = new StandaloneSetup(1);
                QuorumSetup quorum = new QuorumSetup(1)) {
            assertThat(List.of(setup, quorum))
                    .flatExtracting(servers ->
                            LockFaults.of(servers, ClientConfig.Kind.ALL).keySet())
                    .allSatisfy(fault -> assertThat(page).contains("`" + fault + "`"));
        }
    }

    @Test
    void faultsSuitTheKindOfLock() {
        try (StandaloneSetup setup = new StandaloneSetup(1)) {
            assertThat(LockFaults.of(setup, ClientConfig.Kind.FAIR).keySet())
                    .contains("kill-waiting", "kill-holding", "flush-all", "operator-break");
            assertThat(LockFaults.of(setup, ClientConfig.Kind.LATCH))
                    .doesNotContainKeys("kill-holding", "operator-break");
        }
    }
}
