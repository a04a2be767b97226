package io.github.stormlock.torture.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.torture.protocol.ClientConfig;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("server")
class LockFaultsTest {
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
