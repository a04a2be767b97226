package io.github.stormlock.internal.lines;

import io.github.stormlock.lock.fixture.Samples;
import java.util.Random;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Random schedules of lines. A failure prints its seed, and its steps. */
class LinesScheduleTest {
    private static final int SCHEDULES = Samples.of(5_000);

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void everyUpdateIsMadeOnceInTheOrderOfItsOwner(boolean hangs) {
        long first = new Random().nextLong();
        for (long seed = first; seed < first + SCHEDULES; seed++) {
            try {
                new Schedule(seed, hangs).run();
            } catch (AssertionError e) {
                throw new AssertionError("seed " + seed + ", hangs " + hangs + "\n" + e.getMessage(), e);
            }
        }
    }
}
