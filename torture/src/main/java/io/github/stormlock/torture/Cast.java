package io.github.stormlock.torture;

import io.github.stormlock.test.FaultProxy;
import io.github.stormlock.test.ReplyLoss;
import java.util.HashMap;
import java.util.Map;
import redis.clients.jedis.Jedis;

/** Three clients, one entry, and what a play may do to them. For one thread. */
final class Cast {
    static final int A = 0;
    static final int B = 1;
    static final int C = 2;
    static final int CLIENTS = 3;
    static final String ENTRY = "hash:0";

    private static final String DONE = "done ";
    private static final int TRIES = 3;
    private static final long PATIENCE_MILLIS = 10_000;

    private final StandaloneSite site;
    private final Fleet fleet;
    private final Ledger ledger;
    private final Map<Integer, String> orders = new HashMap<>();
    private final Map<Integer, Boolean> waiting = new HashMap<>();
    private int updates;

    Cast(StandaloneSite site, Fleet fleet, Ledger ledger) {
        this.site = site;
        this.fleet = fleet;
        this.ledger = ledger;
    }

    /** A client begins an update, and stays at the step. */
    void holdAt(int client, String step) throws Exception {
        ClientJvm jvm = fleet.client(client);
        jvm.order("arm " + step);
        String unused = jvm.expect("armed", PATIENCE_MILLIS);
        begin(client);
        if (!jvm.hear("at ", DONE, PATIENCE_MILLIS).startsWith("at ")) {
            jvm.order("resume");
            throw new Play.NoSuchMomentException(step);
        }
    }

    /** A client begins an update. */
    void begin(int client) {
        String order = "do " + ENTRY + " play." + client + '/' + ++updates;
        orders.put(client, order);
        fleet.client(client).order(order);
    }

    void resume(int client) {
        fleet.client(client).order("resume");
    }

    /** The client's update ends; one that failed, or of which it does not know, is tried again, as a replay would be. */
    void finish(int client) throws InterruptedException {
        for (int left = TRIES; left > 0; left--) {
            if (ended(fleet.client(client).expect(DONE, PATIENCE_MILLIS))) {
                return;
            }
            if (left > 1) {
                again(client);
            }
        }
    }

    /** For an update that another may hold up: waits for it half a lease, so that no lease ends meanwhile. */
    void await(int client) throws InterruptedException {
        String said = fleet.client(client).hear(DONE, fleet.timing().lease() / 2);
        waiting.put(client, said.isEmpty());
        if (!said.isEmpty() && !ended(said)) {
            again(client);
            waiting.put(client, true);
        }
    }

    /** The end of an update that was awaited, if it has not ended before. */
    void settle(int client) throws InterruptedException {
        if (Boolean.TRUE.equals(waiting.get(client))) {
            finish(client);
        }
    }

    private static boolean ended(String said) {
        return said.endsWith(Line.Kind.OK.name());
    }

    private void again(int client) {
        fleet.client(client).order(String.valueOf(orders.get(client)));
    }

    void update(int client) throws InterruptedException {
        begin(client);
        finish(client);
    }

    void kill(int client) throws Exception {
        fleet.client(client).kill();
        ClientJvm unused = fleet.replace(client, Fleet.POOL);
    }

    void stop(int client) {
        fleet.client(client).signal("STOP");
    }

    /** Whatever the play has left it in. */
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
        String unused = fleet.client(client).expect("stepped", PATIENCE_MILLIS);
    }

    /** The next write of this client's next update is done, and it hears nothing of it. */
    void loseReply(int client) {
        String id = "play." + client + '/' + (updates + 1);
        site.proxies(client).forEach(proxy -> proxy.dropReplyWhen(FaultProxy.containing(id), 1, ReplyLoss.CUT));
    }

    /** As a fail-over to a replica that has not heard of what happened meanwhile. */
    void loseLatest(Step meanwhile) throws Exception {
        long from = System.nanoTime();
        String unused = site.admin("", Jedis::save);
        meanwhile.run();
        site.server().kill();
        ledger.lost(from, System.nanoTime());
        site.server().restart();
    }

    /** Something that may fail. */
    @FunctionalInterface
    interface Step {
        void run() throws Exception;
    }
}
