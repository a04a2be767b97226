package io.github.stormlock.redis.internal.connect;

import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.UnknownHostException;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.DefaultJedisSocketFactory;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisConnectionException;
import redis.clients.jedis.util.IOUtils;

/**
 * Makes the one socket of a connection. That takes no longer than the caller's budget allows, which Jedis's own factory
 * cannot keep to. It makes only one, because Jedis reconnects quietly, without a login, when something is sent after
 * the socket was closed. It extends Jedis's factory because Jedis asks it for the address. Any thread may call
 * {@link #abort()}.
 */
public final class PortSocketFactory extends DefaultJedisSocketFactory {
    private final Tls tls;
    private final int connectMillis;
    private final int commandMillis;
    private volatile boolean over;
    private volatile @Nullable Socket socket;

    public PortSocketFactory(HostAndPort address, Tls tls, int connectMillis, int commandMillis) {
        super(address);
        this.tls = tls;
        this.connectMillis = connectMillis;
        this.commandMillis = commandMillis;
    }

    @Override
    public Socket createSocket() {
        HostAndPort address = getHostAndPort();
        long deadline = ConnectDeadline.orAfter(connectMillis);
        JedisConnectionException failure = null;
        for (InetAddress host : resolve(address)) {
            try {
                Socket ready = open(address, host, deadline);
                over = true;
                return ready;
            } catch (IOException e) {
                JedisConnectionException next = new JedisConnectionException(Failures.reason(e), e);
                if (failure != null) {
                    next.addSuppressed(failure);
                }
                failure = next;
            }
        }
        throw failure == null ? new JedisConnectionException("no address for " + address) : failure;
    }

    /** Returns the socket that the bytes come over, encrypted or not; {@code null} before there is one. */
    @Nullable
    Socket socket() {
        return socket;
    }

    /** Returns true if the server took the connection, whatever came of it. */
    boolean hasConnected() {
        Socket made = socket;
        return made != null && made.isConnected();
    }

    /** Ends the connection if it stands or is being made, and prevents it if it is yet to be made. */
    public void abort() {
        over = true;
        IOUtils.closeQuietly(socket);
    }

    private Socket open(HostAndPort address, InetAddress host, long deadline) throws IOException {
        Socket plain = new Socket();
        socket = plain;
        boolean opened = false;
        try {
            // Checked after the assignment: abort() sets its flag and then looks for the socket, so one of the two sees
            // the other.
            if (over) {
                throw new IOException("closed");
            }
            plain.setKeepAlive(true);
            plain.setTcpNoDelay(true);
            // A connection that is given up must not hold its port for minutes.
            plain.setSoLinger(true, 0);
            plain.connect(new InetSocketAddress(host, address.getPort()), Deadline.millis(deadline, connectMillis));
            plain.setSoTimeout(Deadline.millis(deadline, connectMillis));
            Socket ready = tls.wrap(plain, address);
            plain.setSoTimeout(Deadline.millis(deadline, commandMillis));
            opened = true;
            return ready;
        } finally {
            if (!opened) {
                IOUtils.closeQuietly(plain);
            }
        }
    }

    private static InetAddress[] resolve(HostAndPort address) {
        // The JVM would take an empty name for this machine, where some other server may listen.
        if (address.getHost().isBlank()) {
            throw new JedisConnectionException("the host of " + address + " is not named");
        }
        try {
            return InetAddress.getAllByName(address.getHost());
        } catch (UnknownHostException e) {
            throw new JedisConnectionException("the host name of " + address + " is not known", e);
        }
    }
}
