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
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisException;

/** Makes connections to one server. It knows them all, so that closing ends the lent ones too. Thread-safe. */
public final class ConnectionMaker implements PooledObjectFactory<PortConnection> {
    private static final int LEAST_MILLIS = 50;
    private static final int MOST_MILLIS = 500;

    private final Peer peer;
    private final HostAndPort address;
    private final JedisSettings settings;
    private final Set<PortSocketFactory> alive = ConcurrentHashMap.newKeySet();
    private volatile boolean reached;
    private volatile boolean known;
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
     * Makes a connection. If the server may have meant {@code HELLO} when it refused, in whatever words or by silence, it
     * is tried without. If nothing ever answered as Redis does, the failure tells what is there.
     */
    public PortConnection connect() {
        try {
            PortConnection made = greeted();
            known = true;
            return made;
        } catch (JedisConnectionException e) {
            if (!reached || known || closed) {
                throw e;
            }
            Names names = settings.names();
            int millis = Math.max(LEAST_MILLIS, Deadline.millis(ConnectDeadline.orAfter(MOST_MILLIS), MOST_MILLIS));
            String stranger = settings.encrypted() && Failures.hasEnded(e)
                    ? "; does it ask for a client's certificate? See " + names.of("tls.keystore") + " or "
                            + names.of("tls.cert.file")
                    : Stranger.named(address, names, settings.encrypted(), millis);
            if (settings.saysHello(peer) && Failures.isTimeout(e)) {
                stranger += "; if it takes no HELLO, set " + names.of("protocol") + " to resp2";
            }
            throw stranger.isEmpty() ? e : new JedisConnectionException(Failures.reason(e) + stranger, e);
        }
    }

    private PortConnection greeted() {
        boolean mayDoWithout = settings.mayGoOnWithoutHello(peer);
        try {
            return logIn(settings.saysHello(peer));
        } catch (JedisException refused) {
            if (mayDoWithout && mayBeAboutHello(refused)) {
                return withoutHello(refused);
            }
            throw refused;
        } catch (ClassCastException | NullPointerException | IllegalStateException e) {
            // Jedis takes whatever comes for the map that answers HELLO.
            JedisException strange = new JedisConnectionException(
                    "HELLO is answered with something else: see "
                            + settings.names().of("protocol"),
                    e);
            if (mayDoWithout) {
                return withoutHello(strange);
            }
            throw strange;
        }
    }

    /** Returns true if the server is there, and has not refused the login. One that has greeted before is slow now. */
    private boolean mayBeAboutHello(JedisException refused) {
        if (refused instanceof JedisDataException error) {
            return !(error instanceof JedisAccessControlException)
                    || Failures.code(error).equals("NOPERM");
        }
        return refused instanceof JedisConnectionException
                && (Failures.hasEnded(refused) || (reached && !known && Failures.isTimeout(refused)));
    }

    private PortConnection withoutHello(JedisException refused) {
        PortConnection made;
        try {
            made = logIn(/* hello= */ false);
        } catch (JedisException again) {
            // HELLO was not the reason.
            throw refused;
        }
        settings.goOnWithoutHello(address, refused);
        return made;
    }

    /**
     * Logs in. A password may be rotated between the reading of it and the login: if the login is refused and the place
     * of the password has another one by then, that one is tried as well.
     */
    private PortConnection logIn(boolean hello) {
        SentPassword login = settings.login(peer);
        try {
            return open(login, hello);
        } catch (JedisAccessControlException refused) {
            if (login.hasChanged()) {
                return open(login, hello);
            }
            throw refused;
        }
    }

    private PortConnection open(SentPassword login, boolean hello) {
        PortSocketFactory sockets = settings.sockets(address);
        alive.add(sockets);
        boolean made = false;
        try {
            // Checked after the add: close() sets its flag and then looks for connections, so one of the two sees the
            // other.
            if (closed) {
                throw new JedisConnectionException("the port to " + address + " is closed");
            }
            PortConnection connection = new PortConnection(sockets, settings.client(peer, login, hello));
            if (!hello && !connection.ping()) {
                // A login alone may send nothing, and then nobody knows yet if the server takes the connection.
                throw new JedisConnectionException("no answer to PING from " + address);
            }
            login.forget();
            made = true;
            return connection;
        } finally {
            reached |= sockets.hasConnected();
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
