package io.github.stormlock.entry.random;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.entry.Attempted;
import io.github.stormlock.entry.EntryState;
import io.github.stormlock.entry.Expectation;
import io.github.stormlock.entry.Part;
import io.github.stormlock.entry.internal.Utf8;
import io.github.stormlock.entry.random.Programs.Call;
import io.github.stormlock.internal.protocol.ReadReply.Found;
import io.github.stormlock.lock.fixture.Opened;
import io.github.stormlock.redis.RedisConfig;
import io.github.stormlock.redis.RedisPort;
import io.github.stormlock.test.RedisServer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import net.jqwik.api.statistics.Statistics;
import redis.clients.jedis.Jedis;

/** An update that is attempted on what is remembered ends as one that runs under the lock, even if the memory is wrong. */
@Tag("server")
class RandomAttemptsTest {
    private static final Opened OPENED = new Opened();

    private static Server attempted;
    private static Server locked;

    @BeforeContainer
    static void open() {
        RedisServer redis = OPENED.add(RedisServer.start());
        Jedis jedis = OPENED.add(new Jedis(redis.uri()));
        RedisPort port =
                OPENED.add(RedisPort.open(RedisConfig.fromUri(redis.uri().toString())));
        attempted = new Server(jedis, port, "one");
        locked = new Server(jedis, port, "other");
    }

    @AfterContainer
    static void close() {
        OPENED.close();
    }

    /**
     * One update.
     *
     * @param foreign what other clients write before it
     * @param shown whether its outcome shows the entry
     * @param keeps whether the memory stays as it is where the update leaves none
     */
    private record Update(List<Call> foreign, List<Call> steps, boolean shown, boolean keeps) {}

    /** Several updates of one entry. The memory lasts from one to the next. */
    private record Updates(Programs<?> programs, List<Update> all) {}

    private static Arbitrary<Updates> ofOne(Programs<?>... some) {
        return Arbitraries.oneOf(Stream.of(some)
                .map(programs -> Combinators.combine(
                                programs.foreignWrites(),
                                programs.program(),
                                Arbitraries.of(true, false, false, false),
                                Arbitraries.of(true, false))
                        .as(Update::new)
                        .list()
                        .ofMinSize(1)
                        .ofMaxSize(8)
                        .map(all -> new Updates(programs, all)))
                .toList());
    }

    @Provide
    Arbitrary<List<Updates>> updatesOfEachKind() {
        return Combinators.combine(List.of(
                        ofOne(Programs.hashes(Part.whole()), Programs.hashes(Part.fields("a", "b", "c"))),
                        ofOne(Programs.strings()),
                        ofOne(Programs.longs()),
                        ofOne(
                                Programs.lists(Part.whole()),
                                Programs.lists(Part.first(1)),
                                Programs.lists(Part.first(3).andSize()),
                                Programs.lists(Part.last(2)),
                                Programs.lists(Part.last(1).andSize())),
                        ofOne(
                                Programs.sets(Part.whole()),
                                Programs.sets(Part.members("5", "abc", "0", "-3", "-0", "007")),
                                Programs.sets(Part.members("5", "007", "").andSize())),
                        ofOne(
                                Programs.sortedSets(Part.whole()),
                                Programs.sortedSets(Part.members("5", "abc", "0", "-3", "-0", "007")),
                                Programs.sortedSets(Part.members("5", "007", "").andSize()),
                                Programs.sortedSets(Part.lowest(2)),
                                Programs.sortedSets(Part.lowest(1).andSize()),
                                Programs.sortedSets(Part.highest(3).andSize()),
                                Programs.sortedSets(Part.scores(-3, 1, 100)),
                                Programs.sortedSets(Part.scores(0.1, 1e300, 100).andSize()))))
                .as(List::copyOf)
                .withoutEdgeCases();
    }

    @Property
    void attemptsEndAsUnderTheLock(@ForAll("updatesOfEachKind") List<Updates> updates) {
        updates.forEach(each -> new Run<>(each.programs()).check(each.all()));
    }

    /** The result of one update: its answers, what was shown, or what it threw. */
    private record End(List<String> answers, String shown, String thrown) {}

    private static final class Run<V> {
        private static final byte[] LONG_MILLIS = Utf8.encode("1000000");

        private final Programs<V> programs;
        private EntryState remembered;
        private V tenure;
        private boolean missed;

        Run(Programs<V> programs) {
            this.programs = programs;
        }

        void check(List<Update> updates) {
            attempted.call("DEL");
            locked.call("DEL");
            updates.forEach(this::check);
            String label = programs.kind().whole().getClass().getSimpleName() + " missed";
            Statistics.label(label).collect(missed);
            Statistics.label(label).coverage(counts -> counts.check(true).count(count -> count > 0));
        }

        private void check(Update update) {
            if (!update.foreign().isEmpty()) {
                tenure = null;
            }
            for (Server server : List.of(attempted, locked)) {
                update.foreign().forEach(call -> server.call(call.command()));
                server.call("PEXPIRE", LONG_MILLIS);
            }
            boolean stood = attempted.exists();
            assertThat(attempt(update)).isEqualTo(lock(update));
            assertThat(programs.standing(attempted)).isEqualTo(programs.standing(locked));
            assertThat(attempted.exists()).isEqualTo(locked.exists());
            for (Server server : List.of(attempted, locked)) {
                if (stood && server.exists()) {
                    assertThat((Long) server.call("PTTL")).as("time to live").isPositive();
                }
            }
        }

        private End attempt(Update update) {
            EntryState known = remembered == null ? programs.kind().opened(false, null, true) : remembered.reopened();
            Object end = attempt(update, known);
            if (end instanceof Found stands) {
                missed = true;
                end = attempt(update, programs.kind().opened(stands.exists(), stands.answer(), true));
            }
            assertThat(end).as("an update of what stands does not miss").isInstanceOf(End.class);
            return (End) end;
        }

        /** Returns the result of an attempt, or what stands if it missed. */
        private Object attempt(Update update, EntryState state) {
            V view = programs.kind().view(state);
            List<String> answers = new ArrayList<>();
            try {
                update.steps().forEach(step -> answers.add(Programs.run(view, step)));
            } catch (RuntimeException e) {
                List<Expectation> seen = state.attempted(true).seen();
                Found stands = attempted.attempt(programs.kind(), new Attempted(seen, List.of(), List.of()));
                return stands == null ? new End(List.of(), "", e.toString()) : stands;
            }
            Found stands = attempted.attempt(programs.kind(), state.attempted(update.shown()));
            if (stands != null) {
                return stands;
            }
            EntryState next = state.remembered();
            if (next != null || !update.keeps()) {
                remembered = next;
            }
            return new End(answers, shown(update, state), "");
        }

        private End lock(Update update) {
            // As in a tenure: what is known after the last update need not be read again.
            V view = tenure == null ? locked.open(programs.kind()) : tenure;
            tenure = null;
            List<String> answers = new ArrayList<>();
            try {
                update.steps().forEach(step -> answers.add(Programs.run(view, step)));
            } catch (RuntimeException e) {
                return new End(List.of(), "", e.toString());
            }
            EntryState state = programs.kind().state(view);
            state.changes().forEach(locked::call);
            tenure = state.isKnown() ? programs.kind().view(state.reopened()) : null;
            return new End(answers, shown(update, state), "");
        }

        private String shown(Update update, EntryState state) {
            return update.shown() ? programs.shownBy(programs.kind().view(state.settled())) : "";
        }
    }
}
