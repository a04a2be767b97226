package io.github.stormlock.internal.update;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.github.stormlock.Model;
import io.github.stormlock.internal.lines.Lines;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.LockInterruptedException;
import io.github.stormlock.lock.LockTimeoutException;
import io.github.stormlock.lock.fixture.Samples;
import java.time.Duration;
import java.util.EnumSet;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Giving up meets being granted the lead: races of real threads, many times. An update is written, or its caller is told
 * that it was not, and the lead is never lost. The lines and the turn are the real ones. The leader is the test, which
 * writes a group by settling it.
 *
 * <p>Lincheck 3.7 fails over fields of the JDK's own that lines hold.
 */
@Tag("model")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class CallerTurnRacesTest {
    private static final long DEADLINE = 10;
    private static final int ROUNDS = Samples.of(3_000);
    private static final int LONGEST_SPIN = 2_000;
    private static final long ENDLESS = Long.MAX_VALUE / 2;

    private Random random = new Random();

    private void race(Runnable scenario) {
        long seed = new Random().nextLong();
        random = new Random(seed);
        for (int round = 0; round < ROUNDS; round++) {
            Model.reset();
            try {
                scenario.run();
            } catch (AssertionError e) {
                throw new AssertionError("round " + round + " of seed " + seed, e);
            }
        }
        Model.reset();
    }

    private Thread start(Runnable work) {
        int spins = random.nextInt(LONGEST_SPIN);
        return Model.start(() -> {
            spin(spins);
            work.run();
        });
    }

    private static void spin(int times) {
        for (int i = 0; i < times; i++) {
            Thread.onSpinWait();
        }
    }

    /** Lines of a scenario's own. */
    private static UpdateRuntime lines() {
        return new UpdateRuntime(
                Model.LOCKS,
                new Lines<>(
                        update -> update.targets().keys(),
                        entry -> "",
                        lane -> {},
                        (update, owner) -> {},
                        update -> 0,
                        () -> 0),
                Duration.ofSeconds(1),
                /* rememberedMaxBytes= */ 0);
    }

    /** A thread with one update that waits, and the outcome of that update. */
    private static final class Waiter {
        private final UpdateRuntime runtime;
        private final long deadline;
        private final Thread thread;
        private volatile boolean led;
        private LockException gaveUp;

        private Waiter(UpdateRuntime runtime, long deadline) {
            this.runtime = runtime;
            this.deadline = deadline;
            this.thread = Model.start(this::run);
        }

        private void run() {
            PendingUpdate<StringBuilder> update = Model.update('w');
            try (CallerTurn turn = new CallerTurn(runtime, update, 0, Duration.ofNanos(deadline))) {
                led = turn.await(deadline);
            } catch (LockTimeoutException | LockInterruptedException e) {
                gaveUp = e;
            }
        }
    }

    /** An update that leads, and takes along and writes what can be taken. */
    private static final class Leader {
        private final PendingUpdate<StringBuilder> own = Model.update('l');
        private final CallerTurn turn;
        private final LeaderState lead;

        private Leader(UpdateRuntime runtime) {
            turn = new CallerTurn(runtime, own, 0, Duration.ofSeconds(1));
            lead = new LeaderState(runtime, own.targets(), turn, own);
        }

        /** Returns true if another update was written with it. */
        private boolean write() {
            lead.claim();
            while (!lead.seal()) {
                lead.unseal();
            }
            List<PendingUpdate<?>> group = lead.group();
            int size = group.size();
            lead.settled(group);
            turn.close();
            return size > 1;
        }
    }

    private static void check(Waiter waiter, boolean byLeader) {
        Model.demand(!(byLeader && waiter.led), "written twice");
        Model.demand(
                (byLeader || waiter.led) == (waiter.gaveUp == null),
                "written: " + (byLeader || waiter.led) + ", and its caller was told: " + waiter.gaveUp);
        Model.demand(waiter.runtime.lines().size() == 0, "led by nobody");
    }

    private void meetsAGrant(long deadline, Function<Waiter, Runnable> meeting) {
        race(() -> {
            UpdateRuntime runtime = lines();
            Leader leader = new Leader(runtime);
            Waiter waiter = new Waiter(runtime, deadline);
            Thread other = start(meeting.apply(waiter));
            spin(random.nextInt(LONGEST_SPIN));
            boolean byLeader = leader.write();
            Model.join(waiter.thread, other);
            check(waiter, byLeader);
        });
    }

    @Test
    void deadlineMeetsAGrant() {
        meetsAGrant(DEADLINE, waiter -> () -> Model.passTime(DEADLINE, waiter.thread));
    }

    @Test
    void interruptMeetsAGrant() {
        meetsAGrant(ENDLESS, waiter -> waiter.thread::interrupt);
    }

    /** Another one's round makes its update the leader of a part. The caller that took that for its own turn would write too. */
    @Test
    void updateThatLeadsAPartOfAnothersRoundIsNotItsCallersTurn() {
        Model.reset();
        UpdateRuntime runtime = lines();
        Leader leader = new Leader(runtime);
        AtomicReference<PendingUpdate<StringBuilder>> taken = new AtomicReference<>();
        AtomicBoolean leads = new AtomicBoolean(true);
        Thread caller = Model.start(() -> {
            PendingUpdate<StringBuilder> own = Model.update('w');
            try (CallerTurn turn = new CallerTurn(runtime, own, 0, Duration.ofSeconds(1))) {
                Model.demand(own.lead(null), "it waited");
                taken.set(own);
                leads.set(turn.await(ENDLESS));
            }
        });
        await().until(() -> taken.get() != null
                && EnumSet.of(Thread.State.WAITING, Thread.State.TERMINATED).contains(caller.getState()));
        taken.get().settled();
        LockSupport.unpark(caller);
        Model.join(caller);
        assertThat(leads).isFalse();
        leader.turn.close();
        Model.reset();
    }

    /** An update that enters waits behind another, or leads. */
    @Test
    void enteringMeetsTheLeaveOfTheLast() {
        race(() -> {
            UpdateRuntime runtime = lines();
            Leader leader = new Leader(runtime);
            PendingUpdate<StringBuilder> entering = Model.update('w');
            CallerTurn[] turn = new CallerTurn[1];
            Thread other = start(() -> turn[0] = new CallerTurn(runtime, entering, 0, Duration.ofSeconds(1)));
            spin(random.nextInt(LONGEST_SPIN));
            leader.turn.end();
            Model.join(other);
            Model.demand(entering.state() == PendingUpdate.State.LEADING, "it waits behind nobody");
            turn[0].close();
            Model.demand(runtime.lines().size() == 0, "an entry is in use by nobody");
        });
    }
}
