package io.github.stormlock.torture.matrix;

import io.github.stormlock.torture.protocol.Steps;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The faults of the failure matrix, and which of them breaks which lock. */
public final class Plays {
    private static final Map<String, Play> ALL = new LinkedHashMap<>();
    private static final Map<String, String> BREAKING = new LinkedHashMap<>();

    static {
        ALL.put("race", Plays::race);
        ALL.put("race-for-expired", Plays::raceForExpired);
        ALL.put("crash-holding", Plays::crashHolding);
        ALL.put("crash-taking", Plays::crashTaking);
        ALL.put("stop-before-write", Plays::stopBeforeWrite);
        ALL.put("stop-before-release", cast -> stopAndRelease(cast, Steps.WRITTEN));
        ALL.put("stop-in-release", cast -> stopAndRelease(cast, Steps.RELEASING));
        ALL.put("clock-step", Plays::clockStep);
        ALL.put("reply-lost", Plays::replyLost);
        ALL.put("lock-lost", Plays::lockLost);
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

    private Plays() {}

    public static Map<String, Play> all() {
        return ALL;
    }

    /** The tutorials' locks. */
    public static List<String> controls() {
        return List.copyOf(BREAKING.keySet());
    }

    /** The fault that breaks this one, by theory. */
    static String breaking(String control) {
        return BREAKING.getOrDefault(control, "");
    }

    /** Two clients between the two commands that take the lock. */
    private static void race(Cast cast) throws Exception {
        cast.holdAt(Cast.A, Steps.TAKING);
        overtake(cast);
    }

    /** The same, for a lock whose holder has died, and whose time is over. */
    private static void raceForExpired(Cast cast) throws Exception {
        cast.holdAt(Cast.C, Steps.COMPUTED);
        cast.kill(Cast.C);
        cast.pastLease();
        cast.holdAt(Cast.A, Steps.TAKING);
        overtake(cast);
    }

    /** A is about to take the lock; B takes it, reads, and is still computing when A is done. */
    private static void overtake(Cast cast) throws Exception {
        cast.holdAt(Cast.B, Steps.COMPUTED);
        cast.resume(Cast.A);
        cast.await(Cast.A);
        cast.resume(Cast.B);
        cast.finish(Cast.B);
        cast.settle(Cast.A);
    }

    /** B tries before the holder dies, and from then on. */
    private static void crashHolding(Cast cast) throws Exception {
        cast.holdAt(Cast.C, Steps.COMPUTED);
        cast.begin(Cast.B);
        cast.kill(Cast.C);
        cast.finish(Cast.B);
    }

    private static void crashTaking(Cast cast) throws Exception {
        cast.holdAt(Cast.C, Steps.TAKING);
        cast.kill(Cast.C);
    }

    /** A's whole JVM stands still between its read and its write, longer than its lease; B updates meanwhile. */
    private static void stopBeforeWrite(Cast cast) throws Exception {
        cast.holdAt(Cast.A, Steps.COMPUTED);
        stopPastLease(cast);
        cast.update(Cast.B);
        cast.goOn(Cast.A);
        cast.resume(Cast.A);
        cast.finish(Cast.A);
    }

    /** A stands still when it has written; B takes the lock, and A gives back what is B's; C takes that. */
    private static void stopAndRelease(Cast cast, String step) throws Exception {
        cast.holdAt(Cast.A, step);
        stopPastLease(cast);
        cast.holdAt(Cast.B, Steps.COMPUTED);
        cast.goOn(Cast.A);
        cast.resume(Cast.A);
        cast.finish(Cast.A);
        cast.begin(Cast.C);
        cast.await(Cast.C);
        cast.resume(Cast.B);
        cast.finish(Cast.B);
        cast.settle(Cast.C);
    }

    private static void stopPastLease(Cast cast) throws InterruptedException {
        cast.stop(Cast.A);
        cast.pastLease();
    }

    /** B's clock is ahead by ten leases. */
    private static void clockStep(Cast cast) throws Exception {
        cast.update(Cast.B);
        cast.stepClock(Cast.B, 10);
        try {
            cast.holdAt(Cast.A, Steps.COMPUTED);
            cast.begin(Cast.B);
            cast.await(Cast.B);
            cast.resume(Cast.A);
            cast.finish(Cast.A);
            cast.settle(Cast.B);
        } finally {
            cast.stepClock(Cast.B, -10);
        }
    }

    private static void replyLost(Cast cast) throws Exception {
        cast.update(Cast.B);
        cast.loseReply(Cast.A);
        cast.update(Cast.A);
    }

    /** The server forgets that A holds the lock, and goes on without it. */
    private static void lockLost(Cast cast) throws Exception {
        cast.update(Cast.B);
        cast.loseLatest(() -> cast.holdAt(Cast.A, Steps.COMPUTED));
        cast.begin(Cast.B);
        cast.await(Cast.B);
        cast.resume(Cast.A);
        cast.finish(Cast.A);
        cast.settle(Cast.B);
    }
}
