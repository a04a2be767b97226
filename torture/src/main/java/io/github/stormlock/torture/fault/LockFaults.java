package io.github.stormlock.torture.fault;

import io.github.stormlock.test.ReplyLoss;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.run.Fault;
import io.github.stormlock.torture.run.ServerSetup;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The faults of a run, which depend on what its clients do. */
public final class LockFaults {
    /** Faults that strike at a step of an update, or need a client that writes. */
    private static final List<String> OF_UPDATES = List.of(
            "kill-before",
            "kill-acquired",
            "kill-computed",
            "kill-committed",
            "kill-acked",
            "kill-in-commit",
            "stop-in-update",
            "stop-large");

    /** Faults that strike while somebody holds a lock. Nobody holds a latch. */
    private static final List<String> OF_HOLDERS = List.of("kill-holding", "stop-holding", OperatorFaults.BREAK);

    /** A part of every request that is about a lock. */
    private static final String LOCK = "lock";

    /** A part of every write under a tutorial's lock. */
    private static final String WRITE = "HSET";

    private LockFaults() {}

    public static Map<String, Fault> of(ServerSetup setup, ClientConfig.Kind kind) {
        Map<String, Fault> faults = new TreeMap<>(setup.faults());
        if (kind.isOfTutorials()) {
            replyLost(faults, WRITE);
        }
        if (!kind.isOfLocks()) {
            return faults;
        }
        faults.keySet().removeAll(OF_UPDATES);
        if (kind.tested() == ClientConfig.Kind.LATCH) {
            faults.keySet().removeAll(OF_HOLDERS);
        }
        faults.put("kill-waiting", ClientFaults::killWaiting);
        faults.putIfAbsent("flush-all", ServerFaults::flushAll);
        replyLost(faults, LOCK);
        return faults;
    }

    /** Lets the replies to requests that have this part be lost. */
    private static void replyLost(Map<String, Fault> faults, String part) {
        Map.of("reply-cut", ReplyLoss.CUT, "reply-silent", ReplyLoss.SILENCE)
                .forEach((name, loss) -> faults.computeIfPresent(
                        name, (any, of) -> context -> NetworkFaults.loseReplies(context, loss, part)));
    }

    /** Returns true if a fault strikes one client, not the servers. */
    public static boolean isOfAClient(String fault) {
        return fault.equals("kill-waiting")
                || QuorumFaults.isOfAClient(fault)
                || ClientFaults.all().containsKey(fault)
                || NetworkFaults.all().containsKey(fault);
    }
}
