package io.github.stormlock.torture.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.EntryLocks;
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

    @Test
    void namesOfLocksAreFoundInTheirKeys() {
        assertThat(EntryLocks.entryOf("lock:{mutex:1}")).isEqualTo("mutex:1");
        assertThat(EntryLocks.entryOf("lock-permits:{hash:0}")).isEqualTo("hash:0");
        assertThat(EntryLocks.entryOf("lock-latch:{hash:0}:{hash:0}:7:12")).isEqualTo("{hash:0}:7:12");
        assertThat(EntryLocks.entryOf("lock:{bank}:{bank}:3")).isEqualTo("{bank}:3");
    }
}
