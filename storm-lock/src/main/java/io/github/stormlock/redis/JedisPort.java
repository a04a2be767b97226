package io.github.stormlock.redis;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.exceptions.JedisAskDataException;
import redis.clients.jedis.exceptions.JedisRedirectionException;

/** The port over Jedis's connections and topologies; see {@link RedisPort} for what it promises. Thread-safe. */
final class JedisPort implements RedisPort {
    /** What plain commands are called in messages. */
    private static final Script PLAIN = Script.text("of plain commands", "");

    private final JedisSettings settings;
    private final Workers workers = new Workers();
    private final NodePools pools;
    private final Topology topology;
    private final Set<JedisSubscription> subscriptions = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    private JedisPort(JedisSettings settings) {
        this.settings = settings;
        this.pools = new NodePools(settings);
        this.topology = Topology.of(settings, pools, workers);
    }

    static RedisPort open(RedisConfig config) {
        return new JedisPort(new JedisSettings(config));
    }

    @Override
    public @Nullable Object run(ScriptCall call, long budgetNanos) {
        checkOpen();
        topology.check(call);
        long deadline = Deadline.after(budgetNanos);
        NodePool pool = topology.poolFor(call, deadline);
        boolean asking = false;
        for (int redirections = 0; ; redirections++) {
            try {
                return Exchange.run(pool, call, asking, deadline);
            } catch (JedisRedirectionException e) {
                pool = Redirection.follow(e, call, pool, redirections, topology, pools);
                asking = e instanceof JedisAskDataException;
            } catch (RedisException e) {
                Redirection.doubtAfter(e, topology);
                throw e;
            }
        }
    }

    @Override
    public List<@Nullable Object> runPlain(List<KeyCommand> commands, long budgetNanos) {
        checkOpen();
        if (topology.isCluster()) {
            throw new IllegalStateException("plain commands are not sent to a cluster");
        }
        ScriptCall label =
                new ScriptCall(PLAIN, List.of(commands.get(0).arguments().get(0)), List.of());
        long deadline = Deadline.after(budgetNanos);
        try {
            return PlainExchange.run(topology.poolFor(label, deadline), label, commands, deadline);
        } catch (RedisException e) {
            Redirection.doubtAfter(e, topology);
            throw e;
        }
    }

    @Override
    public List<@Nullable Object> runAll(List<ScriptCall> calls, long budgetNanos) {
        checkOpen();
        calls.forEach(topology::check);
        return new Batch(topology, pools, workers, Deadline.after(budgetNanos)).run(calls);
    }

    @Override
    public Subscription subscribe(String channel, SubscriptionListener listener) {
        checkOpen();
        JedisSubscription subscription =
                new JedisSubscription(settings, topology, channel, listener, subscriptions::remove);
        subscriptions.add(subscription);
        // After the add, so that whichever of close() and this comes second sees the other.
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
    public PoolGauges pool() {
        return pools.gauges();
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
