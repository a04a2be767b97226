package io.github.stormlock.test;

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
 * A TCP proxy in front of Redis, in this JVM, on the loopback address: it counts round trips and makes what goes wrong on a network go wrong
 * on demand.
 *
 * <p>Requests are told apart by command, so a fault can be aimed at one of them. A connection on which bytes were lost carries nothing more
 * in that direction, as with TCP. Methods take effect before they return and may be called from any thread. Where Redis refuses the
 * proxy, the proxy closes the client's connection. {@link #close} ends its threads.
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

    /** Starts a proxy, on a free port, to the Redis at this address. */
    public static FaultProxy to(String host, int port) {
        FaultProxy proxy = new FaultProxy(new InetSocketAddress(host, port));
        proxy.listener.open();
        return proxy;
    }

    /** Starts a proxy, on a free port, to this Redis. */
    public static FaultProxy to(RedisServer server) {
        return to(server.host(), server.port());
    }

    /** The port that clients connect to, the same for the life of the proxy. */
    public int port() {
        return listener.port();
    }

    /** Where clients connect to: no password, database 0. */
    public URI uri() {
        return RedisUri.of("127.0.0.1", port(), null);
    }

    /**
     * Adds this time to each round trip, half of it each way. Exact for connections that wait for each answer; on others, bytes sent
     * meanwhile begin their own delay when that of the bytes before them ends.
     */
    public void delay(Duration roundTrip) {
        rules.delay(roundTrip);
    }

    /** Ends all connections. Requests that are held still arrive when they are let go. */
    public void cutAll() {
        connections.forEach(ProxiedConnection::cut);
    }

    /** Whether new connections are refused, as by a server that is not there. Those that stand are left alone. */
    public void refuse(boolean on) {
        if (on) {
            listener.close();
        } else if (!closed) {
            listener.open();
        }
    }

    /** Whether everything is accepted and swallowed, both ways. */
    public void blackHole(boolean on) {
        blackHole(Direction.REQUESTS, on);
        blackHole(Direction.REPLIES, on);
    }

    /** Whether everything that travels this way is swallowed. */
    public void blackHole(Direction direction, boolean on) {
        rules.blackHole(direction, on);
    }

    /**
     * The replies to the next {@code count} requests are lost; the requests are delivered. Commands that set a connection up (HELLO, AUTH,
     * CLIENT, SELECT) do not count.
     *
     * @param count 1 or more
     */
    public void dropNextReply(int count, ReplyLoss loss) {
        rules.loseReplies(FaultRules::setsNothingUp, count, loss);
    }

    /**
     * The replies to the next {@code times} requests that match are lost; the requests are delivered.
     *
     * @param request sees each command as sent, in Redis's protocol; called on the proxy's threads, one at a time
     * @param times 1 or more
     */
    public void dropReplyWhen(Predicate<byte[]> request, int times, ReplyLoss loss) {
        rules.loseReplies(request, times, loss);
    }

    /**
     * The next {@code times} requests that match hang in the network, with all that their connection sends after them, until
     * {@link #releaseHeld}; also when the client has given up meanwhile.
     *
     * @param request sees each command as sent, in Redis's protocol; called on the proxy's threads, one at a time
     * @param times 1 or more
     */
    public void holdRequestWhen(Predicate<byte[]> request, int times) {
        rules.hold(request, times);
    }

    /**
     * The next {@code times} requests that match are answered by an error and do not reach Redis. What Redis is sent in their place is a
     * {@code PING}.
     *
     * @param request sees each command as sent, in Redis's protocol; called on the proxy's threads, one at a time
     * @param times 1 or more
     * @param error its code and text in one line, such as {@code BUSY Redis is busy}
     */
    public void refuseRequestWhen(Predicate<byte[]> request, int times, String error) {
        rules.answer(request, times, new ErrorReply(error, /* isRun= */ false));
    }

    /**
     * The next {@code times} requests that match reach Redis, whose replies are thrown away: the client gets an error in their place. On a
     * connection that subscribes only the first reply can be replaced.
     *
     * @param request sees each command as sent, in Redis's protocol; called on the proxy's threads, one at a time
     * @param times 1 or more
     * @param error its code and text in one line, such as {@code OOM command not allowed}
     */
    public void replaceReplyWhen(Predicate<byte[]> request, int times, String error) {
        rules.answer(request, times, new ErrorReply(error, /* isRun= */ true));
    }

    /** How many requests hang in the network now. */
    public int held() {
        return held.count();
    }

    /**
     * Lets the requests go that hang, oldest first, and returns when Redis has answered them all.
     *
     * @throws IllegalStateException if one is not answered within 5 s
     */
    public void releaseHeld() {
        held.release();
    }

    /** Nothing goes wrong any more, except on connections that have lost bytes; what hangs goes on hanging. */
    public void heal() {
        rules.clear();
        refuse(false);
    }

    /**
     * The request-and-answer turns seen so far: a turn is a burst of requests followed by an answer. Requests sent faster than they are
     * answered, as in a pipeline of a few kilobytes, are one burst. What setting a connection up costs counts too.
     */
    public long turns() {
        return turns.get();
    }

    /** Begins to count again. */
    public void resetTurns() {
        turns.set(0);
    }

    /** A request that contains this text, such as a command's or a key's name, or a script's hash. */
    public static Predicate<byte[]> containing(String text) {
        String bytes = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
        return command -> new String(command, StandardCharsets.ISO_8859_1).contains(bytes);
    }

    /** Ends all connections and threads; what hangs is lost. */
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
            // The client's connection is closed: all that a proxy can say.
        }
    }

    private void carry(String name, Runnable task) {
        threads.removeIf(thread -> !thread.isAlive());
        threads.add(DaemonThread.start("fault-proxy-" + port() + "-" + name, task));
    }
}
