package io.github.stormlock.test.internal.proxy;

import io.github.stormlock.test.Direction;
import io.github.stormlock.test.ReplyLoss;
import io.github.stormlock.test.internal.process.Quietly;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * One client's connection, with a thread for each direction. A direction that has lost bytes stays silent, because a
 * TCP stream has no gaps.
 */
public final class ProxiedConnection {
    private static final int CHUNK = 64 * 1024;
    private static final int CONNECT_MILLIS = 5_000;

    private final Socket client;
    private final Socket redis;
    private final FaultRules rules;
    private final HeldRequests holder;
    private final Runnable onTurn;
    private final AtomicBoolean asked = new AtomicBoolean();
    private final ReplyErrors errors = new ReplyErrors();
    private volatile @Nullable ReplyLoss loss;
    private volatile HeldRequests.@Nullable Held held;

    private ProxiedConnection(Socket client, Socket redis, FaultRules rules, HeldRequests holder, Runnable onTurn) {
        this.client = client;
        this.redis = redis;
        this.rules = rules;
        this.holder = holder;
        this.onTurn = onTurn;
    }

    /**
     * Connects the client with Redis.
     *
     * @throws IOException if Redis refuses; both sockets are closed then
     */
    public static ProxiedConnection open(
            Socket client, InetSocketAddress upstream, FaultRules rules, HeldRequests holder, Runnable onTurn)
            throws IOException {
        Socket redis = new Socket();
        try {
            client.setTcpNoDelay(true);
            redis.setTcpNoDelay(true);
            redis.connect(upstream, CONNECT_MILLIS);
            return new ProxiedConnection(client, redis, rules, holder, onTurn);
        } catch (IOException refused) {
            Quietly.close(redis);
            Quietly.close(client);
            throw refused;
        }
    }

    /** Carries requests until the client or the test ends the connection. */
    public void carryRequests() {
        try {
            CommandReader commands = new CommandReader(client.getInputStream());
            boolean lost = false;
            for (List<byte[]> burst = commands.burst(); !burst.isEmpty(); burst = commands.burst()) {
                // The delay counts from the arrival, so that a burst that takes long to read is not delayed for longer.
                delay(commands.arrivedNanos());
                lost |= rules.isBlack(Direction.REQUESTS);
                if (!lost) {
                    deliver(burst);
                }
            }
            // Redis learns that no more requests come, and still answers those it has.
            redis.shutdownOutput();
        } catch (IOException ended) {
            end();
        }
    }

    /** Carries replies until Redis or the test ends the connection. */
    public void carryReplies() {
        try {
            InputStream in = redis.getInputStream();
            byte[] chunk = new byte[CHUNK];
            boolean lost = false;
            for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
                long arrived = System.nanoTime();
                // The turn is counted before the reply is passed on, so a client that has its reply finds the turn
                // counted.
                if (asked.getAndSet(false)) {
                    onTurn.run();
                }
                lost |= loss != null || rules.isBlack(Direction.REPLIES);
                answered();
                if (loss == ReplyLoss.CUT) {
                    break;
                }
                if (!lost) {
                    delay(arrived);
                    client.getOutputStream().write(errors.answered(chunk, read));
                }
            }
        } catch (IOException ended) {
            // This ends like a cut: see below.
        }
        end();
    }

    /** Ends the connection as the client sees it; a request that is held still arrives. */
    public void cut() {
        Quietly.close(client);
        if (held == null) {
            Quietly.close(redis);
        }
    }

    /** Ends the connection on both sides, and the wait for a request that is held. */
    public void end() {
        Quietly.close(client);
        Quietly.close(redis);
        HeldRequests.Held current = held;
        if (current != null) {
            current.end();
        }
    }

    private void deliver(List<byte[]> burst) throws IOException {
        ByteArrayOutputStream ready = new ByteArrayOutputStream();
        for (byte[] command : burst) {
            if (rules.holds(command)) {
                send(ready);
                hang();
            }
            if (loss == null) {
                loss = rules.lossFor(command).orElse(null);
            }
            ready.writeBytes(errors.asked(command, rules.errorFor(command)));
        }
        send(ready);
    }

    private void send(ByteArrayOutputStream ready) throws IOException {
        if (ready.size() > 0) {
            asked.set(true);
            OutputStream out = redis.getOutputStream();
            ready.writeTo(out);
            ready.reset();
        }
    }

    private void hang() throws IOException {
        HeldRequests.Held hanging = holder.hold();
        held = hanging;
        try {
            hanging.awaitRelease();
        } catch (InterruptedException stopped) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted while a request was held", stopped);
        }
    }

    private void answered() {
        HeldRequests.Held current = held;
        if (current != null && current.isReleased()) {
            current.answered();
            held = null;
        }
    }

    private void delay(long arrivedNanos) {
        long end = arrivedNanos + rules.halfDelayNanos();
        for (long left = end - System.nanoTime(); left > 0; left = end - System.nanoTime()) {
            LockSupport.parkNanos(left);
        }
    }
}
