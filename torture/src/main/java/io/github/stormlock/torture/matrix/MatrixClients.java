package io.github.stormlock.torture.matrix;

import io.github.stormlock.test.FaultProxy;
import io.github.stormlock.test.ReplyLoss;
import io.github.stormlock.torture.fault.StandaloneSetup;
import io.github.stormlock.torture.history.HistoryLine;
import io.github.stormlock.torture.run.ClientJvm;
import io.github.stormlock.torture.run.Fleet;
import io.github.stormlock.torture.run.Ledger;
import java.util.HashMap;
import java.util.Map;
import redis.clients.jedis.Jedis;

/** Controls three clients that update one entry, for one scenario of the failure matrix. For one thread. */
final class MatrixClients {
    static final int A = 0;
    static final int B = 1;
    static final int C = 2;
    static final int CLIENTS = 3;

    private static final int TRIES = 2;
    private static final long LONGEST_WAIT_MILLIS = 10_000;

    private final StandaloneSetup setup;
    private final Fleet fleet;
    private final Ledger ledger;
    private final String entry;
    private final Map<Integer, String> orders = new HashMap<>();
    private final Map<Integer, Boolean> waiting = new HashMap<>();
    private int updates;

    /** @param entry an entry that no scenario has used before */
    MatrixClients(StandaloneSetup setup, Fleet fleet, Ledger ledger, String entry) {
        this.entry = entry;
        this.setup = setup;
        this.fleet = fleet;
        this.ledger = ledger;
    }

    /**
     * Lets a client begin an update, and holds it at the step.
     *
     * @throws FaultScenario.NoSuchMomentException if the client does not come to that step
     */
    void holdAt(int client, String step) throws Exception {
        ClientJvm jvm = fleet.client(client);
        jvm.order("arm " + step);
        jvm.expect("armed", LONGEST_WAIT_MILLIS);
        begin(client);
        if (!jvm.hear(LONGEST_WAIT_MILLIS, "at ", done(client)).startsWith("at ")) {
            jvm.order("resume");
            throw new FaultScenario.NoSuchMomentException(step);
        }
    }

    /** Lets a client begin an update. */
    void begin(int client) {
        updates++;
        orders.put(client, idOfNext(client, 0));
        again(client);
    }

    void resume(int client) {
        fleet.client(client).order("resume");
    }

    /**
     * Waits until the update of a client has ended. If it failed, or its outcome is unknown, it is tried once more, as a
     * replay would be.
     */
    void finish(int client) throws InterruptedException {
        for (int left = TRIES; left > 0; left--) {
            if (ended(fleet.client(client).expect(done(client), LONGEST_WAIT_MILLIS))) {
                return;
            }
            if (left > 1) {
                again(client);
            }
        }
    }

    /** Waits for an update that another may hold up, for half a lease, so that no lease ends meanwhile. */
    void await(int client) throws InterruptedException {
        String said = fleet.client(client).hear(fleet.timing().lease() / 2, done(client));
        waiting.put(client, said.isEmpty());
        if (!said.isEmpty() && !ended(said)) {
            again(client);
            waiting.put(client, true);
        }
    }

    /** Waits for the end of an update that {@link #await} did not see. */
    void settle(int client) throws InterruptedException {
        if (Boolean.TRUE.equals(waiting.get(client))) {
            finish(client);
        }
    }

    private String idOfNext(int client, int ahead) {
        return entry + '.' + client + '/' + (updates + ahead);
    }

    /** Returns the beginning of the line that a client writes at the end of this update, and of no earlier one. */
    private String done(int client) {
        return "done " + orders.get(client) + ' ';
    }

    private static boolean ended(String said) {
        return said.endsWith(HistoryLine.Kind.OK.name());
    }

    private void again(int client) {
        fleet.client(client).order("do " + entry + ' ' + orders.get(client));
    }

    void update(int client) throws InterruptedException {
        begin(client);
        finish(client);
    }

    /** Kills a client with SIGKILL. It does not come back in this scenario. */
    void kill(int client) throws InterruptedException {
        fleet.bury(client);
    }

    void stop(int client) {
        fleet.client(client).signal("STOP");
    }

    /** Lets all clients go on, no matter in which state the scenario left them. */
    void wakeAll() {
        for (ClientJvm client : fleet.clients()) {
            client.signal("CONT");
            client.order("resume");
        }
    }

    void goOn(int client) {
        fleet.client(client).signal("CONT");
    }

    void pastLease() throws InterruptedException {
        Thread.sleep(fleet.timing().lease() * 5 / 4);
    }

    void stepClock(int client, long leases) throws InterruptedException {
        fleet.client(client).order("clock " + leases * fleet.timing().lease());
        fleet.client(client).expect("stepped", LONGEST_WAIT_MILLIS);
    }

    /** Lets the next write of this client's next update be delivered, and loses its answer. */
    void loseReply(int client) {
        String id = idOfNext(client, 1) + ' ';
        setup.proxies(client).forEach(proxy -> proxy.dropReplyWhen(FaultProxy.containing(id), 1, ReplyLoss.CUT));
    }

    /** Lets the server lose what happens in this step, as after a fail-over to a replica that has not heard of it. */
    void loseLatest(Step meanwhile) throws Exception {
        long from = System.nanoTime();
        setup.admin("", Jedis::save);
        meanwhile.run();
        setup.server().kill();
        ledger.lost(from, System.nanoTime());
        setup.restart();
    }

    /** A step that may fail. */
    @FunctionalInterface
    interface Step {
        void run() throws Exception;
    }
}
