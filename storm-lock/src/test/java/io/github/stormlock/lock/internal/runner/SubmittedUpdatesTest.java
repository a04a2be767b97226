package io.github.stormlock.lock.internal.runner;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** Entries take turns, and the updates of each keep their order. */
class SubmittedUpdatesTest {
    private static final int MOST = 256;

    private final SubmittedUpdates<Numbered> submitted = new SubmittedUpdates<>(Numbered::entries);

    @Test
    void entryThatIsHeldBackIsNotTakenUntilItIsFreed() {
        submit("busy", 2);
        submit("free", 1);
        List<Numbered> taken = submitted.take(MOST, 2);
        assertThat(taken).hasToString("[busy1, free1]");
        submitted.putBack(taken.subList(0, 1));
        submitted.holdBack("busy", taken.subList(0, 1), 0);
        submit("busy", 1);
        assertThat(round(10)).isEmpty();
        assertThat(submitted.holdsBack()).isTrue();
        submitted.free("busy");
        assertThat(submitted.holdsBack()).isFalse();
        assertThat(submitted.take(MOST, 10)).hasToString("[busy1, busy2, busy1]");
    }

    @Test
    void entryThatWasLetGoSinceItWasTakenIsNotHeldBack() {
        submit("busy", 1);
        List<Numbered> taken = submitted.take(MOST, 1);
        submitted.free("busy");
        submitted.putBack(taken);
        submitted.holdBack("busy", taken, 0);
        assertThat(submitted.take(MOST, 1)).hasToString("[busy1]");
    }

    @Test
    void entryThatNobodyTellsOfIsFreedAfterAMoment() {
        submit("busy", 1);
        List<Numbered> taken = submitted.take(MOST, 1);
        submitted.putBack(taken);
        submitted.holdBack("busy", taken, 100);
        submitted.freeOld(100 + SubmittedUpdates.LONGEST_HELD_NANOS - 1);
        assertThat(round(1)).isEmpty();
        submitted.freeOld(100 + SubmittedUpdates.LONGEST_HELD_NANOS);
        assertThat(submitted.take(MOST, 1)).hasToString("[busy1]");
    }

    @Test
    void allIncludesWhatIsHeldBack() {
        submit("busy", 2);
        List<Numbered> taken = submitted.take(MOST, 1);
        submitted.putBack(taken);
        submitted.holdBack("busy", taken, 0);
        submit("free", 1);
        assertThat(submitted.takeAll()).hasToString("[busy1, busy2, free1]");
        assertThat(submitted.holdsBack()).isFalse();
    }

    private void submit(String key, int count) {
        for (int i = 1; i <= count; i++) {
            submitted.add(Numbered.of(key, i));
        }
    }

    private List<String> round(int most) {
        return submitted.take(MOST, most).stream().map(Object::toString).toList();
    }

    @Test
    void oneEntryFillsTheRoundIfThereIsNoOther() {
        submit("a", 5);
        assertThat(round(3)).containsExactly("a1", "a2", "a3");
        assertThat(round(3)).containsExactly("a4", "a5");
        assertThat(round(3)).isEmpty();
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
    void updateOfSeveralEntriesComesAfterAllThatWereSubmittedBeforeItAndBeforeAllBehindIt() {
        submit("a", 2);
        both("a", "b", 3);
        submit("b", 1);
        assertThat(round(2)).containsExactly("a1", "a2");
        assertThat(round(10)).containsExactly("ab3", "b1");
    }

    @Test
    void updateOfSeveralEntriesIsTakenInTheRoundInWhichItComesFirst() {
        submit("b", 1);
        both("a", "b", 2);
        both("a", "c", 3);
        submit("c", 4);
        assertThat(round(10)).containsExactly("b1", "ab2", "ac3", "c1", "c2", "c3", "c4");
    }

    @Test
    void entryBehindAnUpdateWhoseOtherEntryIsHeldBackWaits() {
        both("a", "b", 1);
        submit("a", 1);
        submit("c", 1);
        List<Numbered> taken = submitted.take(MOST, 1);
        assertThat(taken).hasToString("[ab1]");
        submitted.putBack(taken);
        submitted.holdBack("b", taken, 0);
        assertThat(round(10)).containsExactly("c1");
        submit("a", 1);
        assertThat(round(10)).isEmpty();
        submitted.free("a");
        assertThat(round(10)).isEmpty();
        submitted.free("b");
        assertThat(round(10)).containsExactly("ab1", "a1", "a1");
        assertThat(submitted.holdsBack()).isFalse();
    }

    @Test
    void updateThatStandsBehindOthersInOneLineDoesNotKeepTheRoundFromSleeping() {
        submit("a", 1);
        both("a", "b", 1);
        List<Numbered> taken = submitted.take(MOST, 1);
        submitted.putBack(taken);
        submitted.holdBack("a", taken, 0);
        assertThat(round(10)).isEmpty();
        assertThat(submitted.holdsBack()).isTrue();
    }

    @Test
    void allHasEachUpdateOfSeveralEntriesOnce() {
        both("a", "b", 1);
        both("b", "c", 2);
        List<Numbered> taken = submitted.take(MOST, 1);
        submitted.putBack(taken);
        submitted.holdBack("a", taken, 0);
        assertThat(submitted.takeAll()).hasSize(2).doesNotHaveDuplicates();
    }

    private void both(String one, String other, int number) {
        submitted.add(new Numbered(List.of(one, other), number));
    }

    /** Beside a list from which the first update is taken of which no entry comes before. */
    @RepeatedTest(20)
    void allAreTakenOnceAndThoseOfEachEntryInTheirOrder() {
        long seed = System.nanoTime();
        Random random = new Random(seed);
        Map<String, List<Numbered>> wanted = new HashMap<>();
        Map<String, List<Numbered>> made = new HashMap<>();
        List<Numbered> open = new ArrayList<>();
        for (int step = 0; step < 2_000; step++) {
            switch (random.nextInt(5)) {
                case 0, 1 -> {
                    List<String> entries = someEntries(random);
                    Numbered update = new Numbered(entries, step);
                    entries.forEach(entry -> wanted.computeIfAbsent(entry, none -> new ArrayList<>())
                            .add(update));
                    open.add(update);
                    submitted.add(update);
                }
                case 2 -> submitted.free("k" + random.nextInt(10));
                case 3 -> submitted.freeOld(random.nextInt(3) == 0 ? Long.MAX_VALUE : 0);
                default -> {
                    int most = 1 + random.nextInt(8);
                    List<Numbered> round = submitted.take(1 + random.nextInt(4), most);
                    assertThat(round).as("seed %d", seed).hasSizeLessThanOrEqualTo(most);
                    if (!submitted.holdsBack() && !open.isEmpty()) {
                        assertThat(round).as("seed %d", seed).isNotEmpty();
                    }
                    List<Numbered> leftOver = random.nextInt(3) == 0 ? leftOver(round, random) : List.of();
                    List<Numbered> rest = new ArrayList<>(round);
                    rest.removeAll(leftOver);
                    note(rest, made);
                    open.removeAll(rest);
                    putBack(leftOver, random);
                }
            }
        }
        submitted.freeOld(Long.MAX_VALUE);
        for (List<Numbered> round = submitted.take(3, 5); !round.isEmpty(); round = submitted.take(3, 5)) {
            note(round, made);
        }
        assertThat(made).as("seed %d", seed).isEqualTo(wanted);
    }

    private static List<String> someEntries(Random random) {
        Set<String> entries = new TreeSet<>();
        int count = random.nextInt(3) == 0 ? 2 + random.nextInt(3) : 1;
        for (int i = 0; i < count; i++) {
            entries.add("k" + random.nextInt(10));
        }
        return List.copyOf(entries);
    }

    /** Returns, of one entry that was met in hand, all updates and those behind them. */
    private static List<Numbered> leftOver(List<Numbered> round, Random random) {
        Set<String> blocked = new HashSet<>(Set.of("k" + random.nextInt(10)));
        List<Numbered> left = new ArrayList<>();
        for (Numbered update : round) {
            if (update.entries().stream().anyMatch(blocked::contains)) {
                blocked.addAll(update.entries());
                left.add(update);
            }
        }
        return left;
    }

    private void putBack(List<Numbered> some, Random random) {
        submitted.putBack(some);
        if (!some.isEmpty() && random.nextBoolean()) {
            String entry = some.get(0).entries().get(0);
            List<Numbered> refused = new ArrayList<>(some);
            refused.removeIf(update -> !update.entries().contains(entry));
            submitted.holdBack(entry, refused, 0);
        }
    }

    private static void note(List<Numbered> round, Map<String, List<Numbered>> made) {
        for (Numbered update : round) {
            for (String entry : update.entries()) {
                made.computeIfAbsent(entry, none -> new ArrayList<>()).add(update);
            }
        }
    }
}
