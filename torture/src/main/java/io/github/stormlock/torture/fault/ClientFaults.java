package io.github.stormlock.torture.fault;

import io.github.stormlock.test.FaultProxy;
import io.github.stormlock.torture.protocol.UpdateSteps;
import io.github.stormlock.torture.run.ClientJvm;
import io.github.stormlock.torture.run.Fault;
import io.github.stormlock.torture.run.FaultContext;
import io.github.stormlock.torture.run.Fleet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Faults of a client's process: it is killed, stopped, or started again with a small pool. */
public final class ClientFaults {
    static final List<String> STEPS = List.of(
            UpdateSteps.BEFORE,
            UpdateSteps.ACQUIRED,
            UpdateSteps.COMPUTED,
            UpdateSteps.COMMITTED,
            UpdateSteps.ACKED,
            UpdateSteps.HOLDING);
    private static final long AT_STEP_MILLIS = 3_000;
    /** A part of the keys of marks, and so of every request that records an event. */
    private static final String COMMIT = "lock-seen:";

    private ClientFaults() {}

    public static Map<String, Fault> all() {
        Map<String, Fault> faults = new TreeMap<>(withoutProxy());
        faults.put("kill-in-commit", ClientFaults::killInCommit);
        return faults;
    }

    /** Returns the faults that need no proxy, for modes in which clients find the servers by themselves. */
    static Map<String, Fault> withoutProxy() {
        Map<String, Fault> faults = new TreeMap<>();
        for (String step : STEPS) {
            faults.put("kill-" + step, context -> killAt(context, step));
        }
        faults.put("stop", context -> stopPastLease(context, client(context)));
        faults.put("stop-in-update", context -> stopAt(context, UpdateSteps.COMPUTED));
        faults.put("stop-holding", context -> stopAt(context, UpdateSteps.HOLDING));
        faults.put("pool-of-one", context -> killAndRevive(context, 1));
        return faults;
    }

    static boolean kills(String fault) {
        return fault.startsWith("kill-") || fault.equals("pool-of-one");
    }

    private static ClientJvm client(FaultContext context) {
        return context.fleet().client(context.client());
    }

    private static void killAt(FaultContext context, String step) throws Exception {
        awaitStep(client(context), step);
        killAndRevive(context, Fleet.POOL);
    }

    /**
     * Lets a thread of the client stay at this step. Perhaps none comes to it, for example while a server is away: then the
     * client may be at any point.
     */
    private static void awaitStep(ClientJvm client, String step) throws Exception {
        client.order("arm " + step);
        client.hear(AT_STEP_MILLIS, "at " + step);
    }

    private static void killAndRevive(FaultContext context, int pool) throws Exception {
        client(context).close();
        context.fleet().replace(context.client(), pool).order("work");
    }

    /** Kills a client while its commit is held back. The commit arrives after the end of the client. */
    private static void killInCommit(FaultContext context) throws Exception {
        context.proxies().forEach(proxy -> proxy.holdRequestWhen(FaultProxy.containing(COMMIT), 1));
        context.pause(50, 300);
        client(context).close();
        context.proxies().forEach(FaultProxy::releaseHeld);
        context.proxies().forEach(FaultProxy::heal);
        killAndRevive(context, Fleet.POOL);
    }

    /** Kills a client at any moment, most of whose threads wait. */
    static void killWaiting(FaultContext context) throws Exception {
        context.pause(0, 300);
        killAndRevive(context, Fleet.POOL);
    }

    /** Stops a client until its leases are over, with one thread between its read and its commit, or while it holds a lock. */
    private static void stopAt(FaultContext context, String step) throws Exception {
        ClientJvm client = client(context);
        awaitStep(client, step);
        stopPastLease(context, client);
        client.order("resume");
    }

    private static void stopPastLease(FaultContext context, ClientJvm client) throws Exception {
        context.pastLease(() -> client.signal("STOP"), () -> client.signal("CONT"));
    }
}
