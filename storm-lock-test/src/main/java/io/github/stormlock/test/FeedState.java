package io.github.stormlock.test;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The state that a feed shares with its copies in the workers, which all live in this JVM. Thread-safe. */
final class FeedState {
    private static final Map<String, FeedState> ALL = new ConcurrentHashMap<>();

    private final String id = UUID.randomUUID().toString();
    private final Deque<FedTuple> waiting = new ArrayDeque<>();
    private final Map<Object, FedTuple> pending = new HashMap<>();
    private long lastId;
    private int replays;
    private int acked;
    private int failed;
    private int givenUp;

    private FeedState() {}

    static FeedState create() {
        FeedState state = new FeedState();
        ALL.put(state.id, state);
        return state;
    }

    static FeedState of(String id) {
        FeedState state = ALL.get(id);
        if (state == null) {
            throw new IllegalStateException(
                    "A TupleFeed works in the JVM that created it only: use it on a local cluster");
        }
        return state;
    }

    String id() {
        return id;
    }

    synchronized void replay(int times) {
        if (times < 0) {
            throw new IllegalArgumentException("The number of replays is " + times + ": it must be 0 or more");
        }
        replays = times;
    }

    synchronized void feed(List<Object> values) {
        waiting.add(new FedTuple(++lastId, values, replays));
    }

    synchronized @Nullable FedTuple next() {
        FedTuple next = waiting.poll();
        if (next != null) {
            pending.put(next.id(), next);
        }
        return next;
    }

    synchronized void ack(Object messageId) {
        if (pending.remove(messageId) != null) {
            acked++;
        }
    }

    synchronized void fail(Object messageId) {
        FedTuple tuple = pending.remove(messageId);
        if (tuple == null) {
            return;
        }
        failed++;
        if (tuple.replaysLeft() > 0) {
            waiting.add(tuple.again());
        } else {
            givenUp++;
        }
    }

    synchronized int acked() {
        return acked;
    }

    synchronized int failed() {
        return failed;
    }

    @Override
    public synchronized String toString() {
        return "of " + lastId + " fed, " + acked + " were acked, " + givenUp + " given up, " + pending.size()
                + " are not answered, " + waiting.size() + " not sent; " + failed + " failures";
    }
}
