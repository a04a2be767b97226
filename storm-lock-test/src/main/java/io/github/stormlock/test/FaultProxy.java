package io.github.stormlock.test;

import io.github.stormlock.test.internal.process.DaemonThread;
import io.github.stormlock.test.internal.process.RedisUris;
import io.github.stormlock.test.internal.proxy.ErrorReply;
import io.github.stormlock.test.internal.proxy.FaultRules;
import io.github.stormlock.test.internal.proxy.HeldRequests;
import io.github.stormlock.test.internal.proxy.ProxiedConnection;
import io.github.stormlock.test.internal.proxy.ProxyListener;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Predicate;

/**
 * A TCP proxy in front of Redis, in this JVM, on the loopback address. It counts round trips and brings about network
 * faults on demand.
 *
 * <p>A fault can be aimed at single commands. A connection on which bytes were lost carries nothing more in that
 * direction, as with TCP, also after {@link #heal}. Methods take effect before they return. If Redis refuses the
 * proxy's connection, the proxy closes the client's.
 *
 * <p>A predicate of requests gets each command as sent, in Redis's protocol. It is called on the proxy's threads, one
 * call at a time, and while requests wait for it; so it must be quick and must not throw. Each of the {@code times} is
 * used up by one request that matches.
 *
 * <p>Thread-safe. {@link #close} ends the proxy's threads.
 */
public final class FaultProxy implements AutoCloseable {
    private final InetSocketAddress upstream;
    private final FaultRules rules = new FaultRules();
    private final HeldRequests held = new HeldRequests();
    private final AtomicLong turns = new AtomicLong();
    private final Set<ProxiedConnection> connections = ConcurrentHashMap.newKeySet();
    private final Set<Thread> threads = ConcurrentHashMap.newKeySet();
    private final ProxyListener listener = new ProxyListener(this::accept);
    private volatile boolean closed;

    private FaultProxy(InetSocketAddress upstream) {
        this.upstream = upstream;
    }

    /**
     * Starts a proxy, on a free port, to the Redis at this address. Connects to Redis only when a client comes.
     *
     * @param host the host of that Redis
     * @param port the port of that Redis
     * @return the proxy; the caller closes it
     * @throws java.io.UncheckedIOException if no free port is found, or the proxy cannot listen on it
     */
    public static FaultProxy to(String host, int port) {
        FaultProxy proxy = new FaultProxy(new InetSocketAddress(host, port));
        proxy.listener.open();
        return proxy;
    }

    /**
     * Starts a proxy, on a free port, to this Redis.
     *
     * @param server the server behind the proxy
     * @return the proxy; the caller closes it
     * @throws java.io.UncheckedIOException if no free port is found, or the proxy cannot listen on it
     */
    public static FaultProxy to(RedisServer server) {
        return to(server.host(), server.port());
    }

    /** {@return the port that clients connect to, the same for the life of the proxy} */
    public int port() {
        return listener.port();
    }

    /** {@return the URI that clients connect to, with database 0} It has no password, also if the server has one. */
    public URI uri() {
        return RedisUris.of("127.0.0.1", port(), null);
    }

    /**
     * Adds this time to each round trip from now on, half of it each way; it replaces an earlier delay. The delay is
     * exact for connections that wait for each answer. On others, bytes sent meanwhile begin their own delay when that
     * of the bytes before them ends.
     *
     * @param roundTrip the time to add; zero takes the delay away
     * @throws IllegalArgumentException if it is negative
     */
    public void delay(Duration roundTrip) {
        rules.delay(roundTrip);
    }

    /**
     * Closes all open connections; new ones are not affected. Requests that are held still arrive when they are
     * released.
     */
    public void cutAll() {
        connections.forEach(ProxiedConnection::cut);
    }

    /**
     * Refuses new connections, as a server that is not there does, or accepts them again. Open connections are left
     * alone.
     *
     * @param on true to refuse, false to accept again
     * @throws java.io.UncheckedIOException if the port has been taken by another process meanwhile
     */
    public void refuse(boolean on) {
        if (on) {
            listener.close();
        } else if (!closed) {
            listener.open();
        }
    }

    /**
     * Swallows all bytes, both ways, or stops doing so. Connections are accepted all the same.
     *
     * @param on true to swallow, false to stop
     */
    public void blackHole(boolean on) {
        blackHole(Direction.REQUESTS, on);
        blackHole(Direction.REPLIES, on);
    }

    /**
     * Swallows all bytes that travel in this direction, or stops doing so. Connections are accepted all the same.
     *
     * @param direction the direction of the bytes
     * @param on true to swallow, false to stop
     */
    public void blackHole(Direction direction, boolean on) {
        rules.blackHole(direction, on);
    }

    /**
     * Delivers the next {@code count} requests, and loses their replies. Commands that set a connection up (HELLO,
     * AUTH, CLIENT, SELECT) do not count.
     *
     * @param count 1 or more
     * @param loss the way in which the client notices
     * @throws IllegalArgumentException if {@code count} is less than 1
     */
    public void dropNextReply(int count, ReplyLoss loss) {
        rules.loseReplies(FaultRules::setsNothingUp, count, loss);
    }

    /**
     * Delivers the next {@code times} requests that match, and loses their replies.
     *
     * @param request the predicate that a request has to match
     * @param times 1 or more
     * @param loss the way in which the client notices
     * @throws IllegalArgumentException if {@code times} is less than 1
     */
    public void dropReplyWhen(Predicate<byte[]> request, int times, ReplyLoss loss) {
        rules.loseReplies(request, times, loss);
    }

    /**
     * Holds the next {@code times} requests that match, and all that their connections send after them, until
     * {@link #releaseHeld}. A held request is delivered then even if its client has given up.
     *
     * @param request the predicate that a request has to match
     * @param times 1 or more
     * @throws IllegalArgumentException if {@code times} is less than 1
     */
    public void holdRequestWhen(Predicate<byte[]> request, int times) {
        rules.hold(request, times);
    }

    /**
     * Answers the next {@code times} requests that match by an error, and keeps them from Redis. Redis gets a
     * {@code PING} in the place of each.
     *
     * @param request the predicate that a request has to match
     * @param times 1 or more
     * @param error the error's code and text in one line, such as {@code BUSY Redis is busy}
     * @throws IllegalArgumentException if {@code times} is less than 1, or {@code error} is empty or has several lines
     */
    public void refuseRequestWhen(Predicate<byte[]> request, int times, String error) {
        rules.answer(request, times, new ErrorReply(error, /* isRun= */ false));
    }

    /**
     * Delivers the next {@code times} requests that match, and gives the client an error in the place of each reply. On
     * a connection that subscribes, only the first reply can be replaced.
     *
     * @param request the predicate that a request has to match
     * @param times 1 or more
     * @param error the error's code and text in one line, such as {@code OOM command not allowed}
     * @throws IllegalArgumentException if {@code times} is less than 1, or {@code error} is empty or has several lines
     */
    public void replaceReplyWhen(Predicate<byte[]> request, int times, String error) {
        rules.answer(request, times, new ErrorReply(error, /* isRun= */ true));
    }

    /** {@return the number of requests that are held now} */
    public int held() {
        return held.count();
    }

    /**
     * Releases the requests that are held, oldest first. Waits after each until Redis has answered it, or its
     * connection has ended.
     *
     * @throws IllegalStateException if one is not answered within 5 s, or the thread is interrupted; the interrupt is
     *     kept
     */
    public void releaseHeld() {
        held.release();
    }

    /**
     * Takes back all faults, the delay included. Connections that have lost bytes stay silent, and requests that are
     * held stay held.
     *
     * @throws java.io.UncheckedIOException if connections were refused, and the port has been taken meanwhile
     */
    public void heal() {
        rules.clear();
        refuse(false);
    }

    /**
     * {@return the number of round trips seen since the start or {@link #resetTurns}: a turn is a burst of requests
     * followed by an answer} Requests that are sent faster than they are answered, as in a pipeline of a few kilobytes,
     * are one burst. The round trips that set a connection up count too.
     */
    public long turns() {
        return turns.get();
    }

    /** Sets the count of {@link #turns} to 0. */
    public void resetTurns() {
        turns.set(0);
    }

    /**
     * {@return a predicate of requests that contain this text, case-sensitive}
     *
     * @param text a text such as the name of a command or a key, or the hash of a script
     */
    public static Predicate<byte[]> containing(String text) {
        String bytes = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        return command -> new String(command, StandardCharsets.ISO_8859_1).contains(bytes);
    }

    /** Ends all connections and threads; requests that are held are lost. Waits up to 5 s for each thread. */
    @Override
    public void close() {
        closed = true;
        listener.close();
        connections.forEach(ProxiedConnection::end);
        held.close();
        threads.forEach(DaemonThread::awaitEnd);
    }

    private void accept(Socket client) {
        try {
            ProxiedConnection connection =
                    ProxiedConnection.open(client, upstream, rules, held, turns::incrementAndGet);
            connections.add(connection);
            carry("requests", connection::carryRequests);
            carry("replies", () -> {
                connection.carryReplies();
                connections.remove(connection);
            });
            if (closed) {
                connection.end();
            }
        } catch (IOException redisRefused) {
            // The client's connection is closed: a proxy has no other way to report this.
        }
    }

    private void carry(String name, Runnable task) {
        threads.removeIf(thread -> !thread.isAlive());
        threads.add(DaemonThread.start("fault-proxy-" + port() + "-" + name, task));
    }
}
