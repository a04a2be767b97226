package io.github.stormlock.internal.acquire;

import io.github.stormlock.Model;
import io.github.stormlock.internal.acquire.Signals.Signal;
import io.github.stormlock.internal.protocol.Bytes;
import io.github.stormlock.internal.protocol.Tokens.Acquisition;
import io.github.stormlock.lock.fixture.BarePort;
import io.github.stormlock.redis.Subscription;
import io.github.stormlock.redis.SubscriptionListener;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Signals to waiters meet waiters that come, park and go, in every order. No signal is lost or told twice. */
@Tag("lincheck")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class SignalsLincheckTest {
    private static final long ENDLESS = Long.MAX_VALUE / 2;
    private static final Acquisition ACQUISITION = Asked.acquisition();

    /** A port that counts the open subscriptions. */
    private static final class Channel implements BarePort {
        private final AtomicInteger begun = new AtomicInteger();
        private final AtomicInteger open = new AtomicInteger();
        private volatile boolean confirmed;

        @Override
        public Subscription subscribe(String channel, SubscriptionListener listener) {
            begun.incrementAndGet();
            open.incrementAndGet();
            return new Subscription() {
                @Override
                public boolean isConfirmed() {
                    return confirmed;
                }

                @Override
                public void ping() {}

                @Override
                public void close() {
                    open.decrementAndGet();
                }
            };
        }
    }

    private static Signals signals(Channel channel) {
        return new Signals(channel, "channel", Model.TICKER);
    }

    private static Signal awaitFirst(Signals.Waiter waiter) {
        Signal signal = Signal.NOTHING;
        while (signal == Signal.NOTHING) {
            signal = waiter.await(ENDLESS, ENDLESS);
        }
        return signal;
    }

    @Test
    void giftMeetsAPark() {
        Model.explore(50, () -> {
            Signals signals = signals(new Channel());
            Signals.Waiter waiter = signals.enlist(ACQUISITION, Asked.SITE);
            Thread server = Model.start(() -> signals.message(Bytes.of(ACQUISITION.name() + "7")));
            Model.demand(awaitFirst(waiter) == Signal.GIFT, "another signal");
            Model.join(server);
        });
    }

    /** A gift is told once, even if there are lesser signals to tell. */
    @Test
    void giftMeetsLesserSignals() {
        Model.explore(50, () -> {
            Signals signals = signals(new Channel());
            Signals.Waiter waiter = signals.enlist(ACQUISITION, Asked.SITE);
            Thread server = Model.start(() -> signals.message(Bytes.of(ACQUISITION.name() + "7")));
            Thread connection = Model.start(signals::subscribed);
            int gifts = 0;
            while (gifts == 0) {
                gifts += waiter.await(ENDLESS, ENDLESS) == Signal.GIFT ? 1 : 0;
            }
            Model.join(server, connection);
        });
    }

    /** A waiter that has enlisted sees that the subscription stands, or is told so. */
    @Test
    void confirmationMeetsANewWaiter() {
        Model.explore(50, () -> {
            Channel channel = new Channel();
            Signals signals = signals(channel);
            signals.enlist(Asked.acquisition(), Asked.SITE).close();
            Thread connection = Model.start(() -> {
                channel.confirmed = true;
                signals.subscribed();
            });
            Signals.Waiter waiter = signals.enlist(ACQUISITION, Asked.SITE);
            if (!signals.isConfirmed()) {
                Model.demand(awaitFirst(waiter) == Signal.RECHECK, "another signal");
            }
            Model.join(connection);
        });
    }

    /** Either the waiter has what it was promised, or it knows that it may have it, and the other one knows that it has gone. */
    @Test
    void promiseMeetsAWaiterWhoseTimeIsOver() {
        Acquisition acquisition = Asked.acquisition();
        Model.explore(50, () -> {
            Signals signals = signals(new Channel());
            Signals.Waiter waiter = signals.enlist(acquisition, Asked.SITE);
            boolean[] promised = new boolean[1];
            boolean[] kept = new boolean[1];
            Thread releasing = Model.start(() -> {
                Signals.Promise promise = signals.promise(Asked.SITE);
                promised[0] = promise != null;
                kept[0] = promise != null && promise.keep(1, 1);
            });
            waiter.await(0, 0);
            Model.join(releasing);
            Model.demand(kept[0] == (waiter.given() != null), "a lock that was given to nobody, or twice");
            Model.demand(!promised[0] || kept[0] || waiter.doubts(), "a promise was forgotten");
        });
    }

    @Test
    void firstWaitersMeetTheClose() {
        Model.explore(50, () -> {
            Channel channel = new Channel();
            Signals signals = signals(channel);
            Thread other = Model.start(
                    () -> signals.enlist(Asked.acquisition(), Asked.SITE).close());
            Thread closing = Model.start(signals::close);
            signals.enlist(ACQUISITION, Asked.SITE).close();
            Model.join(other, closing);
            Model.demand(channel.open.get() == 0, "a subscription is left open");
            Model.demand(channel.begun.get() <= 1, "two subscriptions");
            Model.demand(signals.waits().isEmpty(), "a waiter is left");
        });
    }
}
