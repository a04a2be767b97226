package io.github.stormlock.internal.protocol.quick;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.internal.protocol.LockKind;
import io.github.stormlock.internal.protocol.ScriptBench;
import io.github.stormlock.lock.fixture.OnRedis;
import io.github.stormlock.lock.fixture.Samples;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * A script that has a quick part answers and leaves what it would without that part. Random callers do the same at two
 * locks, one of each sort, and both are compared after every step.
 */
@OnRedis
class QuickPartsTest {
    private static final int RUNS = Samples.of(250);
    private static final int STEPS = 16;

    /** The kinds of locks that are wanted under one name. */
    enum Scene {
        MUTEX(LockKind.MUTEX),
        FAIR(LockKind.FAIR),
        READERS(LockKind.READ),
        READERS_AND_WRITERS(LockKind.READ, LockKind.READ, LockKind.WRITE),
        PERMITS(LockKind.PERMITS);

        private final List<LockKind> kinds;

        Scene(LockKind... kinds) {
            this.kinds = List.of(kinds);
        }
    }

    private ScriptBench bench;

    @ParameterizedTest
    @EnumSource
    void quickPartDoesAsTheWholeScript(Scene scene) {
        long seed = new Random().nextLong();
        int compared = 0;
        for (int run = 0; run < RUNS; run++) {
            bench.redis().flushDB();
            TwinLocks locks = new TwinLocks(bench, "seed " + seed + ", run " + run);
            Callers callers = new Callers(locks, scene.kinds, new Random(seed + run));
            for (int step = 0; step < STEPS && !locks.isOver(); step++) {
                callers.step();
                compared += locks.compare() ? 1 : 0;
            }
        }
        // A busy machine compares fewer: a step in which time ran out is passed over.
        assertThat(compared).as("steps that were compared").isGreaterThan(RUNS);
    }
}
