package io.github.stormlock.entry.random;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.entry.EntryCommand;
import io.github.stormlock.entry.EntryKind;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

/** Random updates of one entry, made through a view and its commands, and in plain Java beside it. */
final class RandomUpdates {

    private static final byte[] LONG_MILLIS = "1000000".getBytes(StandardCharsets.US_ASCII);

    private RandomUpdates() {}

    static <V, M> void check(EntryScenario<V, M> scenario, Server server, int rounds) {
        long seed = Long.getLong("seed", System.nanoTime());
        System.out.println(scenario + " on " + server.getClass().getSimpleName() + ": -Dseed=" + seed);
        Random random = new Random(seed);
        for (int round = 0; round < rounds; round++) {
            try {
                checkOne(scenario, server, random);
            } catch (RuntimeException | AssertionError e) {
                throw new AssertionError("-Dseed=" + seed + ", round " + round + ": " + e.getMessage(), e);
            }
        }
    }

    private static <V, M> void checkOne(EntryScenario<V, M> scenario, Server server, Random random) {
        fill(scenario, server, random);
        EntryKind<V> kind = scenario.kind();
        M before = read(scenario, server);
        M model = read(scenario, server);
        V view = server.open(kind);
        for (int steps = random.nextInt(12); steps > 0; steps--) {
            scenario.step(random, view, model);
        }
        assertThat(scenario.shown(view)).isEqualTo(scenario.visible(model));

        boolean existed = server.exists();
        List<EntryCommand> commands = kind.changes(view);
        commands.forEach(server::call);

        assertThat(read(scenario, server)).isEqualTo(model);
        assertThat(server.exists()).isEqualTo(!scenario.isEmpty(model));
        assertThat(scenario.shown(kind.settled(view))).isEqualTo(scenario.visible(model));
        if (before.equals(model) && scenario.hasReadWhatItChanged()) {
            assertThat(commands).isEmpty();
        }
        if (existed && server.exists()) {
            assertThat((Long) server.call("PTTL")).as("time to live").isPositive();
        }
    }

    private static void fill(EntryScenario<?, ?> scenario, Server server, Random random) {
        server.call("DEL");
        if (random.nextInt(5) > 0) {
            server.call(scenario.fill(random));
            server.call("PEXPIRE", LONG_MILLIS);
        }
    }

    private static <M> M read(EntryScenario<?, M> scenario, Server server) {
        return scenario.model(server.call(scenario.whole().read()));
    }
}
