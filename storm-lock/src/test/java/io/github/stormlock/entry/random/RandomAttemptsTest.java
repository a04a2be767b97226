package io.github.stormlock.entry.random;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.entry.Attempted;
import io.github.stormlock.entry.EntryKind;
import io.github.stormlock.entry.EntryState;
import io.github.stormlock.entry.Expectation;
import io.github.stormlock.entry.Part;
import io.github.stormlock.entry.internal.Utf8;
import io.github.stormlock.internal.protocol.ReadReply.Found;
import io.github.stormlock.lock.fixture.Samples;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.RedisPort;
import io.github.stormlock.test.RedisExtension;
import io.github.stormlock.test.RedisServer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import redis.clients.jedis.Jedis;

/** An update that is attempted on what is remembered ends as one that runs under the lock, even if the memory is wrong. */
class RandomAttemptsTest {
    static Stream<Programs<?>> programs() {
        return Stream.of(
                new Programs.Hashes(Part.whole()),
                new Programs.Hashes(Part.fields("a", "b", "c")),
                new Programs.Strings(),
                new Programs.Longs(),
                new Programs.Lists(Part.whole()),
                new Programs.Lists(Part.first(1)),
                new Programs.Lists(Part.first(3).andSize()),
                new Programs.Lists(Part.last(2)),
                new Programs.Lists(Part.last(1).andSize()),
                new Programs.Sets(Part.whole()),
                new Programs.Sets(Part.members("5", "abc", "0", "-3", "-0", "007")),
                new Programs.Sets(Part.members("5", "007", "").andSize()),
                new Programs.SortedSets(Part.whole()),
                new Programs.SortedSets(Part.members("5", "abc", "0", "-3", "-0", "007")),
                new Programs.SortedSets(Part.members("5", "007", "").andSize()),
                new Programs.SortedSets(Part.lowest(2)),
                new Programs.SortedSets(Part.lowest(1).andSize()),
                new Programs.SortedSets(Part.highest(3).andSize()),
                new Programs.SortedSets(Part.scores(-3, 1, 100)),
                new Programs.SortedSets(Part.scores(0.1, 1e300, 100).andSize()));
    }

    @Tag("server")
    @ExtendWith(RedisExtension.class)
    @ParameterizedTest(name = "{0}")
    @MethodSource("programs")
    void endAsUnderTheLock(Programs<?> programs, RedisServer redis) {
        try (Jedis jedis = new Jedis(redis.uri());
                RedisPort port = RedisPort.open(RedisConfig.fromUri(redis.uri().toString()))) {
            new Run<>(programs, new Server(jedis, port, "one"), new Server(jedis, port, "other"))
                    .check(Samples.of(1_000));
        }
    }

    /** The result of one update: its answers, what was shown, or what it threw. */
    private record End(List<Object> answers, Object shown, String thrown) {}

    private static final class Run<V> {
        private static final byte[] LONG_MILLIS = Utf8.encode("1000000");

        private final Programs<V> programs;
        private final EntryKind<V> kind;
        private final Server attempted;
        private final Server locked;
        private final long seed = Long.getLong("seed", System.nanoTime());
        private final Random random = new Random(seed);
        private EntryState remembered;
        private V tenure;
        private int missed;
        private int blind;
        private int threw;

        Run(Programs<V> programs, Server attempted, Server locked) {
            this.programs = programs;
            this.kind = programs.kind();
            this.attempted = attempted;
            this.locked = locked;
        }

        void check(int rounds) {
            for (int round = 0; round < rounds; round++) {
                try {
                    checkOne();
                } catch (RuntimeException | AssertionError e) {
                    throw new AssertionError("-Dseed=" + seed + ", round " + round + ": " + e.getMessage(), e);
                }
            }
            System.out.println(programs + ": -Dseed=" + seed + ", " + rounds + " updates, " + missed + " missed, "
                    + blind + " blind, " + threw + " threw");
            assertThat(missed).isPositive();
        }

        /**
         * Checks several updates of one entry, with other clients' writes between them. The memory lasts from one to
         * the next.
         */
        private void checkOne() {
            attempted.call("DEL");
            locked.call("DEL");
            remembered = null;
            tenure = null;
            for (int i = 0; i < 4; i++) {
                if (random.nextInt(5) < 3) {
                    tenure = null;
                    programs.foreign(random).forEach(command -> {
                        attempted.call(command);
                        locked.call(command);
                    });
                }
                for (Server server : List.of(attempted, locked)) {
                    server.call("PEXPIRE", LONG_MILLIS);
                }
                boolean stood = attempted.exists();
                List<Function<V, Object>> program = programs.program(random);
                boolean shown = random.nextInt(4) == 0;
                assertThat(attempt(program, shown)).isEqualTo(lock(program, shown));
                assertThat(programs.standing(attempted)).isEqualTo(programs.standing(locked));
                assertThat(attempted.exists()).isEqualTo(locked.exists());
                for (Server server : List.of(attempted, locked)) {
                    if (stood && server.exists()) {
                        assertThat((Long) server.call("PTTL"))
                                .as("time to live")
                                .isPositive();
                    }
                }
            }
        }

        private End attempt(List<Function<V, Object>> program, boolean shown) {
            V view = remembered == null ? kind.view(kind.opened(false, null, true)) : kind.view(remembered.reopened());
            Object end = attempt(program, shown, view);
            if (end instanceof Found stands) {
                missed++;
                end = attempt(program, shown, kind.view(kind.opened(stands.exists(), stands.answer(), true)));
            }
            assertThat(end).as("an update of what stands does not miss").isInstanceOf(End.class);
            return (End) end;
        }

        /** Returns the result of an attempt, or what stands if it missed. */
        private Object attempt(List<Function<V, Object>> program, boolean shown, V view) {
            List<Object> answers = new ArrayList<>();
            try {
                program.forEach(step -> answers.add(step.apply(view)));
            } catch (RuntimeException e) {
                List<Expectation> seen = kind.state(view).attempted(true).seen();
                Found stands = attempted.attempt(kind, new Attempted(seen, List.of(), List.of()));
                threw += stands == null ? 1 : 0;
                return stands == null ? new End(List.of(), "", e.toString()) : stands;
            }
            Attempted sent = kind.state(view).attempted(shown);
            Found stands = attempted.attempt(kind, sent);
            if (stands != null) {
                return stands;
            }
            blind += sent.blind().size();
            EntryState next = kind.state(view).remembered();
            if (next != null || random.nextBoolean()) {
                remembered = next;
            }
            return new End(
                    answers, shown ? programs.shown(kind.view(kind.state(view).settled())) : "", "");
        }

        private End lock(List<Function<V, Object>> program, boolean shown) {
            // As in a tenure: what is known after the last update need not be read again.
            V view = tenure == null ? locked.open(kind) : tenure;
            tenure = null;
            List<Object> answers = new ArrayList<>();
            try {
                program.forEach(step -> answers.add(step.apply(view)));
            } catch (RuntimeException e) {
                return new End(List.of(), "", e.toString());
            }
            kind.state(view).changes().forEach(locked::call);
            tenure = kind.state(view).isKnown() ? kind.view(kind.state(view).reopened()) : null;
            return new End(
                    answers, shown ? programs.shown(kind.view(kind.state(view).settled())) : "", "");
        }
    }
}
