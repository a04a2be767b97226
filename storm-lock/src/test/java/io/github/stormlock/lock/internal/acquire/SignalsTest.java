package io.github.stormlock.lock.internal.acquire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.lock.fixture.ScriptedPort;
import io.github.stormlock.lock.internal.acquire.Signals.Signal;
import io.github.stormlock.lock.internal.protocol.Bytes;
import io.github.stormlock.lock.internal.protocol.LockKind;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * Signals with real threads and the system's time. In the models a park may end for no reason, which hides a missing
 * wake-up.
 */
class SignalsTest {
    private static final String ACQUISITION = "storm-lock:s:factory:1:";
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Duration SOON = Duration.ofSeconds(20);

    private final Signals signals = new Signals(new ScriptedPort(Ticker.SYSTEM), "channel", Ticker.SYSTEM);

    private Signal wokenBy(Consumer<Signals> event) throws Exception {
        CompletableFuture<Signal> heard = new CompletableFuture<>();
        Thread waiting = new Thread(() -> {
            try (Signals.Waiter waiter = signals.enlist(ACQUISITION, LockKind.MUTEX, "lock:{site}")) {
                heard.complete(waiter.await(LONG.toNanos(), LONG.toNanos()));
            }
        });
        waiting.setDaemon(true);
        waiting.start();
        await().until(() -> waiting.getState() == Thread.State.TIMED_WAITING);
        event.accept(signals);
        try {
            return heard.get(SOON.toMillis(), TimeUnit.MILLISECONDS);
        } finally {
            waiting.interrupt();
        }
    }

    @Test
    void giftWakesWhoIsParked() throws Exception {
        assertThat(wokenBy(server -> server.message(Bytes.of(ACQUISITION + "7"))))
                .isEqualTo(Signal.GIFT);
    }

    @Test
    void requestToYieldWakesWhoIsParked() throws Exception {
        assertThat(wokenBy(server -> server.message(Bytes.of("-" + ACQUISITION + "7"))))
                .isEqualTo(Signal.YIELD);
    }

    @Test
    void subscriptionThatStandsAgainWakesWhoIsParked() throws Exception {
        assertThat(wokenBy(Signals::subscribed)).isEqualTo(Signal.RECHECK);
    }
}
