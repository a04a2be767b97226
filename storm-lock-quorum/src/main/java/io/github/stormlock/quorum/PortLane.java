package io.github.stormlock.quorum;

import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.RedisPort;
import io.github.stormlock.redis.RedisUnavailableException;
import io.github.stormlock.redis.ScriptCall;
import io.github.stormlock.redis.internal.connect.DaemonThreads;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * The lane over a port. One thread sends what has gathered in one pipeline, and awaits its answers before it sends what
 * has come meanwhile. {@link RedisLane} says what it promises. Thread-safe.
 */
final class PortLane implements RedisLane {
    /** The most scripts that may wait: a server that is silent for long must not fill the memory. */
    private static final int MOST_UNSENT = 1_000;

    private final RedisConfig.Node server;
    private final RedisPort port;
    private final DaemonThreads workers = new DaemonThreads();
    private final List<Call> unsent = new ArrayList<>();
    private boolean sending;

    private record Call(ScriptCall script, CompletableFuture<@Nullable Object> answer) {}

    /**
     * Opens a lane to a standalone server.
     *
     * @throws IllegalArgumentException if a secret or store cannot be read
     */
    PortLane(RedisConfig config) {
        this.server = config.nodes().get(0);
        this.port = RedisPort.open(config);
    }

    @Override
    public RedisConfig.Node server() {
        return server;
    }

    @Override
    public CompletableFuture<@Nullable Object> send(ScriptCall script) {
        Call call = new Call(script, new CompletableFuture<>());
        boolean begins;
        synchronized (this) {
            if (unsent.size() >= MOST_UNSENT) {
                call.answer.complete(new RedisUnavailableException(
                        "Redis at " + server.host() + ':' + server.port() + " has left " + MOST_UNSENT
                                + " scripts unanswered",
                        null));
                return call.answer;
            }
            unsent.add(call);
            begins = !sending;
            sending = true;
        }
        if (begins) {
            workers.executeOrRun(this::sendAll);
        }
        return call.answer;
    }

    private void sendAll() {
        for (List<Call> batch = next(); !batch.isEmpty(); batch = next()) {
            // What was cancelled may be undone by what comes behind it.
            List<Call> wanted =
                    batch.stream().filter(call -> !call.answer.isDone()).toList();
            if (!wanted.isEmpty()) {
                send(wanted);
            }
        }
    }

    /** Takes all that waits. If that is nothing, the thread ends. */
    private synchronized List<Call> next() {
        List<Call> all = drain();
        sending = !all.isEmpty();
        return all;
    }

    private synchronized List<Call> drain() {
        List<Call> all = List.copyOf(unsent);
        unsent.clear();
        return all;
    }

    private void send(List<Call> batch) {
        List<@Nullable Object> answers =
                answers(batch.stream().map(Call::script).toList());
        if (answers.stream().allMatch(RedisUnavailableException.class::isInstance)) {
            // What has come meanwhile has waited for the same connection, and would wait as long again for another. It
            // is taken before anybody hears of the failure, so that nothing is among it that was sent after it.
            drain().forEach(call -> call.answer.complete(answers.get(0)));
        }
        for (int i = 0; i < answers.size(); i++) {
            batch.get(i).answer.complete(answers.get(i));
        }
    }

    private List<@Nullable Object> answers(List<ScriptCall> scripts) {
        try {
            return port.runAll(scripts, Long.MAX_VALUE);
        } catch (RedisException e) {
            return Collections.nCopies(scripts.size(), e);
        }
    }

    @Override
    public void close() {
        port.close();
        workers.close();
    }
}
