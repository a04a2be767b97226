package io.github.stormlock.redis.internal.connect;

import io.github.stormlock.redis.RedisRefusedException;
import io.github.stormlock.redis.RedisUnavailableException;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.PooledObjectFactory;
import org.apache.commons.pool2.PooledObjectState;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.exceptions.JedisDataException;

/** Makes connections to one server. It knows them all, so that closing ends the lent ones too. Thread-safe. */
public final class ConnectionMaker implements PooledObjectFactory<PortConnection> {
    private final Peer peer;
    private final HostAndPort address;
    private final JedisSettings settings;
    private final Set<PortSocketFactory> alive = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    public ConnectionMaker(HostAndPort address, JedisSettings settings) {
        this(Peer.SERVER, address, settings);
    }

    public ConnectionMaker(Peer peer, HostAndPort address, JedisSettings settings) {
        this.peer = peer;
        this.address = address;
        this.settings = settings;
    }

    @Override
    public PooledObject<PortConnection> makeObject() {
        return new DefaultPooledObject<>(connect());
    }

    /**
     * Makes a connection, and logs in.
     *
     * @throws RedisRefusedException if the server refuses the login
     * @throws RedisUnavailableException if there is no connection for another reason
     */
    public PortConnection connect() {
        PortSocketFactory sockets = settings.sockets(address);
        alive.add(sockets);
        boolean made = false;
        try {
            // Checked after the add: close() sets its flag and then looks for connections, so one of the two sees the
            // other.
            if (closed) {
                throw new JedisConnectionException("the port to " + address + " is closed");
            }
            PortConnection connection = new PortConnection(sockets, settings.client(peer));
            if (!settings.saysHello(peer) && !takesCommands(connection)) {
                // A login alone may send nothing, and then nobody knows yet if the server takes the connection.
                throw new JedisConnectionException("no answer to PING from " + address);
            }
            made = true;
            return connection;
        } catch (RuntimeException e) {
            throw Failures.notConnected(peer, address, sockets.hasConnected(), e);
        } finally {
            if (!made) {
                end(sockets);
            }
        }
    }

    /** A server that cannot write its log refuses PING, and takes what writes nothing. */
    private static boolean takesCommands(PortConnection connection) {
        try {
            return connection.ping();
        } catch (JedisDataException refused) {
            if (Failures.code(refused).equals("MISCONF")) {
                return true;
            }
            throw refused;
        }
    }

    @Override
    public void destroyObject(PooledObject<PortConnection> pooled) {
        PortConnection connection = pooled.getObject();
        connection.kill();
        alive.remove(connection.sockets());
    }

    /**
     * Returns true if the connection works. That costs a round trip, except on return: there it only matters if the
     * connection is known to be broken.
     */
    @Override
    public boolean validateObject(PooledObject<PortConnection> pooled) {
        if (pooled.getState() == PooledObjectState.RETURNING) {
            return !pooled.getObject().isBroken();
        }
        PortConnection connection = pooled.getObject();
        int most = settings.commandMillis();
        try {
            // A borrower that has the connection tried waits no longer for that than it may.
            connection.answerWithin(Deadline.millis(ConnectDeadline.orAfter(most), most));
            return connection.ping();
        } catch (RuntimeException e) {
            return false;
        }
    }

    @Override
    public void activateObject(PooledObject<PortConnection> pooled) {}

    @Override
    public void passivateObject(PooledObject<PortConnection> pooled) {}

    /** Ends all that it made, and makes no more. */
    public void close() {
        closed = true;
        alive.forEach(this::end);
    }

    private void end(PortSocketFactory sockets) {
        sockets.abort();
        alive.remove(sockets);
    }
}
