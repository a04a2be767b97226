package io.github.stormlock.lock.fault;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.github.stormlock.lock.contract.ContractVariant;
import io.github.stormlock.lock.fixture.ProxiedServers;
import io.github.stormlock.redis.RedisConfig.Mode;
import io.github.stormlock.test.RedisCluster;
import io.github.stormlock.test.RedisServer;
import io.github.stormlock.test.SlotMigration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.AfterParameterizedClassInvocation;
import org.junit.jupiter.params.BeforeParameterizedClassInvocation;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** A server answers any one request of an operation by an error. The caller is told what is so. */
@Tag("contract")
@ParameterizedClass(name = "{0}")
@MethodSource("modes")
@Tag("server")
class ErrorRepliesTest {
    private static ProxiedServers servers;

    @AutoClose
    private ErrorMatrix matrix;

    static List<Mode> modes() {
        return ContractVariant.all().stream()
                .map(ContractVariant::mode)
                .distinct()
                .toList();
    }

    ErrorRepliesTest(Mode mode) {
        if (mode != servers.mode()) {
            throw new AssertionError("servers of " + servers.mode());
        }
    }

    @BeforeParameterizedClassInvocation
    static void start(Mode mode) {
        servers = ProxiedServers.start(mode);
    }

    @AfterParameterizedClassInvocation
    static void stop() {
        servers.close();
    }

    @BeforeEach
    void open() {
        matrix = new ErrorMatrix(servers);
    }

    @ParameterizedTest
    @EnumSource(mode = EnumSource.Mode.EXCLUDE, names = "BATCH_UNDER_LOCKS_THAT_DOES_NOT_WAIT")
    void whatIsToldIsSoAndNothingIsLeftBehind(Operation operation) {
        matrix.check(operation);
    }

    @Test
    void whatIsToldOfASlotThatMovesIsSo() {
        assumeTrue(servers.mode() == Mode.CLUSTER, "cluster only: elsewhere nothing is asked for");
        RedisCluster cluster = servers.cluster();
        SlotMigration moving = cluster.migrate(RedisCluster.slot("moving"), otherThan(cluster.primaryOf("moving")));
        matrix.check(Operation.TRYING, ErrorMatrix.MOVING, List.of(false), false);
        // Until the slot has moved nobody gets an entry that does not exist, so nothing is sent again. Attempts are
        // left out: their later copies await the deadline of the first, which takes minutes in all.
        matrix.check(Operation.BATCH_UNDER_LOCKS_THAT_DOES_NOT_WAIT, ErrorMatrix.MOVING, List.of(false), false);
        moving.finish();
    }

    private static RedisServer otherThan(RedisServer one) {
        return servers.servers().stream()
                .filter(server -> !server.equals(one))
                .findFirst()
                .orElseThrow();
    }
}
