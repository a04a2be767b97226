package io.github.stormlock.torture.matrix;

import io.github.stormlock.test.FaultProxy;
import io.github.stormlock.test.ReplyLoss;
import io.github.stormlock.torture.fault.StandaloneSetup;
import io.github.stormlock.torture.history.HistoryLine;
import io.github.stormlock.torture.run.ClientJvm;
import io.github.stormlock.torture.run.Fleet;
import io.github.stormlock.torture.run.Ledger;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import redis.clients.jedis.Jedis;

/** Controls three clients that update one entry, for one scenario of the failure matrix. For one thread. */
final class MatrixClients {
    static final int CLIENTS = 3;

    private static final int TRIES = 2;
    private static final long LONGEST_WAIT_MILLIS = 10_000;
    private static final int LEASES_AHEAD = 10;

    private final StandaloneSetup setup;
    private final Fleet fleet;
    private final Ledger ledger;
    private final String entry;
    private final Map<Integer, String> orders = new HashMap<>();
    private final Set<Integer> waiting = new HashSet<>();
    private final Set<Integer> ahead = new HashSet<>();
    private int updates;
    private long saved;

    /** @param entry an entry that no scenario has used before */
    MatrixClients(StandaloneSetup setup, Fleet fleet, Ledger ledger, String entry) {
        this.entry = entry;
        this.setup = setup;
        this.fleet = fleet;
        this.ledger = ledger;
    }

    /**
     * Takes these steps, and lets all clients go on after them, no matter in which state they are.
     *
     * @return false if a client never comes to a step at which it is to be held: it does in one step what others do in two
     */
    boolean take(List<String> steps) throws Exception {
        try {
            for (String step : steps) {
                if (!take(step)) {
                    return false;
                }
            }
            return true;
        } finally {
            wakeAll();
        }
    }

    private boolean take(String step) throws Exception {
        int client = step.charAt(0) - 'A';
        if (step.charAt(1) == '@') {
            return isHeldAt(client, step.substring(2));
        }
        switch (step.substring(step.indexOf(':') + 1)) {
            case "begin" -> begin(client);
            case "resume" -> fleet.client(client).order("resume");
            case "finish" -> finish(client);
            case "await" -> await(client);
            case "settle" -> settle(client);
            case "update" -> {
                begin(client);
                finish(client);
            }
            // It does not come back in this scenario.
            case "kill" -> fleet.bury(client);
            case "stop" -> fleet.client(client).signal("STOP");
            case "go-on" -> fleet.client(client).signal("CONT");
            case "clock-ahead" -> {
                ahead.add(client);
                stepClock(client, LEASES_AHEAD);
            }
            case "lose-reply" -> loseReply(client);
            case "past-lease" -> Thread.sleep(fleet.timing().lease() * 5 / 4);
            case "save" -> {
                saved = System.nanoTime();
                setup.admin("", Jedis::save);
            }
            case "lose-unsaved" -> loseUnsaved();
            default -> throw new IllegalArgumentException("no such step of a scenario: " + step);
        }
        return true;
    }

    /** Lets a client begin an update, and holds it at the step. Returns false if it does not come there. */
    private boolean isHeldAt(int client, String step) throws Exception {
        ClientJvm jvm = fleet.client(client);
        jvm.order("arm " + step);
        jvm.expect("armed", LONGEST_WAIT_MILLIS);
        begin(client);
        boolean held = jvm.hear(LONGEST_WAIT_MILLIS, "at ", done(client)).startsWith("at ");
        if (!held) {
            jvm.order("resume");
        }
        return held;
    }

    private void begin(int client) {
        updates++;
        orders.put(client, idOfNext(client, 0));
        again(client);
    }

    /**
     * Waits until the update of a client has ended. If it failed, or its outcome is unknown, it is tried once more, as a
     * replay would be.
     */
    private void finish(int client) throws InterruptedException {
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
    private void await(int client) throws InterruptedException {
        String said = fleet.client(client).hear(fleet.timing().lease() / 2, done(client));
        if (said.isEmpty()) {
            waiting.add(client);
        } else if (!ended(said)) {
            again(client);
            waiting.add(client);
        }
    }

    /** Waits for the end of an update that {@link #await} did not see. */
    private void settle(int client) throws InterruptedException {
        if (waiting.remove(client)) {
            finish(client);
        }
    }

    private String idOfNext(int client, int more) {
        return entry + '.' + client + '/' + (updates + more);
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

    private void wakeAll() throws InterruptedException {
        for (int client : ahead) {
            stepClock(client, -LEASES_AHEAD);
        }
        for (ClientJvm client : fleet.clients()) {
            client.signal("CONT");
            client.order("resume");
        }
    }

    private void stepClock(int client, long leases) throws InterruptedException {
        fleet.client(client).order("clock " + leases * fleet.timing().lease());
        fleet.client(client).expect("stepped", LONGEST_WAIT_MILLIS);
    }

    private void loseReply(int client) {
        String id = idOfNext(client, 1) + ' ';
        setup.proxies(client).forEach(proxy -> proxy.dropReplyWhen(FaultProxy.containing(id), 1, ReplyLoss.CUT));
    }

    private void loseUnsaved() {
        setup.server().kill();
        ledger.lost(saved, System.nanoTime());
        setup.restart();
    }
}
