package io.github.stormlock.quorum;

import io.github.stormlock.redis.RedisUnavailableException;
import io.github.stormlock.redis.Script;
import io.github.stormlock.redis.internal.connect.Answers;
import io.github.stormlock.redis.internal.connect.DaemonThreads;
import io.github.stormlock.redis.internal.connect.Deadline;
import io.github.stormlock.redis.internal.connect.Failures;
import io.github.stormlock.redis.internal.connect.JedisSettings;
import io.github.stormlock.redis.internal.connect.PortConnection;
import io.github.stormlock.redis.internal.pipeline.Commands;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.exceptions.JedisDataException;
import redis.clients.jedis.exceptions.JedisNoScriptException;

/**
 * One connection of a lane, with the calls whose answers are due on it, in order. One thread writes and another reads:
 * what is sent must not wait for the answers to what was sent before. The reader exists only while answers are due.
 */
final class LaneConnection {
    /** The most answers that may be due: a server that is silent for long must not fill the memory. */
    private static final int MOST_DUE = 1_000;

    private final HostAndPort address;
    private final PortConnection connection;
    private final JedisSettings settings;
    private final DaemonThreads workers;
    private final Consumer<LaneCall> again;
    private final Queue<Due> due = new ArrayDeque<>();
    /** The scripts that the server knows by their digests, as far as is known. */
    private final Set<Script> known = ConcurrentHashMap.newKeySet();

    private boolean reading;
    private volatile boolean ended;

    private record Due(LaneCall call, long deadline) {}

    /**
     * Takes over a connection.
     *
     * @param again takes the calls that the server did not run, because it does not know the script by its digest
     */
    LaneConnection(
            HostAndPort address,
            PortConnection connection,
            JedisSettings settings,
            DaemonThreads workers,
            Consumer<LaneCall> again) {
        this.address = address;
        this.connection = connection;
        this.settings = settings;
        this.workers = workers;
        this.again = again;
    }

    boolean isOver() {
        return ended;
    }

    /** Sends a call, and settles it once it is answered or its answer is lost. For one thread at a time. */
    void send(LaneCall call) {
        if (!expect(new Due(call, Deadline.after(settings.commandMillis() * 1_000_000L)))) {
            call.settle(new RedisUnavailableException(
                    "Redis at " + address + " has left " + MOST_DUE + " scripts unanswered", null));
            return;
        }
        try {
            boolean byDigest = !known.add(call.call().script());
            connection.send(byDigest ? Commands.bySha1(call.call()) : Commands.byText(call.call()));
            connection.flush();
        } catch (RuntimeException e) {
            end(e);
        }
    }

    /** Ends the connection. All answers that are due are lost. */
    void end(RuntimeException why) {
        ended = true;
        connection.kill();
        RuntimeException reason = connection.reason(why);
        for (Due next = drop(); next != null; next = drop()) {
            next.call().settle(Failures.answerLost(next.call().call(), address, reason));
        }
    }

    private synchronized boolean expect(Due next) {
        if (due.size() >= MOST_DUE) {
            return false;
        }
        due.add(next);
        if (!reading) {
            reading = workers.tryExecute(this::read);
        }
        return true;
    }

    private synchronized @Nullable Due drop() {
        return due.poll();
    }

    private synchronized void remove(Due answered) {
        due.remove(answered);
    }

    /** Returns the call whose answer comes next; ends the reading if none is due. */
    private synchronized @Nullable Due next() {
        Due next = due.peek();
        reading = next != null;
        return next;
    }

    private void read() {
        try {
            for (Due next = next(); next != null; next = next()) {
                read(next);
            }
        } catch (RuntimeException e) {
            end(e);
        }
    }

    private void read(Due next) {
        Object answer;
        try {
            answer = Answers.clean(connection.read(next.deadline()));
        } catch (JedisNoScriptException e) {
            known.remove(next.call().call().script());
            remove(next);
            again.accept(next.call());
            return;
        } catch (JedisDataException e) {
            answer = Failures.refused(settings.names(), next.call().call(), address, e);
        }
        remove(next);
        next.call().settle(answer);
    }
}
