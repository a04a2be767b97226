package io.github.stormlock.redis.internal.pipeline;

import io.github.stormlock.redis.HashSlot;
import io.github.stormlock.redis.PoolGauges;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.RedisPort;
import io.github.stormlock.redis.RedisRefusedException;
import io.github.stormlock.redis.RedisUnavailableException;
import io.github.stormlock.redis.Script;
import io.github.stormlock.redis.ScriptCall;
import io.github.stormlock.redis.Subscription;
import io.github.stormlock.redis.SubscriptionListener;
import io.github.stormlock.redis.internal.connect.DaemonThreads;
import io.github.stormlock.redis.internal.connect.Deadline;
import io.github.stormlock.redis.internal.connect.JedisSettings;
import io.github.stormlock.redis.internal.connect.NodePools;
import io.github.stormlock.redis.internal.route.Topology;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Protocol.Command;

/** The port over Jedis's connections. {@link RedisPort} says what it promises. Thread-safe. */
public final class JedisPort implements RedisPort {
    /** The name of plain commands in messages. */
    private static final Script PLAIN = Script.text("of plain commands", "");

    private static final int PARTS = 16;

    /** The least time between two failures that are told, so that a caller who tries again at once does not spin. */
    private static final long BETWEEN_FAILURES_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private final JedisSettings settings;
    private final DaemonThreads workers = new DaemonThreads();
    private final NodePools pools;
    private final Topology topology;
    private final Set<JedisSubscription> subscriptions = ConcurrentHashMap.newKeySet();
    private volatile long failedNanos = System.nanoTime() - BETWEEN_FAILURES_NANOS;
    private volatile boolean closed;

    private JedisPort(JedisSettings settings) {
        this.settings = settings;
        this.pools = new NodePools(settings, workers);
        this.topology = Topology.of(settings, pools, workers);
    }

    public static RedisPort open(RedisConfig config) {
        return new JedisPort(new JedisSettings(config));
    }

    @Override
    public @Nullable Object run(ScriptCall call, long budgetNanos) {
        checkOpen();
        topology.check(call);
        Object answer = settle(List.of(new PendingCall(call)), /* alert= */ true, budgetNanos)
                .get(0);
        if (answer instanceof RedisException failure) {
            throw failure;
        }
        return answer;
    }

    @Override
    public List<String> listClients(long budgetNanos) {
        checkOpen();
        CommandArguments command = new CommandArguments(Command.CLIENT).add("LIST");
        List<PendingCall> all = new ArrayList<>();
        // The commands have no key. These keys only say which nodes are asked.
        for (byte[] key : topology.isCluster() ? keysOfEachPart() : List.of(new byte[0])) {
            ScriptCall label = new ScriptCall(PLAIN, List.of(key), List.of());
            all.add(new PendingCall(label, command));
        }
        List<String> lists = new ArrayList<>(all.size());
        for (Object answer : settle(all, /* alert= */ false, budgetNanos)) {
            if (answer instanceof byte[] clients) {
                lists.add(new String(clients, StandardCharsets.UTF_8));
            }
        }
        return lists;
    }

    /** Returns a key in each of the parts into which {@link #PARTS} divides the slots. */
    private static List<byte[]> keysOfEachPart() {
        Map<Integer, byte[]> found = new HashMap<>();
        for (int n = 0; found.size() < PARTS; n++) {
            byte[] key = Integer.toString(n).getBytes(StandardCharsets.UTF_8);
            found.putIfAbsent(HashSlot.of(key) / (HashSlot.COUNT / PARTS), key);
        }
        return List.copyOf(found.values());
    }

    @Override
    public List<@Nullable Object> runAll(List<ScriptCall> calls, long budgetNanos) {
        checkOpen();
        calls.forEach(topology::check);
        List<PendingCall> all = new ArrayList<>(calls.size());
        calls.forEach(call -> all.add(new PendingCall(call)));
        return settle(all, /* alert= */ false, budgetNanos);
    }

    private List<@Nullable Object> settle(List<PendingCall> all, boolean alert, long budgetNanos) {
        long deadline = Deadline.after(budgetNanos);
        new PipelinedCalls(topology, pools, workers, alert, deadline).settle(all);
        List<@Nullable Object> answers = new ArrayList<>(all.size());
        for (PendingCall pending : all) {
            answers.add(pending.answer());
        }
        // A lock may be refused beside a read. Of several scripts, others may be of servers that are well.
        if (alert
                ? answers.stream().anyMatch(JedisPort::isAway)
                : answers.stream().allMatch(JedisPort::isAway)) {
            pause(deadline);
        }
        return answers;
    }

    /**
     * Returns true if nothing was sent, or the server does not take scripts or writes now. A slot that moves is soon there.
     */
    private static boolean isAway(@Nullable Object answer) {
        return answer instanceof RedisUnavailableException
                || (answer instanceof RedisRefusedException refused
                        && (refused.isBeforeScript() || refused.isOfWrites())
                        && !refused.code().equals("TRYAGAIN"));
    }

    @Override
    public void pace(long budgetNanos) {
        pause(Deadline.after(budgetNanos));
    }

    private void pause(long deadline) {
        long end = failedNanos + BETWEEN_FAILURES_NANOS;
        for (long left = left(end, deadline);
                left > 0 && !closed && !Thread.currentThread().isInterrupted();
                left = left(end, deadline)) {
            LockSupport.parkNanos(this, left);
        }
        failedNanos = System.nanoTime();
    }

    private static long left(long end, long deadline) {
        return Math.min(end - System.nanoTime(), Deadline.left(deadline));
    }

    @Override
    public Subscription subscribe(String channel, SubscriptionListener listener) {
        checkOpen();
        JedisSubscription subscription =
                new JedisSubscription(settings, topology, channel, listener, subscriptions::remove);
        subscriptions.add(subscription);
        // Checked after the add: close() sets its flag and then looks for subscriptions, so one of the two sees the
        // other.
        if (closed) {
            subscription.close();
        } else {
            subscription.start();
        }
        return subscription;
    }

    @Override
    public boolean isCluster() {
        return topology.isCluster();
    }

    @Override
    public String node(byte[] key) {
        return topology.node(key);
    }

    @Override
    public PoolGauges pool() {
        return pools.gauges();
    }

    @Override
    public long roundTrips() {
        return pools.roundTrips();
    }

    @Override
    public void close() {
        closed = true;
        subscriptions.forEach(JedisSubscription::close);
        topology.close();
        pools.close();
        workers.close();
    }

    private void checkOpen() {
        if (closed) {
            throw new RedisUnavailableException("the port to Redis is closed", null);
        }
    }
}
