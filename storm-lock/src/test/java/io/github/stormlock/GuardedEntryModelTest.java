package io.github.stormlock;

import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.StringEntry;
import io.github.stormlock.internal.draft.EntryTarget;
import io.github.stormlock.internal.draft.GuardSettings;
import io.github.stormlock.internal.figures.SafeLockEvents;
import io.github.stormlock.internal.figures.SlowWaits;
import io.github.stormlock.internal.protocol.EventMarks;
import io.github.stormlock.lock.LockCount;
import io.github.stormlock.lock.LockEvents;
import io.github.stormlock.lock.LockTime;
import io.github.stormlock.lock.fixture.Samples;
import io.github.stormlock.redis.RedisConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Callers of one entry, and of batches with a second one, meet by chance at every script, message and park. They are in
 * one JVM or in two, and use nothing but what users call. What each is told is so, each gets its turn, and nobody waits
 * for more than a second for an entry that is free.
 */
@Tag("model")
class GuardedEntryModelTest {
    private static final int MEETINGS = Samples.of(500);
    private static final int THREADS = 3;
    /** The wait for a lost copy. Two such waits are shorter than a standstill. */
    private static final Duration COMMAND_TIMEOUT = Duration.ofMillis(400);

    private static final int MOST_CALLS = 3;
    private static final GuardSettings<StringEntry> PLAN = GuardSettings.of(
            Entries.string(), LockSettings.DEFAULT, EventMarks.of("", LockSettings.DEFAULT), Duration.ZERO);

    /** One run, which its seed determines. */
    private static final class Meeting {
        private final Random random;
        private final ModelServer server;
        private final TurnTicker turns;
        private final RandomCallers callers;
        private final List<FactoryRuntime> runtimes = new ArrayList<>();

        private Meeting(long seed) {
            random = new Random(seed);
            turns = new TurnTicker(random);
            server = new ModelServer(() -> 1_000_000 + turns.nanos() / 1_000);
            callers = new RandomCallers(turns, random);
        }

        private FactoryRuntime runtime() {
            SteppedServer port = new SteppedServer(server, turns);
            long rememberedBytes = random.nextInt(4) == 0 ? 0 : LockSettings.DEFAULT.rememberedMaxBytes();
            FactoryRuntime runtime = Runtimes.over(
                    port,
                    "model",
                    turns,
                    RedisConfig.DEFAULT.toBuilder()
                            .commandTimeout(COMMAND_TIMEOUT)
                            .build(),
                    LockSettings.DEFAULT.toBuilder()
                            .rememberedMaxBytes(rememberedBytes)
                            .build());
            // The watchdog is not needed here, and it lives by another clock.
            runtime.locks().watchdog().close();
            return runtime;
        }

        private static GuardedEntry<StringEntry> guard(FactoryRuntime runtime, LockEvents listener) {
            // The failure of a listener is not to be logged, so it counts as logged already.
            SafeLockEvents events = new SafeLockEvents(listener, null, new SlowWaits(), new AtomicBoolean(true));
            return new GuardedEntry<>(runtime, new EntryTarget<>(runtime.locks().keys("log"), PLAN), events);
        }

        private void run(List<ModelStore.Fault> troubles, boolean closes) {
            int workers = 1 + random.nextInt(2);
            for (int i = 0; i < workers; i++) {
                runtimes.add(runtime());
            }
            for (int i = 0; i < THREADS; i++) {
                LockEvents listener = random.nextInt(3) > 0 ? LockEvents.NONE : new BrokenListener(random);
                GuardedEntry<StringEntry> guard = guard(runtimes.get(random.nextInt(workers)), listener);
                turns.add("thread " + i, () -> calls(guard, troubles));
            }
            if (random.nextInt(3) == 0) {
                turns.add("stranger", () -> callers.comesAsAStranger(server.store()));
            }
            if (closes) {
                turns.add("closing", () -> runtimes.forEach(FactoryRuntime::close));
            }
            turns.run();
            check(closes);
        }

        private void calls(GuardedEntry<StringEntry> guard, List<ModelStore.Fault> troubles) {
            for (int calls = 1 + random.nextInt(MOST_CALLS); calls > 0; calls--) {
                trouble(troubles);
                callers.call(guard);
            }
        }

        private void trouble(List<ModelStore.Fault> troubles) {
            if (!troubles.isEmpty() && random.nextInt(3) == 0) {
                ModelStore store = random.nextInt(3) == 0 ? server.second() : server.store();
                store.troubleNext(troubles.get(random.nextInt(troubles.size())));
            }
        }

        private void check(boolean closed) {
            for (ModelStore store : List.of(server.store(), server.second())) {
                demand(store.lock() == null, "nobody is left to give back the lock of " + store.lock());
                demand(!store.somebodyWaits(), "a note without a waiter is left");
                demand(!store.isForked(), "an update did not see the one before it: " + store.entry());
                store.troubleNext(ModelStore.Fault.NONE);
            }
            for (FactoryRuntime runtime : runtimes) {
                demand(
                        runtime.users().haveEnded() == closed,
                        "it has ended: " + runtime.users().haveEnded());
                if (!closed) {
                    turns.add("last", () -> callers.findsTheEntryFree(guard(runtime, LockEvents.NONE)));
                    turns.run();
                }
            }
            callers.check(server.store().entry() + server.second().entry());
        }

        private void demand(boolean holds, String what) {
            if (!holds) {
                throw turns.failure(what, null);
            }
        }
    }

    /** A listener that throws at random, in each of its methods. */
    private record BrokenListener(Random random) implements LockEvents {
        private void fail() {
            switch (random.nextInt(6)) {
                case 0 -> throw new NoClassDefFoundError("on purpose");
                case 1 -> throw new InternalError("on purpose");
                case 2 -> throw new IllegalStateException("on purpose");
                default -> {}
            }
        }

        @Override
        public void counted(LockCount what) {
            fail();
        }

        @Override
        public void took(LockTime what, long nanos) {
            fail();
        }

        @Override
        public void remembered(long events) {
            fail();
        }
    }

    private static void meet(List<ModelStore.Fault> troubles, boolean closes) {
        long first = new Random().nextLong();
        for (long seed = first; seed != first + MEETINGS; seed++) {
            try {
                new Meeting(seed).run(troubles, closes);
            } catch (AssertionError e) {
                throw new AssertionError("seed " + seed + ": " + e.getMessage(), e);
            }
        }
    }

    @Test
    void eachIsToldWhatBecameOfIt() {
        meet(List.of(), false);
    }

    @Test
    void eachIsToldWhatBecameOfItWhereCommitsAreRefusedOrTorn() {
        meet(List.of(ModelStore.Fault.values()), false);
    }

    @Test
    void eachIsToldWhatBecameOfItWhereErrorsEndItsCaller() {
        meet(List.of(ModelStore.Fault.CALLER_ENDS), false);
    }

    @Test
    void eachIsToldWhatBecameOfItWhereTheFactoryIsClosed() {
        meet(List.of(), true);
    }
}
