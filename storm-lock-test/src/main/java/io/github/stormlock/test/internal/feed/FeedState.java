package io.github.stormlock.test.internal.feed;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The state that a feed shares with its copies in the workers, which all live in this JVM. Thread-safe. */
public final class FeedState {
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

    public static FeedState create() {
        FeedState state = new FeedState();
        ALL.put(state.id, state);
        return state;
    }

    public static FeedState of(String id) {
        FeedState state = ALL.get(id);
        if (state == null) {
            throw new IllegalStateException(
                    "A TupleFeed works in the JVM that created it only: use it on a local cluster");
        }
        return state;
    }

    public String id() {
        return id;
    }

    public synchronized void replay(int times) {
        if (times < 0) {
            throw new IllegalArgumentException("The number of replays is " + times + ": it must be 0 or more");
        }
        replays = times;
    }

    public synchronized void feed(List<Object> values) {
        waiting.add(new FedTuple(++lastId, values, replays));
    }

    public synchronized @Nullable FedTuple next() {
        FedTuple next = waiting.poll();
        if (next != null) {
            pending.put(next.id(), next);
        }
        return next;
    }

    public synchronized void ack(Object messageId) {
        if (pending.remove(messageId) != null) {
            acked++;
        }
    }

    public synchronized void fail(Object messageId) {
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

    public synchronized int acked() {
        return acked;
    }

    public synchronized int failed() {
        return failed;
    }

    @Override
    public synchronized String toString() {
        return "of " + lastId + " fed, " + acked + " were acked, " + givenUp + " given up, " + pending.size()
                + " are not answered, " + waiting.size() + " not sent; " + failed + " failures";
    }
}
