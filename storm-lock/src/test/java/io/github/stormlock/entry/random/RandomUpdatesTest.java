package io.github.stormlock.entry.random;

import io.github.stormlock.entry.Part;
import io.github.stormlock.lock.fixture.Samples;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** For random updates, the commands of a view do to the server's entry what was done to the view. */
class RandomUpdatesTest {

    private static RealServer redis;

    @BeforeAll
    static void startRedis() throws IOException {
        redis = new RealServer();
    }

    @AfterAll
    static void stopRedis() throws IOException {
        redis.close();
    }

    static List<EntryScenario<?, ?>> kinds() {
        return List.of(
                new HashScenario(),
                new SelectedHashScenario(),
                new StringScenario(),
                new ValueScenario(),
                new ListScenario(),
                new ListEndScenario(Part.first(2)),
                new ListEndScenario(Part.last(3)),
                new SetScenario(),
                new SelectedSetScenario(),
                new SortedSetScenario(),
                new SelectedSortedSetScenario());
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("kinds")
    void commandsDoInMemoryWhatWasDoneToTheView(EntryScenario<?, ?> scenario) {
        RandomUpdates.check(scenario, new MemoryServer(), Samples.of(10_000));
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource("kinds")
    void commandsDoOnRedisWhatWasDoneToTheView(EntryScenario<?, ?> scenario) {
        RandomUpdates.check(scenario, redis, Samples.of(500));
    }
}
