package io.github.stormlock.internal.acquire;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.internal.acquire.Signals.Signal;
import io.github.stormlock.internal.lifecycle.Ticker;
import io.github.stormlock.internal.protocol.Bytes;
import io.github.stormlock.internal.protocol.Tokens.Acquisition;
import io.github.stormlock.lock.fixture.ScriptedPort;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * Signals with real threads and the system's time. In the models a park may end for no reason, which hides a missing
 * wake-up.
 */
class SignalsTest {
    private static final Acquisition ACQUISITION = Asked.acquisition();
    private static final Duration LONG = Duration.ofMinutes(5);
    private static final Duration SOON = Duration.ofSeconds(20);

    private final Signals signals = new Signals(new ScriptedPort(Ticker.SYSTEM), "channel", Ticker.SYSTEM);

    private Signal wokenBy(Consumer<Signals> event) throws Exception {
        CompletableFuture<Signal> heard = new CompletableFuture<>();
        Thread waiting = new Thread(() -> {
            try (Signals.Waiter waiter = signals.enlist(ACQUISITION, Asked.SITE)) {
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
        assertThat(wokenBy(server -> server.message(Bytes.of(ACQUISITION.name() + "7"))))
                .isEqualTo(Signal.GIFT);
    }

    @Test
    void requestToYieldWakesWhoIsParked() throws Exception {
        assertThat(wokenBy(server -> server.message(Bytes.of("-" + ACQUISITION.name() + "7"))))
                .isEqualTo(Signal.YIELD);
    }

    @Test
    void subscriptionThatStandsAgainWakesWhoIsParked() throws Exception {
        assertThat(wokenBy(Signals::subscribed)).isEqualTo(Signal.RECHECK);
    }

    /** Returns what a waiter knows when it goes on, where it parks for so long at most. */
    private Said promised(long nanos, Consumer<Signals.Promise> outcome) throws Exception {
        CompletableFuture<Said> heard = new CompletableFuture<>();
        Acquisition acquisition = Asked.acquisition();
        Thread waiting = new Thread(() -> {
            try (Signals.Waiter waiter = signals.enlist(acquisition, Asked.SITE)) {
                Signal signal = waiter.await(nanos, nanos);
                heard.complete(new Said(signal, waiter.given(), waiter.doubts()));
            }
        });
        waiting.setDaemon(true);
        waiting.start();
        Signals.Promise[] promise = new Signals.Promise[1];
        await().until(() -> {
            promise[0] = signals.promise(Asked.SITE);
            return promise[0] != null;
        });
        assertThat(promise[0].successor().token()).isEqualTo(acquisition.name() + "1");
        assertThat(signals.promise(Asked.SITE)).as("a second promise").isNull();
        outcome.accept(promise[0]);
        // The next waiter would be told of this one's leaving.
        waiting.join(SOON.toMillis());
        return heard.get(SOON.toMillis(), TimeUnit.MILLISECONDS);
    }

    private record Said(Signal signal, AcquireResult.@Nullable Grant given, boolean doubts) {}

    @Test
    void promiseThatIsKeptEndsTheWait() throws Exception {
        Said said = promised(
                LONG.toNanos(), promise -> assertThat(promise.keep(7, 3)).isTrue());
        assertThat(said.given()).isNotNull();
        assertThat(said.given().sentNanos()).isEqualTo(7);
        assertThat(said.given().usedSinceNanos()).isEqualTo(3);
        assertThat(said.doubts()).isFalse();
    }

    @Test
    void promiseThatIsWithdrawnHasTheWaiterTry() throws Exception {
        assertThat(promised(LONG.toNanos(), promise -> promise.withdraw(false)))
                .isEqualTo(new Said(Signal.RECHECK, null, false));
        assertThat(promised(LONG.toNanos(), promise -> promise.withdraw(true)))
                .isEqualTo(new Said(Signal.YIELD, null, false));
    }

    @Test
    void promiseInDoubtHasTheWaiterTryAndKnowOfTheDoubt() throws Exception {
        assertThat(promised(LONG.toNanos(), Signals.Promise::doubt)).isEqualTo(new Said(Signal.RECHECK, null, true));
    }

    @Test
    void waiterWhoseTimeIsOverLeavesThePromiseBehind() throws Exception {
        Signals.Promise[] left = new Signals.Promise[1];
        Said said = promised(1_000_000_000, promise -> left[0] = promise);
        assertThat(said).isEqualTo(new Said(Signal.NOTHING, null, true));
        assertThat(left[0].keep(7, 3)).as("a promise that nobody waits for").isFalse();
    }

    @Test
    void waiterThatLeavesWithoutTheLockHasTheNextOneTry() throws Exception {
        Signals.Waiter first = signals.enlist(Asked.acquisition(), Asked.SITE);
        assertThat(wokenBy(server -> first.close())).isEqualTo(Signal.RECHECK);
    }
}
