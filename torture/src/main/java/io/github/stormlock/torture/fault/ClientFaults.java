package io.github.stormlock.torture.fault;

import io.github.stormlock.test.FaultProxy;
import io.github.stormlock.torture.protocol.Steps;
import io.github.stormlock.torture.run.ClientJvm;
import io.github.stormlock.torture.run.Fault;
import io.github.stormlock.torture.run.Fleet;
import io.github.stormlock.torture.run.Stage;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** What happens to a client's process. */
public final class ClientFaults {
    static final List<String> STEPS =
            List.of(Steps.BEFORE, Steps.ACQUIRED, Steps.COMPUTED, Steps.COMMITTED, Steps.ACKED, Steps.HOLDING);
    private static final long AT_STEP_MILLIS = 3_000;
    /** In every commit that remembers an event. */
    private static final String COMMIT = "lock-seen:";

    private ClientFaults() {}

    public static Map<String, Fault> all() {
        Map<String, Fault> faults = new TreeMap<>(withoutProxy());
        faults.put("kill-in-commit", ClientFaults::killInCommit);
        return faults;
    }

    /** Where clients find the servers by themselves, there is nothing between them. */
    static Map<String, Fault> withoutProxy() {
        Map<String, Fault> faults = new TreeMap<>();
        for (String step : STEPS) {
            faults.put("kill-" + step, stage -> killAt(stage, step));
        }
        faults.put("stop", ClientFaults::stop);
        faults.put("stop-in-update", stage -> stopAt(stage, Steps.COMPUTED));
        faults.put("stop-holding", stage -> stopAt(stage, Steps.HOLDING));
        faults.put("pool-of-one", ClientFaults::poolOfOne);
        return faults;
    }

    static boolean kills(String fault) {
        return fault.startsWith("kill-") || fault.equals("pool-of-one");
    }

    private static void killAt(Stage stage, String step) throws Exception {
        ClientJvm client = stage.fleet().client(stage.client());
        client.order("arm " + step);
        // If no thread comes that way, as it may happen while a server is away, it dies wherever it is.
        String unused = client.hear("at " + step, AT_STEP_MILLIS);
        client.kill();
        revive(stage, Fleet.POOL);
    }

    /** Its commit arrives after its end. */
    private static void killInCommit(Stage stage) throws Exception {
        ClientJvm client = stage.fleet().client(stage.client());
        stage.proxies().forEach(proxy -> proxy.holdRequestWhen(FaultProxy.containing(COMMIT), 1));
        stage.pause(50, 300);
        client.kill();
        stage.proxies().forEach(FaultProxy::releaseHeld);
        stage.proxies().forEach(FaultProxy::heal);
        revive(stage, Fleet.POOL);
    }

    private static void revive(Stage stage, int pool) throws Exception {
        stage.fleet().replace(stage.client(), pool).order("work");
    }

    /** SIGSTOP until its leases are over, wherever its threads are. */
    private static void stop(Stage stage) throws Exception {
        ClientJvm client = stage.fleet().client(stage.client());
        stopPastLease(stage, client);
    }

    /** As {@link #stop}, with one thread between its read and its commit, or while it holds a lock. */
    private static void stopAt(Stage stage, String step) throws Exception {
        ClientJvm client = stage.fleet().client(stage.client());
        client.order("arm " + step);
        String unused = client.hear("at " + step, AT_STEP_MILLIS);
        stopPastLease(stage, client);
        client.order("resume");
    }

    private static void stopPastLease(Stage stage, ClientJvm client) throws InterruptedException {
        client.signal("STOP");
        try {
            stage.pause((int) stage.lease() + 50, (int) stage.lease() * 3 / 2);
        } finally {
            client.signal("CONT");
        }
    }

    private static void poolOfOne(Stage stage) throws Exception {
        stage.fleet().client(stage.client()).kill();
        revive(stage, 1);
    }
}
