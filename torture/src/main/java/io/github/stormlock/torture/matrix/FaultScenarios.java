package io.github.stormlock.torture.matrix;

import io.github.stormlock.torture.protocol.UpdateSteps;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The faults of the failure matrix, and the one that breaks each lock. */
public final class FaultScenarios {
    private static final Map<String, FaultScenario> ALL = new LinkedHashMap<>();
    private static final Map<String, String> BREAKING = new LinkedHashMap<>();

    static {
        ALL.put("race", FaultScenarios::race);
        ALL.put("race-for-expired", FaultScenarios::raceForExpired);
        ALL.put("crash-holding", FaultScenarios::crashHolding);
        ALL.put("crash-taking", FaultScenarios::crashTaking);
        ALL.put("stop-before-write", FaultScenarios::stopBeforeWrite);
        ALL.put("stop-before-release", clients -> stopAndRelease(clients, UpdateSteps.WRITTEN));
        ALL.put("stop-in-release", clients -> stopAndRelease(clients, UpdateSteps.RELEASING));
        ALL.put("clock-step", FaultScenarios::clockStep);
        ALL.put("reply-lost", FaultScenarios::replyLost);
        ALL.put("lock-lost", FaultScenarios::lockLost);
        BREAKING.put("get-set", "race");
        BREAKING.put("setnx", "crash-holding");
        BREAKING.put("setnx-expire", "crash-taking");
        BREAKING.put("multi-setnx-pexpire", "crash-holding");
        BREAKING.put("timestamp-del", "race-for-expired");
        BREAKING.put("timestamp-getset", "clock-step");
        BREAKING.put("lua-setnx-expire", "stop-before-release");
        BREAKING.put("set-nx-ex-del", "stop-before-release");
        BREAKING.put("set-nx-ex-token", "stop-in-release");
        BREAKING.put("set-nx-px-unchecked", "stop-before-write");
        BREAKING.put("watchdog-unchecked", "stop-before-write");
    }

    private FaultScenarios() {}

    public static Map<String, FaultScenario> all() {
        return ALL;
    }

    /** Returns the names of the tutorials' locks. */
    public static List<String> controls() {
        return List.copyOf(BREAKING.keySet());
    }

    /** Returns the fault that breaks this lock in theory; empty if the lock is unknown. */
    static String breaking(String control) {
        return BREAKING.getOrDefault(control, "");
    }

    /** Two clients stand between the two commands that take the lock. */
    private static void race(MatrixClients clients) throws Exception {
        clients.holdAt(MatrixClients.A, UpdateSteps.TAKING);
        overtake(clients);
    }

    /** The same as {@link #race}, for a lock whose holder has died and whose time is over. */
    private static void raceForExpired(MatrixClients clients) throws Exception {
        clients.holdAt(MatrixClients.C, UpdateSteps.COMPUTED);
        clients.kill(MatrixClients.C);
        clients.pastLease();
        clients.holdAt(MatrixClients.A, UpdateSteps.TAKING);
        overtake(clients);
    }

    /** A is about to take the lock. B takes it, reads, and is still computing when A is done. */
    private static void overtake(MatrixClients clients) throws Exception {
        clients.holdAt(MatrixClients.B, UpdateSteps.COMPUTED);
        clients.resume(MatrixClients.A);
        clients.await(MatrixClients.A);
        clients.resume(MatrixClients.B);
        clients.finish(MatrixClients.B);
        clients.settle(MatrixClients.A);
    }

    /** B tries before the holder dies, and from then on. */
    private static void crashHolding(MatrixClients clients) throws Exception {
        clients.holdAt(MatrixClients.C, UpdateSteps.COMPUTED);
        clients.begin(MatrixClients.B);
        clients.kill(MatrixClients.C);
        clients.finish(MatrixClients.B);
    }

    private static void crashTaking(MatrixClients clients) throws Exception {
        clients.holdAt(MatrixClients.C, UpdateSteps.TAKING);
        clients.kill(MatrixClients.C);
    }

    /** A's whole JVM stands still between its read and its write, for longer than its lease. B updates meanwhile. */
    private static void stopBeforeWrite(MatrixClients clients) throws Exception {
        clients.holdAt(MatrixClients.A, UpdateSteps.COMPUTED);
        stopPastLease(clients);
        clients.update(MatrixClients.B);
        goOn(clients);
    }

    /** A stands still when it has written. B takes the lock, A gives back B's lock, and C takes it. */
    private static void stopAndRelease(MatrixClients clients, String step) throws Exception {
        clients.holdAt(MatrixClients.A, step);
        stopPastLease(clients);
        clients.holdAt(MatrixClients.B, UpdateSteps.COMPUTED);
        goOn(clients);
        meet(clients, MatrixClients.B, MatrixClients.C);
    }

    private static void goOn(MatrixClients clients) throws InterruptedException {
        clients.goOn(MatrixClients.A);
        clients.resume(MatrixClients.A);
        clients.finish(MatrixClients.A);
    }

    private static void stopPastLease(MatrixClients clients) throws InterruptedException {
        clients.stop(MatrixClients.A);
        clients.pastLease();
    }

    /** B's clock is ahead by ten leases. */
    private static void clockStep(MatrixClients clients) throws Exception {
        clients.update(MatrixClients.B);
        clients.stepClock(MatrixClients.B, 10);
        try {
            clients.holdAt(MatrixClients.A, UpdateSteps.COMPUTED);
            meet(clients, MatrixClients.A, MatrixClients.B);
        } finally {
            clients.stepClock(MatrixClients.B, -10);
        }
    }

    private static void replyLost(MatrixClients clients) throws Exception {
        clients.update(MatrixClients.B);
        clients.loseReply(MatrixClients.A);
        clients.update(MatrixClients.A);
    }

    /** The server forgets that A holds the lock, and goes on without it. */
    private static void lockLost(MatrixClients clients) throws Exception {
        clients.update(MatrixClients.B);
        clients.loseLatest(() -> clients.holdAt(MatrixClients.A, UpdateSteps.COMPUTED));
        meet(clients, MatrixClients.A, MatrixClients.B);
    }

    /** Another client begins an update while one is held, and before that one ends. */
    private static void meet(MatrixClients clients, int held, int other) throws InterruptedException {
        clients.begin(other);
        clients.await(other);
        clients.resume(held);
        clients.finish(held);
        clients.settle(other);
    }
}
