package io.github.stormlock.quorum;

import io.github.stormlock.internal.lifecycle.Ticker;
import io.github.stormlock.redis.RedisException;
import io.github.stormlock.redis.ScriptCall;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/** One server of a quorum. All that goes to it goes over one lane, in order. Thread-safe. */
final class Master {
    private static final String UNKNOWN = "";

    private final RedisLane lane;
    private final Ticker ticker;
    private final RoundTrips roundTrips = new RoundTrips();
    private volatile String runId = UNKNOWN;

    Master(RedisLane lane, Ticker ticker) {
        this.lane = lane;
        this.ticker = ticker;
    }

    /** Sends a call, as {@link RedisLane#send} does. */
    CompletableFuture<@Nullable Object> send(ScriptCall call) {
        long sent = ticker.nanos();
        CompletableFuture<@Nullable Object> answer = lane.send(call);
        var unused = answer.thenAccept(given -> {
            if (!(given instanceof RedisException)) {
                roundTrips.add(ticker.nanos() - sent);
            }
        });
        return answer;
    }

    /** Returns how long an answer of this server is worth waiting for. */
    long timeoutNanos() {
        return roundTrips.timeoutNanos();
    }

    /** Notes the name that the server has told of itself. */
    void is(String told) {
        runId = told;
    }

    /** Returns true if both are known to be one server. */
    boolean isSameAs(Master other) {
        return !runId.equals(UNKNOWN) && runId.equals(other.runId);
    }

    void close() {
        lane.close();
    }

    @Override
    public String toString() {
        return lane.server().host() + ':' + lane.server().port();
    }
}
