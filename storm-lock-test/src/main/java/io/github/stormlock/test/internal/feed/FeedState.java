package io.github.stormlock.test.internal.feed;

import io.github.stormlock.test.internal.run.AckFaults;
import io.github.stormlock.test.internal.run.Here;
import io.github.stormlock.test.internal.run.TopologyRun;
import java.io.Serializable;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The state that a feed shares with its copies in the workers, which all live in this JVM. Thread-safe. */
public final class FeedState implements AckFaults, Serializable {
    private static final long serialVersionUID = 1L;
    private static final int MOST_SHOWN = 3;

    private final transient Here here = Here.of(this);
    private final transient Deque<FedTuple> waiting = new ArrayDeque<>();
    private final transient Map<Object, FedTuple> pending = new HashMap<>();
    private final transient Strikes strikes = new Strikes();
    private final transient List<TupleValues> shownGivenUp = new ArrayList<>(MOST_SHOWN);
    private transient @Nullable TopologyRun run;
    private long lastId;
    private int replays;
    private int copies;
    private int failuresOfAcks;
    private int acked;
    private int failed;
    private int givenUp;

    private Object writeReplace() {
        return here;
    }

    public synchronized void replay(int times) {
        replays = notNegative("replays", times);
    }

    public synchronized void resendAcked(int times) {
        copies = notNegative("further copies", times);
    }

    public synchronized void failAcked(int times) {
        failuresOfAcks = notNegative("failures", times);
    }

    public synchronized void loseTasks(int times) {
        strikes.loseTasks(notNegative("deaths", times));
    }

    private static int notNegative(String what, int times) {
        if (times < 0) {
            throw new IllegalArgumentException("The number of " + what + " is " + times + ": it must be 0 or more");
        }
        return times;
    }

    /** Notes the run whose tuples the feed sends from now on. */
    public synchronized void beginIn(TopologyRun begun, String component) {
        run = begun;
        begun.disturb(component, this);
    }

    public synchronized void feed(List<Object> values) {
        waiting.add(new FedTuple(++lastId, values, replays, copies));
        strikes.failAcks(new TupleValues(values), failuresOfAcks);
    }

    public synchronized @Nullable FedTuple next() {
        FedTuple next = waiting.poll();
        if (next != null) {
            pending.put(next.id(), next);
        }
        return next;
    }

    public synchronized void ack(Object messageId) {
        FedTuple tuple = pending.remove(messageId);
        if (tuple == null) {
            return;
        }
        if (tuple.copiesLeft() > 0) {
            waiting.add(tuple.afterAck());
        } else {
            acked++;
        }
    }

    public synchronized void fail(Object messageId) {
        FedTuple tuple = pending.remove(messageId);
        if (tuple == null) {
            return;
        }
        failed++;
        TupleValues values = new TupleValues(tuple.values());
        if (strikes.isExcused(values)) {
            waiting.add(tuple);
        } else if (tuple.replaysLeft() > 0) {
            waiting.add(tuple.afterFailure());
        } else {
            givenUp++;
            if (shownGivenUp.size() < MOST_SHOWN) {
                shownGivenUp.add(values);
            }
        }
    }

    @Override
    public synchronized Fate ofAck(List<Object> values) {
        return strikes.arePlanned() ? strikes.ofAck(new TupleValues(values)) : Fate.PASSED_ON;
    }

    @Override
    public synchronized void lostWithItsTask(List<Object> values) {
        strikes.excuse(new TupleValues(values));
    }

    public synchronized int acked() {
        return acked;
    }

    public synchronized int failed() {
        return failed;
    }

    /** Returns true if so many were given up of those that were fed that the others are too few. */
    public synchronized boolean cannotReach(int ackedOnes) {
        return lastId >= ackedOnes && lastId - givenUp < ackedOnes;
    }

    /**
     * Tells who waits that a component of the topology has thrown.
     *
     * @throws AssertionError if one did
     */
    public void requireAlive() {
        TopologyRun current = current();
        if (current != null) {
            // Made here: its lock is not taken under that of the run.
            String now = toString();
            current.requireAlive(() -> now);
        }
    }

    /** Returns what bolts have reported last, as the end of a message. */
    public String reports() {
        TopologyRun current = current();
        return current == null ? "" : current.reports();
    }

    /** Returns what a bolt has reported last. */
    public @Nullable Throwable lastReport() {
        TopologyRun current = current();
        return current == null ? null : current.lastReport();
    }

    private synchronized @Nullable TopologyRun current() {
        return run;
    }

    @Override
    public synchronized String toString() {
        return "of " + lastId + " fed, " + acked + " were acked, " + givenUp + " given up"
                + (shownGivenUp.isEmpty() ? "" : " " + shownGivenUp + (givenUp > MOST_SHOWN ? " and more" : "")) + ", "
                + pending.size() + " are not answered, " + waiting.size() + " not sent; " + failed + " failures";
    }
}
