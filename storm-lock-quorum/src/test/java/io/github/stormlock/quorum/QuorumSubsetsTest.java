package io.github.stormlock.quorum;

import static io.github.stormlock.quorum.QuorumServers.AMPLE;
import static io.github.stormlock.quorum.QuorumServers.SETTINGS;
import static io.github.stormlock.quorum.QuorumServers.SHORT;
import static io.github.stormlock.quorum.QuorumServers.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.lock.DistributedLock;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.LockUnavailableException;
import java.time.Duration;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A minority, a majority or all of the servers fail, before a try, under a lease and before a release. */
@Tag("server")
class QuorumSubsetsTest {
    @RegisterExtension
    static QuorumServers servers = QuorumServers.start(3);

    private enum Fault {
        DOWN(server -> servers.cutOff(server)),
        HANGING(server -> servers.server(server).pause()),
        EMPTIED(server -> servers.ask(server, jedis -> jedis.flushAll()));

        private final IntConsumer strike;

        Fault(IntConsumer strike) {
            this.strike = strike;
        }

        private void strike(int subset) {
            for (int i = 0; i < 3; i++) {
                if ((subset & 1 << i) != 0) {
                    strike.accept(i);
                }
            }
        }
    }

    private static void heal() {
        for (int i = 0; i < 3; i++) {
            servers.server(i).resume();
            servers.proxy(i).heal();
        }
        servers.letVote();
    }

    @ParameterizedTest
    @EnumSource(Fault.class)
    void minoritiesChangeNothingAndMajoritiesAreNoticed(Fault fault) {
        for (int subset : new int[] {0b010, 0b101, 0b111}) {
            boolean minority = Integer.bitCount(subset) == 1;
            String name = fault + "-" + subset;
            DistributedLock lock = servers.connect(minority ? SETTINGS : SHORT).mutex(name);
            fault.strike(subset);
            assertThat(isGranted(lock, minority)).as("%s at %s", fault, subset).isEqualTo(minority);
            heal();
            await().until(() -> isGranted(lock, true));

            Lease lease = servers.held(lock, 3);
            if (minority) {
                lease.close();
                int failing = subset;
                QuorumServers.assertRenewed(lock, () -> fault.strike(failing));
            } else {
                fault.strike(subset);
                await().until(() -> !lease.isHeld());
            }
            long began = System.nanoTime();
            lease.close();
            assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(AMPLE);
            heal();
            servers.awaitFree(name);
        }
    }

    private static boolean isGranted(DistributedLock lock, boolean waits) {
        try {
            return lock.tryAcquire(waits ? AMPLE : Duration.ofMillis(100))
                    .map(lease -> {
                        lease.close();
                        return lease;
                    })
                    .isPresent();
        } catch (LockUnavailableException majorityFails) {
            return false;
        }
    }
}
