package io.github.stormlock.torture.matrix;

import io.github.stormlock.test.FaultProxy;
import io.github.stormlock.test.ReplyLoss;
import io.github.stormlock.torture.fault.StandaloneSite;
import io.github.stormlock.torture.history.Line;
import io.github.stormlock.torture.run.ClientJvm;
import io.github.stormlock.torture.run.Fleet;
import io.github.stormlock.torture.run.Ledger;
import java.util.HashMap;
import java.util.Map;
import redis.clients.jedis.Jedis;

/** Three clients, one entry, and what a play may do to them. For one thread. */
final class Cast {
    static final int A = 0;
    static final int B = 1;
    static final int C = 2;
    static final int CLIENTS = 3;

    private static final int TRIES = 2;
    private static final long PATIENCE_MILLIS = 10_000;

    private final StandaloneSite site;
    private final Fleet fleet;
    private final Ledger ledger;
    private final String entry;
    private final Map<Integer, String> orders = new HashMap<>();
    private final Map<Integer, Boolean> waiting = new HashMap<>();
    private int updates;

    /** @param entry that no play has had before */
    Cast(StandaloneSite site, Fleet fleet, Ledger ledger, String entry) {
        this.entry = entry;
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
        if (!jvm.hear("at ", done(client), PATIENCE_MILLIS).startsWith("at ")) {
            jvm.order("resume");
            throw new Play.NoSuchMomentException(step);
        }
    }

    /** A client begins an update. */
    void begin(int client) {
        updates++;
        orders.put(client, idOfNext(client, 0));
        again(client);
    }

    void resume(int client) {
        fleet.client(client).order("resume");
    }

    /** The client's update ends; one that failed, or of which it does not know, is tried again, as a replay would be. */
    void finish(int client) throws InterruptedException {
        for (int left = TRIES; left > 0; left--) {
            if (ended(fleet.client(client).expect(done(client), PATIENCE_MILLIS))) {
                return;
            }
            if (left > 1) {
                again(client);
            }
        }
    }

    /** For an update that another may hold up: waits for it half a lease, so that no lease ends meanwhile. */
    void await(int client) throws InterruptedException {
        String said = fleet.client(client).hear(done(client), fleet.timing().lease() / 2);
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

    private String idOfNext(int client, int ahead) {
        return entry + '.' + client + '/' + (updates + ahead);
    }

    /** What a client says at the end of its update, and not of an earlier one. */
    private String done(int client) {
        return "done " + orders.get(client) + ' ';
    }

    private static boolean ended(String said) {
        return said.endsWith(Line.Kind.OK.name());
    }

    private void again(int client) {
        fleet.client(client).order("do " + entry + ' ' + orders.get(client));
    }

    void update(int client) throws InterruptedException {
        begin(client);
        finish(client);
    }

    /** SIGKILL; it does not come back in this play. */
    void kill(int client) throws InterruptedException {
        fleet.bury(client);
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
        String id = idOfNext(client, 1) + ' ';
        site.proxies(client).forEach(proxy -> proxy.dropReplyWhen(FaultProxy.containing(id), 1, ReplyLoss.CUT));
    }

    /** As a fail-over to a replica that has not heard of what happened meanwhile. */
    void loseLatest(Step meanwhile) throws Exception {
        long from = System.nanoTime();
        String unused = site.admin("", Jedis::save);
        meanwhile.run();
        site.server().kill();
        ledger.lost(from, System.nanoTime());
        site.restart();
    }

    /** Something that may fail. */
    @FunctionalInterface
    interface Step {
        void run() throws Exception;
    }
}
