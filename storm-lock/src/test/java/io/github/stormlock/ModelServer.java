package io.github.stormlock;

import io.github.stormlock.internal.protocol.Bytes;
import io.github.stormlock.lock.fixture.BarePort;
import io.github.stormlock.redis.ScriptCall;
import io.github.stormlock.redis.Subscription;
import io.github.stormlock.redis.SubscriptionListener;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;

/**
 * A server in memory with one lock and one string under it, and a second entry of that kind, which is named
 * {@value #SECOND}. It says that it is a cluster, so that every try is a script. The thread that ran a script brings
 * its message afterwards, so the message arrives while others do anything. There may be several workers. Each hears
 * what is meant for all, as workers do that share a channel.
 */
public final class ModelServer implements BarePort {
    /** The name of the second entry. */
    public static final String SECOND = "second";

    private final ModelStore store = new ModelStore();
    private final ModelStore second = new ModelStore();
    private final LongSupplier micros;
    private volatile List<SubscriptionListener> listeners = List.of();

    /** @param micros the server's clock, in microseconds */
    public ModelServer(LongSupplier micros) {
        this.micros = micros;
    }

    public ModelStore store() {
        return store;
    }

    public ModelStore second() {
        return second;
    }

    private ModelStore storeOf(ScriptCall call) {
        return Bytes.text(call.keys().get(0)).contains(SECOND) ? second : store;
    }

    public void reset() {
        store.reset();
        second.reset();
    }

    /** Gives the lock to a program that knows nothing of this library, until {@link #strangerLeaves}. */
    public void strangerComes() {
        store.holds("stranger");
    }

    public void strangerLeaves() {
        bring(store.handOver());
    }

    public void holds(String token) {
        store.holds(token);
    }

    public String lock() {
        return store.lock();
    }

    public boolean somebodyWaits() {
        return store.somebodyWaits();
    }

    @Override
    public Object run(ScriptCall call, long budgetNanos) {
        String token = call.script().name().equals("attempt")
                ? ""
                : Bytes.text(call.args().get(0));
        ModelStore concerned = storeOf(call);
        return switch (call.script().name()) {
            case "probe" -> List.of(Bytes.EMPTY, Bytes.EMPTY);
            case "acquire" -> concerned.acquire(call.args());
            case "attempt" -> settled(concerned.attempt(call, micros.getAsLong()));
            case "release" -> settled(concerned.giveBack(token));
            case "withdraw" ->
                settled(concerned.withdraw(token, Bytes.text(call.args().get(1))));
            case "renew" -> concerned.renew(token);
            default -> throw new AssertionError(call.script().name());
        };
    }

    private Object settled(ModelStore.Reply reply) {
        bring(reply.message());
        return reply.answer();
    }

    private void bring(String message) {
        if (message == null) {
            return;
        }
        if (listeners.isEmpty()) {
            throw new AssertionError("a note without a subscription");
        }
        for (SubscriptionListener listener : listeners) {
            listener.message(Bytes.of(message));
        }
    }

    @Override
    public List<Object> runAll(List<ScriptCall> calls, long budgetNanos) {
        List<Object> replies = new ArrayList<>(calls.size());
        calls.forEach(call -> replies.add(run(call, budgetNanos)));
        return replies;
    }

    @Override
    public synchronized Subscription subscribe(String channel, SubscriptionListener interested) {
        List<SubscriptionListener> more = new ArrayList<>(listeners);
        more.add(interested);
        listeners = List.copyOf(more);
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
}
