package io.github.stormlock.lock;

import io.github.stormlock.redis.KeyCommand;
import io.github.stormlock.redis.PoolGauges;
import io.github.stormlock.redis.RedisPort;
import io.github.stormlock.redis.ScriptCall;
import io.github.stormlock.redis.Subscription;
import io.github.stormlock.redis.SubscriptionListener;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;
import java.util.Objects;

/**
 * A server with one lock and one string under it, where each script is one step and nothing expires. Says that it is a
 * cluster, so that every try is a script. A message is brought by the thread that ran the script, after it: it arrives
 * while others do anything whatsoever.
 */
final class ModelServer implements RedisPort {
    private static final int TOKEN = 0;
    private static final int NOTE = 2;
    private static final int OLD_NOTE = 4;
    private static final int NEXT = 5;
    private static final int FIRST_COMMAND = 7;

    private final Deque<String> waiting = new ArrayDeque<>();
    private volatile SubscriptionListener listener;
    private String lock;
    private byte[] entry;

    synchronized void reset() {
        waiting.clear();
        lock = null;
        entry = null;
    }

    /** A program that knows nothing of us has the lock until {@link #strangerLeaves}. */
    synchronized void strangerComes() {
        lock = "stranger";
    }

    void strangerLeaves() {
        String message;
        synchronized (this) {
            message = handOver();
        }
        bring(message);
    }

    synchronized void holds(String token) {
        lock = token;
    }

    synchronized String lock() {
        return lock;
    }

    synchronized String entry() {
        return entry == null ? "" : Bytes.text(entry);
    }

    synchronized boolean somebodyWaits() {
        return !waiting.isEmpty();
    }

    @Override
    public Object run(ScriptCall call, long budgetNanos) {
        List<byte[]> args = call.args();
        return switch (call.script().name()) {
            case "probe" -> List.of(Bytes.EMPTY);
            case "acquire" -> acquire(Bytes.text(args.get(TOKEN)), Bytes.text(args.get(NOTE)), args);
            case "commit" -> commit(Bytes.text(args.get(TOKEN)), Bytes.text(args.get(NEXT)), args);
            case "release" -> giveBack(Bytes.text(args.get(TOKEN)));
            case "withdraw" -> withdraw(Bytes.text(args.get(TOKEN)), Bytes.text(args.get(1)));
            case "renew" -> renew(Bytes.text(args.get(TOKEN)));
            default -> throw new AssertionError(call.script().name());
        };
    }

    private synchronized Object acquire(String token, String note, List<byte[]> args) {
        waiting.remove(Bytes.text(args.get(OLD_NOTE)));
        if (lock != null && !sameAcquisition(token)) {
            if (!note.isEmpty()) {
                waiting.addLast(note);
            }
            return Arrays.asList(0L, -1L, Bytes.of(lock));
        }
        lock = token;
        return Arrays.asList(1L, entry == null ? 0L : 1L, entry);
    }

    private boolean sameAcquisition(String token) {
        return lock.substring(0, lock.lastIndexOf(':') + 1).equals(token.substring(0, token.lastIndexOf(':') + 1));
    }

    private Object commit(String token, String next, List<byte[]> args) {
        String message;
        synchronized (this) {
            if (!token.equals(lock)) {
                return List.of(0L);
            }
            if (args.size() > FIRST_COMMAND) {
                entry = args.get(args.size() - 1);
            }
            if (!next.isEmpty() && waiting.isEmpty()) {
                lock = next;
                return List.of(1L, -1L, 0L);
            }
            message = handOver();
        }
        bring(message);
        return List.of(1L, 0L, 0L);
    }

    private Object giveBack(String token) {
        String message;
        synchronized (this) {
            if (!token.equals(lock)) {
                return List.of(0L);
            }
            message = handOver();
        }
        bring(message);
        return List.of(1L, 0L);
    }

    private Object withdraw(String token, String note) {
        String message;
        synchronized (this) {
            waiting.remove(note);
            if (lock != null && !sameAcquisition(token)) {
                return List.of(0L);
            }
            message = handOver();
        }
        bring(message);
        return List.of(1L, 0L);
    }

    private synchronized Object renew(String token) {
        return token.equals(lock) ? 1L : 0L;
    }

    private String handOver() {
        lock = waiting.pollFirst();
        return lock;
    }

    private void bring(String message) {
        if (message != null) {
            Objects.requireNonNull(listener, "a note without a subscription").message(Bytes.of(message));
        }
    }

    @Override
    public List<Object> runAll(List<ScriptCall> calls, long budgetNanos) {
        List<Object> replies = new ArrayList<>(calls.size());
        calls.forEach(call -> replies.add(run(call, budgetNanos)));
        return replies;
    }

    @Override
    public List<Object> runPlain(List<KeyCommand> commands, long budgetNanos) {
        throw new AssertionError("not in a cluster");
    }

    @Override
    public Subscription subscribe(String channel, SubscriptionListener interested) {
        listener = interested;
        return new Subscription() {
            @Override
            public boolean isConfirmed() {
                return true;
            }

            @Override
            public void ping() {}

            @Override
            public void close() {}
        };
    }

    @Override
    public boolean isCluster() {
        return true;
    }

    @Override
    public PoolGauges pool() {
        return new PoolGauges(0, 0, 0);
    }

    @Override
    public void close() {}
}
