package io.github.stormlock.lock.wait;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.Model;
import io.github.stormlock.internal.acquire.AcquireResult;
import io.github.stormlock.internal.protocol.Tokens.Acquisition;
import io.github.stormlock.lock.LockInterruptedException;
import io.github.stormlock.lock.fixture.Samples;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * A lock is given to a waiter whose wait ends in that moment, thousands of times. Then it is the waiter's, or free. The
 * wait loop, the signals and the tokens are the real ones. A gift that nobody hears of leaves a thread parked for ever.
 * The threads are real, because Lincheck 3.7 loses sight of a park that an interrupt may end.
 */
@Tag("model")
@Timeout(value = 2, unit = TimeUnit.MINUTES)
class GiftRaceTest {
    private static final int ROUNDS = Samples.of(2_000);
    private static final long DEADLINE = 10;
    private static final long ENDLESS = Long.MAX_VALUE / 2;

    private final long seed = new Random().nextLong();
    private final Random random = new Random(seed);

    @BeforeEach
    void tellSeed() {
        System.out.println("gifts: seed " + seed);
    }

    /** A thread that waits for the lock, and the result of its wait. */
    private static final class Waiter {
        private final Acquisition acquisition = Model.LOCKS.newAcquisition(Model.wanted('w'));
        private final Thread thread;
        private volatile boolean granted;

        private Waiter(long deadline) {
            this.thread = Model.start(() -> run(deadline));
        }

        private void run(long deadline) {
            try {
                granted = Model.LOCKS.take(Model.wanted('w'), acquisition, deadline) instanceof AcquireResult.Grant;
            } catch (LockInterruptedException e) {
                granted = false;
            }
        }
    }

    private void race(long deadline, Consumer<Thread> end) {
        for (int round = 0; round < ROUNDS; round++) {
            Model.reset();
            Model.SERVER.strangerComes();
            Waiter waiter = new Waiter(deadline);
            int early = random.nextInt(4_000);
            int late = random.nextInt(4_000);
            Thread ending = Model.start(() -> {
                spin(early);
                end.accept(waiter.thread);
            });
            spin(late);
            Model.SERVER.strangerLeaves();
            Model.join(waiter.thread, ending);
            String lock = Model.SERVER.lock();
            assertThat(waiter.granted ? lock.startsWith(waiter.acquisition.name()) : lock == null)
                    .as("round %d: granted %s, and the lock is %s", round, waiter.granted, lock)
                    .isTrue();
            assertThat(Model.SERVER.somebodyWaits()).as("round %d", round).isFalse();
        }
    }

    private static void spin(int times) {
        for (int i = 0; i < times; i++) {
            Thread.onSpinWait();
        }
    }

    @Test
    void giftMeetsADeadline() {
        race(DEADLINE, waiter -> Model.passTime(DEADLINE, waiter));
    }

    @Test
    void giftMeetsAnInterrupt() {
        race(ENDLESS, Thread::interrupt);
    }
}
