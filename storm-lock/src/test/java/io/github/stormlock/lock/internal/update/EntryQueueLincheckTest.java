package io.github.stormlock.lock.internal.update;

import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.LockInterruptedException;
import io.github.stormlock.lock.LockTimeoutException;
import io.github.stormlock.lock.Model;
import io.github.stormlock.lock.fixture.Samples;
import java.time.Duration;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Giving up meets being granted the lead, in every order. An update is written, or its caller is told that it was not,
 * and the lead is never lost. The queue and the turn are the real ones. The leader is the test, which writes a group by
 * settling it.
 */
@Tag("lincheck")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class EntryQueueLincheckTest {
    private static final long DEADLINE = 10;
    private static final int ROUNDS = Samples.of(3_000);
    private static final long ENDLESS = Long.MAX_VALUE / 2;

    /** A thread with one update that waits, and the outcome of that update. */
    private static final class Waiter {
        private final EntryQueue queue;
        private final long deadline;
        private final Thread thread;
        private PendingUpdate<StringBuilder> update;
        private LockException gaveUp;

        private Waiter(EntryQueue queue, long deadline) {
            this.queue = queue;
            this.deadline = deadline;
            this.thread = Model.start(this::run);
        }

        private void run() {
            update = Model.update('w');
            queue.enter(update);
            try {
                new QueueWait(Model.UPDATES, queue, update, 0, Duration.ofNanos(deadline)).take(deadline);
            } catch (LockTimeoutException | LockInterruptedException e) {
                gaveUp = e;
            }
        }
    }

    private static PendingUpdate<StringBuilder> lead(EntryQueue queue) {
        PendingUpdate<StringBuilder> leader = Model.update('l');
        queue.enter(leader);
        return leader;
    }

    /** Writes the leader and all behind it that can be taken along, and leaves. Returns the group. */
    private static List<PendingUpdate<?>> writeGroup(EntryQueue queue, PendingUpdate<StringBuilder> leader) {
        List<PendingUpdate<?>> group = queue.claim(List.of(leader));
        while (!queue.seal(group)) {
            queue.unseal(group);
        }
        queue.settle(group);
        queue.leave();
        return group;
    }

    private static void check(Waiter waiter, EntryQueue queue, List<PendingUpdate<?>> group) {
        boolean byLeader = group.contains(waiter.update);
        boolean byItself = Model.SERVER.entry().equals("w");
        Model.demand(!(byLeader && byItself), "written twice");
        Model.demand(
                (byLeader || byItself) == (waiter.gaveUp == null),
                "written: " + (byLeader || byItself) + ", and its caller was told: " + waiter.gaveUp);
        Model.demand(Model.SERVER.lock() == null, "the lock is held by nobody: " + Model.SERVER.lock());
        Model.demand(queue.leadIfIdle(), "led by nobody");
    }

    @Test
    void deadlineMeetsAGrant() {
        Model.explore(50, () -> {
            EntryQueue queue = new EntryQueue();
            PendingUpdate<StringBuilder> leader = lead(queue);
            Waiter waiter = new Waiter(queue, DEADLINE);
            Thread clock = Model.start(() -> Model.passTime(DEADLINE, waiter.thread));
            List<PendingUpdate<?>> group = writeGroup(queue, leader);
            Model.join(waiter.thread, clock);
            check(waiter, queue, group);
        });
    }

    /** An update that enters waits behind another, or leads. */
    @Test
    void enteringMeetsTheLeaveOfTheLast() {
        Model.explore(100, () -> {
            EntryQueue queue = new EntryQueue();
            lead(queue);
            PendingUpdate<StringBuilder> entering = Model.update('w');
            Thread other = Model.start(() -> queue.enter(entering));
            queue.leave();
            Model.join(other);
            Model.demand(entering.state() == PendingUpdate.State.LEADING, "it waits behind nobody");
        });
    }

    /**
     * Runs a race of real threads many times. Lincheck 3.7 loses sight of a park that an interrupt may end, and reports
     * a test that has hung.
     */
    @Test
    void interruptMeetsAGrant() {
        long seed = new Random().nextLong();
        Random random = new Random(seed);
        Model.reset();
        for (int round = 0; round < ROUNDS; round++) {
            EntryQueue queue = new EntryQueue();
            PendingUpdate<StringBuilder> leader = lead(queue);
            Waiter waiter = new Waiter(queue, ENDLESS);
            int early = random.nextInt(2_000);
            int late = random.nextInt(2_000);
            Thread interrupter = Model.start(() -> {
                spin(early);
                waiter.thread.interrupt();
            });
            spin(late);
            List<PendingUpdate<?>> group = writeGroup(queue, leader);
            Model.join(waiter.thread, interrupter);
            try {
                check(waiter, queue, group);
            } catch (AssertionError e) {
                throw new AssertionError("round " + round + " of seed " + seed, e);
            }
            Model.reset();
        }
    }

    private static void spin(int times) {
        for (int i = 0; i < times; i++) {
            Thread.onSpinWait();
        }
    }
}
