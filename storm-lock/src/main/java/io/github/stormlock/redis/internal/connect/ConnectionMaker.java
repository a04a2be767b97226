package io.github.stormlock.redis.internal.connect;

import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.apache.commons.pool2.PooledObject;
import org.apache.commons.pool2.PooledObjectFactory;
import org.apache.commons.pool2.PooledObjectState;
import org.apache.commons.pool2.impl.DefaultPooledObject;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisAccessControlException;
import redis.clients.jedis.exceptions.JedisConnectionException;

/** Makes the connections of one node's pool. It knows them all, so that closing ends the lent ones too. Thread-safe. */
final class ConnectionMaker implements PooledObjectFactory<PortConnection> {
    private final HostAndPort address;
    private final JedisSettings settings;
    private final Set<PortSocketFactory> alive = ConcurrentHashMap.newKeySet();
    private volatile boolean closed;

    ConnectionMaker(HostAndPort address, JedisSettings settings) {
        this.address = address;
        this.settings = settings;
    }

    /**
     * Makes a connection. A password may be rotated between the reading of it and the login: if the login is refused and
     * the place of the password has another one by then, that one is tried as well.
     */
    @Override
    public PooledObject<PortConnection> makeObject() {
        SentPassword login = settings.login();
        try {
            return connect(login);
        } catch (JedisAccessControlException refused) {
            if (login.hasChanged()) {
                return connect(login);
            }
            throw refused;
        }
    }

    private PooledObject<PortConnection> connect(SentPassword login) {
        PortSocketFactory sockets = settings.sockets(address);
        alive.add(sockets);
        boolean made = false;
        try {
            // Checked after the add: close() sets its flag and then looks for connections, so one of the two sees the
            // other.
            if (closed) {
                throw new JedisConnectionException("the port to " + address + " is closed");
            }
            PortConnection connection = new PortConnection(sockets, settings.client(login));
            login.forget();
            made = true;
            return new DefaultPooledObject<>(connection);
        } finally {
            if (!made) {
                end(sockets);
            }
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

    void close() {
        closed = true;
        alive.forEach(this::end);
    }

    private void end(PortSocketFactory sockets) {
        sockets.abort();
        alive.remove(sockets);
    }
}
