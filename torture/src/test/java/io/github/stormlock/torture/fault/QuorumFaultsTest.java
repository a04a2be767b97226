package io.github.stormlock.torture.fault;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.RunKeys;
import io.github.stormlock.torture.run.ClientMix;
import io.github.stormlock.torture.run.FaultContext;
import io.github.stormlock.torture.run.Fleet;
import io.github.stormlock.torture.run.Ledger;
import java.nio.file.Path;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Tag("server")
class QuorumFaultsTest {
    private static final ClientConfig.Timing SHORT = new ClientConfig.Timing(200, 1_000, 500);
    private static final ClientMix USUAL = new ClientMix(ClientConfig.MemoryUse.MIXED, ClientConfig.Kind.ALL);

    private static QuorumSetup quorum;

    @TempDir
    private Path folder;

    @BeforeAll
    static void start() {
        quorum = new QuorumSetup(1);
    }

    @AfterAll
    static void end() {
        quorum.close();
    }

    private void strike(String fault, long seed) throws Exception {
        try (Fleet nobody = new Fleet(quorum, SHORT, new RunKeys(2, 0, 0, 0), folder, USUAL, seed)) {
            quorum.faults()
                    .getOrDefault(fault, none -> {
                        throw new AssertionError("there is no fault " + fault);
                    })
                    .strike(new FaultContext(quorum, nobody, new Ledger(), new Random(seed), 0));
        }
    }

    /** Returns how many masters still have what all of them had before the fault. */
    private long keeping(String fault, long seed) throws Exception {
        quorum.everywhere(redis -> redis.set("kept", fault))
                .forEach(answer -> assertThat(answer).isEqualTo("OK"));
        strike(fault, seed);
        return quorum.everywhere(redis -> redis.exists("kept")).stream()
                .filter(kept -> kept)
                .count();
    }

    @ParameterizedTest
    @CsvSource({
        "masters-flushed, 3, 4",
        "masters-lost, 3, 4",
        "other-majority, 4, 4",
        "flush-all, 0, 0",
        "restart, 5, 5",
        "few-masters, 5, 5"
    })
    void mastersForgetAsMuchAsTheFaultSays(String fault, long least, long most) throws Exception {
        long seed = System.nanoTime();

        for (int i = 0; i < 3; i++) {
            assertThat(keeping(fault, seed + i)).as("seed " + (seed + i)).isBetween(least, most);
        }
    }

    @Test
    void faultsSuitTheQuorum() {
        assertThat(LockFaults.of(quorum, ClientConfig.Kind.QUORUM).keySet())
                .contains("kill-holding", "kill-waiting", "masters-lost", "server-stop", "late-request")
                .doesNotContain("evict-lock", "pool-of-one", "read-only");
    }

    @Test
    void faultsOfOneClientAreToldFromThoseOfMasters() {
        Map<String, Boolean> ofAClient =
                Map.of("few-masters", true, "slow-masters", true, "masters-lost", false, "other-majority", false);

        ofAClient.forEach((fault, is) ->
                assertThat(LockFaults.isOfAClient(fault)).as(fault).isEqualTo(is));
    }

    @Test
    void eachClientHasAProxyAtEachMaster() {
        assertThat(quorum.ports(0)).hasSize(5).doesNotHaveDuplicates();
        assertThat(quorum.proxies(0)).hasSize(5);
    }
}
