package io.github.stormlock.lock;

import static org.assertj.core.api.Assertions.assertThat;

import io.github.stormlock.entry.Entries;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Entries take turns, and the updates of each keep their order. */
class SubmittedUpdatesTest {
    // The factory connects to nothing.
    private final RedisLockFactory factory = RedisLockFactory.connect("redis://127.0.0.1:1");
    private final SubmittedUpdates submitted = new SubmittedUpdates();

    @AfterEach
    void close() {
        factory.close();
    }

    private NumberedUpdate numbered(String key, int number) {
        return new NumberedUpdate(factory.guard(key, Entries.hash()), number);
    }

    @Test
    void entryThatIsHeldBackIsNotTakenUntilItIsFreed() {
        submit("busy", 2);
        submit("free", 1);
        List<Submission<Object>> taken = submitted.take(256, 2);
        assertThat(taken).hasToString("[busy1, free1]");
        submitted.holdBack("busy", taken.subList(0, 1), 0);
        submit("busy", 1);
        assertThat(submitted.isEmpty()).isTrue();
        assertThat(submitted.holdsBack()).isTrue();
        submitted.free("busy");
        assertThat(submitted.holdsBack()).isFalse();
        assertThat(submitted.take(256, 10)).hasToString("[busy1, busy2, busy1]");
    }

    @Test
    void entryThatWasLetGoSinceItWasTakenIsNotHeldBack() {
        submit("busy", 1);
        List<Submission<Object>> taken = submitted.take(256, 1);
        submitted.free("busy");
        submitted.holdBack("busy", taken, 0);
        assertThat(submitted.take(256, 1)).hasToString("[busy1]");
    }

    @Test
    void entryThatNobodyTellsOfIsFreedAfterAMoment() {
        submit("busy", 1);
        submitted.holdBack("busy", submitted.take(256, 1), 100);
        submitted.freeOld(100 + SubmittedUpdates.LONGEST_HELD_NANOS - 1);
        assertThat(submitted.isEmpty()).isTrue();
        submitted.freeOld(100 + SubmittedUpdates.LONGEST_HELD_NANOS);
        assertThat(submitted.take(256, 1)).hasToString("[busy1]");
    }

    @Test
    void allIncludesWhatIsHeldBack() {
        submit("busy", 2);
        submitted.holdBack("busy", submitted.take(256, 1), 0);
        submit("free", 1);
        assertThat(submitted.takeAll()).hasToString("[busy1, busy2, free1]");
        assertThat(submitted.holdsBack()).isFalse();
    }

    private void submit(String key, int count) {
        for (int i = 1; i <= count; i++) {
            submitted.add(numbered(key, i));
        }
    }

    private List<String> round(int most) {
        return submitted.take(256, most).stream().map(Object::toString).toList();
    }

    @Test
    void oneEntryFillsTheRoundIfThereIsNoOther() {
        submit("a", 5);
        assertThat(round(3)).containsExactly("a1", "a2", "a3");
        assertThat(round(3)).containsExactly("a4", "a5");
        assertThat(submitted.isEmpty()).isTrue();
    }

    @Test
    void entryWithManyLeavesTheOthersTheirShare() {
        submit("a", 1_000);
        submit("b", 1);
        submit("c", 1);
        assertThat(round(6)).containsExactly("a1", "a2", "b1", "c1", "a3", "a4");
        assertThat(round(2)).containsExactly("a5", "a6");
    }

    @Test
    void entriesTakeTurnsWhereARoundTakesFewerThanThereAre() {
        submit("a", 3);
        submit("b", 2);
        submit("c", 1);
        assertThat(List.of(round(1), round(1), round(1), round(1), round(1), round(1)))
                .containsExactly(
                        List.of("a1"), List.of("b1"), List.of("c1"), List.of("a2"), List.of("b2"), List.of("a3"));
    }

    @Test
    void allAreTakenOnceAndInTheirOrder() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Map<String, Integer> added = new HashMap<>();
        Map<String, Integer> taken = new HashMap<>();
        for (int step = 0; step < 2_000; step++) {
            if (random.nextBoolean()) {
                String key = "k" + random.nextInt(10);
                submitted.add(numbered(key, added.merge(key, 1, Integer::sum)));
            } else {
                int most = 1 + random.nextInt(8);
                boolean some = !submitted.isEmpty();
                List<Submission<Object>> round = submitted.take(256, most);
                assertThat(round).as("seed %d", seed).hasSizeBetween(some ? 1 : 0, most);
                note(round, taken, seed);
            }
        }
        note(submitted.takeAll(), taken, seed);
        assertThat(taken).as("seed %d", seed).isEqualTo(added);
    }

    private static void note(List<Submission<Object>> round, Map<String, Integer> taken, long seed) {
        List<String> wanted = new ArrayList<>();
        for (Submission<Object> update : round) {
            wanted.add(update.entry().key() + taken.merge(update.entry().key(), 1, Integer::sum));
        }
        assertThat(round).as("seed %d", seed).map(Object::toString).isEqualTo(wanted);
    }
}
