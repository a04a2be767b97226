package io.github.stormlock.lock.internal.batch;

import io.github.stormlock.lock.Model;
import io.github.stormlock.lock.fixture.Samples;
import io.github.stormlock.lock.internal.update.EntryQueue;
import io.github.stormlock.lock.internal.update.EntryWaiters;
import io.github.stormlock.lock.internal.update.Lead;
import io.github.stormlock.lock.internal.update.PendingUpdate;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Joint updates meet single ones, and each other, in the queues of one JVM: races of real threads, many times. No entry is led by two. A joint
 * update leads all of its entries or none, and is told when the one is let go for which it could not. No lead is lost. The
 * queues, the lines and the forming are the real ones; the leaders are the test.
 *
 * <p>Lincheck 3.7 reports some of these scenarios as hung, though no thread of them waits for another.
 */
@Tag("model")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
class JointRacesTest {
    private static final int ROUNDS = Samples.of(3_000);
    private static final int LONGEST_SPIN = 1_000;

    private Random random = new Random();

    /** Runs a scenario many times. Its threads begin at random moments. */
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

    /** One round of a runner with one joint update. */
    private static final class Runner implements EntryWaiters.Waiter {
        private final PendingUpdate<StringBuilder> update;
        private final Led led;
        private volatile boolean told;

        private Runner(Led led, String... entries) {
            this.led = led;
            this.update = Model.update('j', entries);
        }

        @Override
        public void isFree(String entry) {
            told = true;
        }

        /** Returns true if it could lead all of its entries. */
        private boolean makes() {
            List<PendingUpdate<?>> rest = new ArrayList<>();
            List<BatchPart> parts = new BatchForming(Model.UPDATES, this, rest).form(List.of(update));
            Model.demand(parts.size() + rest.size() == 1, "it is in " + parts.size() + " parts and " + rest.size());
            if (parts.isEmpty()) {
                return false;
            }
            update.targets().keys().forEach(led::begin);
            update.targets().keys().forEach(led::end);
            parts.get(0).end();
            return true;
        }

        /** Makes it, or makes it once it was told. The others are done by then. */
        private void demandMade(boolean made) {
            Model.demand(made || told, "it is not told that its entry was let go");
            Model.demand(made || makes(), "an entry is led by nobody");
        }
    }

    /** Counts the leaders of each entry. */
    private static final class Led {
        private final AtomicInteger x = new AtomicInteger();
        private final AtomicInteger y = new AtomicInteger();
        private final AtomicInteger z = new AtomicInteger();
        private volatile boolean byTwo;

        private AtomicInteger of(String entry) {
            return entry.equals("x") ? x : entry.equals("y") ? y : z;
        }

        private void begin(String entry) {
            byTwo |= of(entry).incrementAndGet() != 1;
        }

        private void end(String entry) {
            of(entry).decrementAndGet();
        }
    }

    private static void demandIdle(Led led) {
        Model.demand(!led.byTwo, "an entry is led by two");
        Model.demand(Model.UPDATES.queues().size() == 0, "an entry is in use by nobody");
    }

    /** Leads an entry as a single update does, if nobody leads it. */
    private static void leadAlone(Led led, String entry) {
        EntryQueue queue = Model.UPDATES.queues().enter(entry);
        if (!queue.leadIfIdle()) {
            Model.UPDATES.queues().leave(entry);
            return;
        }
        led.begin(entry);
        led.end(entry);
        Lead.letGo(Model.UPDATES, List.of(new Lead(entry, queue)));
    }

    @Test
    void jointUpdateMeetsSingleOnes() {
        race(() -> {
            Led led = new Led();
            Runner runner = new Runner(led, "x", "y");
            Thread first = start(() -> leadAlone(led, "x"));
            Thread second = start(() -> leadAlone(led, "y"));
            spin(random.nextInt(LONGEST_SPIN));
            boolean made = runner.makes();
            Model.join(first, second);
            runner.demandMade(made);
            demandIdle(led);
        });
    }

    /** A single update that comes while the joint one leads waits, and leads when that has ended. */
    @Test
    void singleUpdateStandsBehindAJointOne() {
        race(() -> {
            Led led = new Led();
            Runner runner = new Runner(led, "x", "y");
            PendingUpdate<StringBuilder> single = Model.update('s', "y");
            EntryQueue queue = Model.UPDATES.queues().enter("y");
            Thread entering = start(() -> queue.enter(single));
            spin(random.nextInt(LONGEST_SPIN));
            boolean made = runner.makes();
            Model.join(entering);
            Model.demand(single.state() == PendingUpdate.State.LEADING, "it waits behind nobody");
            Lead.letGo(Model.UPDATES, List.of(new Lead("y", queue)));
            runner.demandMade(made);
            demandIdle(led);
        });
    }

    @Test
    void jointUpdatesThatOverlapMeet() {
        race(() -> {
            Led led = new Led();
            Runner one = new Runner(led, "x", "y");
            Runner other = new Runner(led, "z", "y", "x");
            boolean[] otherMade = new boolean[1];
            Thread thread = start(() -> otherMade[0] = other.makes());
            spin(random.nextInt(LONGEST_SPIN));
            boolean made = one.makes();
            Model.join(thread);
            one.demandMade(made);
            other.demandMade(otherMade[0]);
            demandIdle(led);
        });
    }
}
