package io.github.stormlock.torture.matrix;

import io.github.stormlock.torture.protocol.RunKeys;
import io.github.stormlock.torture.protocol.UpdateSteps;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The faults that strike a transfer between two entries. */
final class TransferScenarios {
    private static final Map<String, FaultScenario> ALL = new LinkedHashMap<>();

    static {
        ALL.put("look-between", TransferScenarios::lookBetween);
        ALL.put("crash-between", clients -> crashAt(clients, UpdateSteps.HALF));
        ALL.put("crash-computed", clients -> crashAt(clients, UpdateSteps.COMPUTED));
        ALL.put("stop-computed", TransferScenarios::stopComputed);
        ALL.put("reply-lost", TransferScenarios::replyLost);
    }

    private TransferScenarios() {}

    static List<String> names() {
        return List.copyOf(ALL.keySet());
    }

    static FaultScenario named(String name) {
        FaultScenario scenario = ALL.get(name);
        if (scenario == null) {
            throw new IllegalArgumentException("there is no fault " + name);
        }
        return scenario;
    }

    /** A stands between the two entries. It is left there: the runner looks at the accounts before A goes on. */
    private static void lookBetween(MatrixClients clients) throws Exception {
        clients.holdAt(MatrixClients.A, UpdateSteps.HALF);
    }

    private static void crashAt(MatrixClients clients, String step) throws Exception {
        clients.holdAt(MatrixClients.A, step);
        clients.kill(MatrixClients.A);
        clients.update(MatrixClients.B);
    }

    /** A's whole JVM stands still before it writes, for longer than its lease. B makes a transfer meanwhile. */
    private static void stopComputed(MatrixClients clients) throws Exception {
        clients.holdAt(MatrixClients.A, UpdateSteps.COMPUTED);
        clients.stop(MatrixClients.A);
        clients.pastLease();
        clients.update(MatrixClients.B);
        clients.goOn(MatrixClients.A);
        clients.resume(MatrixClients.A);
        clients.finish(MatrixClients.A);
    }

    /** The answer to the write of the account that is credited is lost, and the client tries again. */
    private static void replyLost(MatrixClients clients) throws Exception {
        clients.update(MatrixClients.A);
        clients.loseReplyOfWrite(MatrixClients.A, RunKeys.partner(clients.entry(), 0));
        clients.update(MatrixClients.A);
    }
}
