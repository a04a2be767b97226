package io.github.stormlock.quorum;

import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.ScriptCall;
import io.github.stormlock.redis.internal.connect.ConnectionMaker;
import io.github.stormlock.redis.internal.connect.DaemonThreads;
import io.github.stormlock.redis.internal.connect.Failures;
import io.github.stormlock.redis.internal.connect.JedisSettings;
import io.github.stormlock.redis.internal.connect.Peer;
import io.github.stormlock.redis.internal.connect.PortConnection;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisConnectionException;

/** The lane over Jedis's connections. {@link RedisLane} says what it promises. Thread-safe. */
final class JedisLane implements RedisLane {
    private final JedisSettings settings;
    private final RedisConfig.Node server;
    private final HostAndPort address;
    private final DaemonThreads workers = new DaemonThreads();
    private final Queue<LaneCall> unsent = new ArrayDeque<>();
    private boolean sending;
    private @Nullable ConnectionMaker maker;
    private @Nullable LaneConnection connection;
    private boolean closed;

    /**
     * Opens a lane to a standalone server.
     *
     * @throws IllegalArgumentException if the mode is another, or a secret or store cannot be read
     */
    JedisLane(RedisConfig config) {
        this.settings = new JedisSettings(config);
        this.server = config.nodes().get(0);
        this.address = new HostAndPort(server.host(), server.port());
    }

    @Override
    public RedisConfig.Node server() {
        return server;
    }

    @Override
    public CompletableFuture<@Nullable Object> send(ScriptCall call) {
        LaneCall next = new LaneCall(call);
        enqueue(next);
        return next.answer();
    }

    /** Puts a call behind all others: a new one, or one that the server did not run. */
    private void enqueue(LaneCall next) {
        boolean refused;
        synchronized (this) {
            refused = closed;
            if (!refused) {
                unsent.add(next);
                if (!sending) {
                    sending = workers.tryExecute(this::write);
                }
            }
        }
        if (refused) {
            next.settle(Failures.closed(address));
        }
    }

    private void write() {
        for (LaneCall next = next(); next != null; next = next()) {
            // One that comes for the second time may be behind what its caller has sent since. That caller has
            // cancelled it before.
            if (next.isWanted()) {
                send(next);
            }
        }
    }

    private synchronized @Nullable LaneCall next() {
        LaneCall next = unsent.poll();
        sending = next != null;
        return next;
    }

    private void send(LaneCall next) {
        try {
            connected().send(next);
        } catch (RedisException e) {
            // They have waited for the same connection. Each would wait as long again for another. They are taken
            // before anybody hears of the failure, so that none is among them that was sent after it.
            List<LaneCall> waited = drain();
            next.settle(e);
            waited.forEach(other -> other.settle(e));
        }
    }

    private LaneConnection connected() {
        ConnectionMaker fresh;
        synchronized (this) {
            if (closed) {
                throw Failures.closed(address);
            }
            LaneConnection standing = connection;
            if (standing != null && !standing.isOver()) {
                return standing;
            }
            fresh = new ConnectionMaker(address, settings);
            maker = fresh;
        }
        LaneConnection made = new LaneConnection(address, connect(fresh), settings, workers, this::enqueue);
        synchronized (this) {
            connection = made;
        }
        return made;
    }

    private PortConnection connect(ConnectionMaker fresh) {
        try {
            return fresh.connect();
        } catch (RuntimeException e) {
            throw Failures.notConnected(settings.names(), Peer.SERVER, address, e);
        }
    }

    private synchronized List<LaneCall> drain() {
        List<LaneCall> all = new ArrayList<>(unsent);
        unsent.clear();
        return all;
    }

    @Override
    public void close() {
        LaneConnection standing;
        ConnectionMaker making;
        synchronized (this) {
            closed = true;
            standing = connection;
            making = maker;
        }
        if (making != null) {
            making.close();
        }
        if (standing != null) {
            standing.end(new JedisConnectionException("the lane is closed"));
        }
        drain().forEach(call -> call.settle(Failures.closed(address)));
        workers.close();
    }
}
