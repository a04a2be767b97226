package io.github.stormlock.entry.random;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.UpdateBatch;
import io.github.stormlock.entry.Part;
import io.github.stormlock.entry.random.Programs.Call;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.Outcome;
import io.github.stormlock.lock.fixture.LockFixture;
import io.github.stormlock.lock.fixture.Opened;
import io.github.stormlock.redis.RedisPort;
import io.github.stormlock.test.RedisServer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.AfterContainer;
import net.jqwik.api.lifecycle.BeforeContainer;
import redis.clients.jedis.Jedis;

/**
 * Updates of one entry that are written together see, throw, show and write what they would one by one, whatever part of
 * the entry they read.
 */
@Tag("server")
class PartsInGroupTest {
    private static final Opened OPENED = new Opened();

    private static RedisLockFactory locks;
    private static RedisLockFactory others;
    private static Jedis redis;
    private static RedisPort port;
    private static int tries;

    @BeforeContainer
    static void open() {
        LockFixture fixture = OPENED.add(new LockFixture(OPENED.add(RedisServer.start())));
        locks = fixture.factory();
        others = fixture.factory();
        redis = fixture.operator();
        port = fixture.closing(RedisPort.open(fixture.config()));
    }

    @AfterContainer
    static void close() {
        OPENED.close();
    }

    /**
     * One update. It writes down what it sees.
     *
     * @param part which of the two parts of its group it reads
     * @param careless whether it throws what the view throws
     * @param event the number of its event, if its group has such
     */
    private record Update(int part, List<Call> steps, boolean shown, boolean careless, int event) {
        <V> Consumer<V> noting(List<String> seen) {
            return view -> {
                seen.clear();
                for (Call step : steps) {
                    try {
                        seen.add(Programs.run(view, step));
                    } catch (IllegalStateException | IndexOutOfBoundsException | NumberFormatException e) {
                        if (careless) {
                            throw e;
                        }
                        seen.add(e.getClass().getSimpleName());
                    }
                }
            };
        }
    }

    /** Updates that are written together, behind writes of other clients. Most parts have several of them. */
    private record Group<V>(List<Programs<V>> parts, List<Call> foreign, boolean named, List<Update> updates) {
        EventId event(Update update) {
            return named ? EventId.opaque("e" + update.event()) : EventId.none();
        }

        GuardedEntry<V> guard(RedisLockFactory locks, String key, Update update) {
            GuardedEntry<V> guard = locks.guard(key, parts.get(update.part()).kind());
            return update.shown() ? guard : guard.notShown();
        }

        /** Returns what came of an update. Of a whole entry, an outcome shows what all of its group have made. */
        String told(Update update, List<String> seen, Outcome<V> outcome) {
            Programs<V> part = parts.get(update.part());
            boolean shows = update.shown() && !part.kind().part().equals(Part.whole());
            return outcome.replay() ? "replay" : seen + (shows ? " shows " + part.shownBy(outcome.entry()) : "");
        }
    }

    /** Groups of one entry, one after the other. */
    private record Groups(List<? extends Group<?>> all) {}

    private static <V> Arbitrary<Groups> ofOne(List<Programs<V>> all) {
        Arbitrary<Update> update = Combinators.combine(
                        Arbitraries.of(0, 1),
                        all.get(0).program(),
                        Arbitraries.of(true, false, false, false),
                        Arbitraries.of(true, false, false, false),
                        // Some events come again in a later group.
                        Arbitraries.integers().between(0, 60))
                .as(Update::new);
        return Combinators.combine(
                        Arbitraries.of(all).list().ofSize(2),
                        all.get(0).foreignWrites(),
                        Arbitraries.of(false, true),
                        update.list().uniqueElements(Update::event).ofMinSize(1).ofMaxSize(6))
                .as(Group::new)
                .list()
                .ofMinSize(1)
                .ofMaxSize(3)
                .map(Groups::new);
    }

    @Provide
    Arbitrary<List<Groups>> groupsOfEachKind() {
        return Combinators.combine(List.of(
                        ofOne(List.of(
                                Programs.hashes(Part.whole()),
                                Programs.hashes(Part.fields("a", "b")),
                                Programs.hashes(Part.fields("b", "c")),
                                Programs.hashes(Part.fields("other")))),
                        ofOne(List.of(
                                Programs.lists(Part.whole()),
                                Programs.lists(Part.first(1)),
                                Programs.lists(Part.first(2).andSize()),
                                Programs.lists(Part.last(1)),
                                Programs.lists(Part.last(2)),
                                Programs.lists(Part.last(3).andSize()))),
                        ofOne(List.of(
                                Programs.sets(Part.whole()),
                                Programs.sets(Part.members("5", "abc")),
                                Programs.sets(Part.members("abc", "0", "-3").andSize()))),
                        ofOne(List.of(
                                Programs.sortedSets(Part.whole()),
                                Programs.sortedSets(Part.members("5", "abc")),
                                Programs.sortedSets(Part.members("abc", "0").andSize()),
                                Programs.sortedSets(Part.scores(-3, 1, 100)),
                                Programs.sortedSets(Part.scores(0.1, 1e300, 100).andSize()),
                                Programs.sortedSets(Part.lowest(1)),
                                Programs.sortedSets(Part.lowest(2).andSize()),
                                Programs.sortedSets(Part.highest(2)))),
                        ofOne(List.of(Programs.strings()))))
                .as(List::copyOf)
                .withoutEdgeCases();
    }

    @Property
    void updatesDoInAGroupWhatTheyDoOneByOne(@ForAll("groupsOfEachKind") List<Groups> kinds) {
        kinds.forEach(PartsInGroupTest::check);
    }

    private static void check(Groups groups) {
        tries++;
        Server together = new Server(redis, port, "together" + tries);
        Server apart = new Server(redis, port, "apart" + tries);
        groups.all().forEach(group -> check(group, together, apart));
    }

    private static <V> void check(Group<V> group, Server together, Server apart) {
        group.foreign().forEach(write -> together.call(write.command()));
        group.foreign().forEach(write -> apart.call(write.command()));
        Programs<V> programs = group.parts().get(0);
        String before = programs.standing(apart);
        assertThat(inOneGroup(group, together.key()))
                .as("%s on %s", group, before)
                .isEqualTo(oneByOne(group, apart.key()));
        assertThat(programs.standing(together)).as("%s on %s", group, before).isEqualTo(programs.standing(apart));
    }

    private static <V> List<String> oneByOne(Group<V> group, String key) {
        List<String> all = new ArrayList<>();
        for (Update update : group.updates()) {
            List<String> seen = new ArrayList<>();
            try {
                all.add(group.told(
                        update, seen, group.guard(others, key, update).once(group.event(update), update.noting(seen))));
            } catch (RuntimeException e) {
                all.add(seen + " " + e.getClass().getSimpleName());
            }
        }
        return all;
    }

    private static <V> List<String> inOneGroup(Group<V> group, String key) {
        UpdateBatch<V> batch =
                UpdateBatch.of(locks.guard("template", group.parts().get(0).kind()));
        List<List<String>> seen = new ArrayList<>();
        for (Update update : group.updates()) {
            List<String> own = new ArrayList<>();
            seen.add(own);
            batch.add(group.guard(locks, key, update), group.event(update), update.noting(own));
        }
        List<String> all = new ArrayList<>();
        List<UpdateBatch.Result<V>> results = batch.run();
        for (int i = 0; i < results.size(); i++) {
            Throwable failure = results.get(i).failure();
            all.add(
                    failure == null
                            ? group.told(
                                    group.updates().get(i),
                                    seen.get(i),
                                    results.get(i).orThrow())
                            : seen.get(i) + " " + failure.getClass().getSimpleName());
        }
        return all;
    }
}
