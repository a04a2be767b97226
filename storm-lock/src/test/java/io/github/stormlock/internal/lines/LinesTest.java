package io.github.stormlock.internal.lines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.lang.ref.Reference;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Lines without threads: a test takes, gives back and lets time pass. An update is its entries and a number: "a,b 1".
 * One with a mark of haste, "a 1!", may wait less long.
 */
class LinesTest {
    private static final long MOMENT = Duration.ofMillis(6).toNanos();
    private static final long SHORT = Duration.ofMillis(50).toNanos();
    private static final long LONG = Duration.ofSeconds(10).toNanos();

    private final List<String> started = new ArrayList<>();
    private final List<String> dropped = new ArrayList<>();
    private final List<String> told = new ArrayList<>();
    private long now;
    private final Lines<String> lines = new Lines<>(
            update -> List.of(update.split(" ")[0].split(",")),
            entry -> entry.startsWith("@") ? entry.substring(0, 2) : "",
            lane -> started.add(lane.name()),
            (update, owner) -> dropped.add(update),
            update -> now + (update.endsWith("!") ? SHORT : LONG),
            () -> now);
    private final Owner<String> pages = lines.owner("pages", 0, 10_000, full -> {});
    private final Owner<String> hosts = lines.owner("hosts", 0, 1_000, full -> {});

    @BeforeEach
    void enter() {
        lines.monitor.lock();
    }

    @AfterEach
    void leave() {
        lines.monitor.unlock();
    }

    private static void submit(Owner<String> owner, String... updates) {
        assertThat(owner.submit(List.of(updates), 0)).isTrue();
    }

    /** Makes the updates of a bolt known as quick ones, so that a round has many. */
    private static void areQuick(Owner<String> owner) {
        for (int i = 0; i < 200; i++) {
            owner.lane().took(1_000);
        }
    }

    private Hand<String> take(Owner<String> owner) {
        return lines.turns.tryTake(owner.lane(), 256);
    }

    private Hand<String> took(Owner<String> owner, String... updates) {
        Hand<String> hand = take(owner);
        assertThat(updates(hand)).containsExactly(updates);
        return hand;
    }

    private static List<String> updates(Hand<String> hand) {
        List<String> updates = new ArrayList<>();
        for (int i = 0; hand != null && i < hand.size(); i++) {
            updates.add(hand.get(i));
        }
        return updates;
    }

    private static Hand<String> computing(Hand<String> hand) {
        long unused = hand.beginComputing();
        return hand;
    }

    private void make(Hand<String> hand) {
        for (int i = 0; i < hand.size(); i++) {
            String update = hand.get(i);
            hand.settled(i, () -> told.add(update));
        }
        assertThat(lines.giveBack(hand)).isEmpty();
        hand.tell();
    }

    private void passes(long nanos) {
        now += nanos;
        long unused = lines.threads.tick();
    }

    @Test
    void whatHasEndedKeepsNothingThatCameAfterIt() {
        submit(pages, "a 1");
        Hand<String> round = took(pages, "a 1");
        Place<String> place = round.places.get(0);
        WeakReference<String> next = submitForgotten(pages, "a 2");
        make(round);
        make(take(pages));
        told.clear();
        await().untilAsserted(() -> {
            System.gc();
            assertThat(next.refersTo(null)).isTrue();
        });
        Reference.reachabilityFence(round);
        Reference.reachabilityFence(place);
    }

    private static WeakReference<String> submitForgotten(Owner<String> owner, String text) {
        String update = new String(text);
        submit(owner, update);
        return new WeakReference<>(update);
    }

    /** A thread has made dear things for itself, such as a serializer of Storm's for each executor. */
    @Test
    void threadThatSleptLastIsWokenFirstSoThatTheOthersEnd() throws InterruptedException {
        pages.lane().threads = 2;
        List<Hand<String>> taken = new CopyOnWriteArrayList<>();
        List<Thread> threads = new ArrayList<>();
        leave();
        for (int i = 1; i <= 2; i++) {
            int sleep = i;
            Thread thread = new Thread(() -> {
                Hand<String> hand = lines.take(pages.lane());
                if (hand != null) {
                    taken.add(hand);
                }
            });
            thread.start();
            threads.add(thread);
            await().until(() -> sleepers(pages) == sleep);
        }
        enter();
        submit(pages, "a 1");
        leave();
        threads.get(1).join(5_000);
        assertThat(taken).hasSize(1);
        assertThat(sleepers(pages)).isEqualTo(1);
        pages.close();
        threads.get(0).join(5_000);
        assertThat(sleepers(pages)).isZero();
        enter();
        assertThat(taken).hasSize(1);
    }

    @Test
    void threadThatFindsNothingForASecondEndsWhileAnotherOneOfItsBoltSleeps() throws InterruptedException {
        pages.lane().threads = 2;
        pages.lane().sleepers.push(lines.monitor.newCondition());
        Thread thread = new Thread(() -> assertThat(lines.take(pages.lane())).isNull());
        thread.start();
        leave();
        try {
            await().until(() -> sleepers(pages) == 2);
            pass(Duration.ofSeconds(1));
            thread.join(5_000);
        } finally {
            enter();
        }
        assertThat(pages.lane().threads).isEqualTo(1);
    }

    private void pass(Duration time) {
        enter();
        now += time.toNanos();
        leave();
    }

    private int sleepers(Owner<String> owner) {
        enter();
        try {
            return owner.lane().sleepers.size();
        } finally {
            leave();
        }
    }

    @Test
    void readyUpdateThatWaitsForAMomentGetsAnotherThread() {
        submit(pages, "a 1");
        Hand<String> slow = computing(take(pages));
        submit(pages, "b 2");
        passes(MOMENT / 2);
        assertThat(started).containsExactly("pages");
        passes(MOMENT);
        assertThat(started).containsExactly("pages", "pages");
        passes(MOMENT);
        assertThat(started).as("one thread more than tasks").hasSize(2);
        make(slow);
    }

    @Test
    void roundThatWaitsForTheServerGetsNoOtherBesideIt() {
        submit(pages, "a 1");
        Hand<String> asks = take(pages);
        submit(pages, "b 2");
        passes(MOMENT);
        assertThat(started).containsExactly("pages");
        make(asks);
        assertThat(updates(take(pages))).containsExactly("b 2");
    }

    @Test
    void roundThatHadNoRoomForMoreHasAnotherBesideIt() {
        submit(pages, "a 1", "b 1", "c 1");
        Hand<String> full = take(pages);
        assertThat(full.size()).isEqualTo(2);
        passes(MOMENT);
        assertThat(started).containsExactly("pages", "pages");
        Hand<String> other = took(pages, "c 1");
        make(full);
        make(other);
    }

    @Test
    void boltThatWasIdleIsNotBehindAtItsFirstUpdate() {
        passes(Duration.ofSeconds(60).toNanos());
        now += Duration.ofSeconds(60).toNanos();
        submit(hosts, "a 1");
        passes(1);
        assertThat(hosts.lane().isBehind).isFalse();
    }

    @Test
    void answerOfTheOnlyServerThatIsLateForLongKeepsNothing() {
        submit(pages, "a 1");
        Hand<String> late = take(pages);
        submit(pages, "b 2");
        passes(MOMENT);
        assertThat(take(pages)).isNull();
        passes(Duration.ofMillis(45).toNanos());
        assertThat(updates(take(pages))).containsExactly("b 2");
        make(late);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void slowBoltThatIsBehindGetsAnotherThreadAlthoughItsThreadsLook(boolean isSlow) {
        if (!isSlow) {
            areQuick(pages);
        }
        submit(pages, "a 1", "b 1", "c 1");
        for (int i = 0; i < 8; i++) {
            Hand<String> hand = lines.turns.tryTake(pages.lane(), 1);
            submit(pages, "d" + i + " 1");
            passes(MOMENT / 4);
            make(hand);
        }
        assertThat(started).hasSize(isSlow ? 2 : 1);
    }

    @Test
    void slowBoltThatIsBehindIsPassedForASecondAtMost() {
        areQuick(pages);
        Hand<String> slow = behind();
        submit(hosts, "a 3");
        submit(pages, "a 4");
        Hand<String> past = took(pages, "a 4");
        make(past);
        passes(Duration.ofSeconds(1).toNanos());
        submit(pages, "a 5");
        assertThat(take(pages)).isNull();
        make(slow);
        make(take(hosts));
        assertThat(updates(take(pages))).containsExactly("a 5");
    }

    /** Has a slow bolt at work, and more of it ready for a moment than it can compute. */
    private Hand<String> behind() {
        submit(hosts, "x 1");
        Hand<String> slow = computing(take(hosts));
        submit(hosts, "y 2");
        passes(MOMENT);
        passes(MOMENT);
        return slow;
    }

    @Test
    void boltThatIsBehindMakesItsOldestFirst() {
        hosts.lane().took(Duration.ofSeconds(1).toNanos());
        Hand<String> slow = behind();
        submit(hosts, "y 3");
        passes(1);
        submit(hosts, "z 4");
        make(take(hosts));
        passes(1);
        assertThat(updates(take(hosts))).containsExactly("y 3");
        make(slow);
    }

    @Test
    void lineThatAHangingUpdateHasInHandWaitsForIt() {
        areQuick(hosts);
        submit(hosts, "x 1");
        Hand<String> first = computing(take(hosts));
        submit(hosts, "y 2");
        Hand<String> second = computing(take(hosts));
        submit(pages, "x 3");
        passes(MOMENT);
        assertThat(take(pages)).isNull();
        make(first);
        assertThat(updates(take(pages))).containsExactly("x 3");
        make(second);
    }

    @Test
    void groupGoesPastTheUpdateOfAnotherBoltWhichIsNext() {
        areQuick(pages);
        submit(pages, "a 1");
        submit(hosts, "a 2");
        submit(pages, "a 3");
        Hand<String> group = took(pages, "a 1", "a 3");
        submit(pages, "a 4");
        make(group);
        assertThat(take(pages)).isNull();
        assertThat(updates(take(hosts))).containsExactly("a 2");
    }

    /** Has the bolt of hosts hang with all its threads, and its next update passed by the other bolt. */
    private Hand<String> passesHanging(List<Hand<String>> hung) {
        areQuick(pages);
        areQuick(hosts);
        for (String update : List.of("x 1", "y 2")) {
            submit(hosts, update);
            hung.add(computing(take(hosts)));
        }
        hosts.lane().threads = 2;
        submit(hosts, "a 3");
        submit(pages, "a 4");
        assertThat(take(pages)).isNull();
        passes(MOMENT);
        Hand<String> past = took(pages, "a 4");
        return past;
    }

    @Test
    void boltThatKeepsItselfBackForALineGoesOnWhenThatIsBusy() {
        List<Hand<String>> hung = new ArrayList<>();
        Hand<String> past = passesHanging(hung);
        submit(hosts, "z 5");
        hung.forEach(this::make);
        assertThat(take(hosts)).isNull();
        hosts.lane().threads = 1;
        hosts.lane().sleepers.push(lines.monitor.newCondition());
        past.busy("a");
        assertThat(lines.giveBack(past)).containsExactly("a");
        assertThat(hosts.lane().isRoused).isTrue();
        assertThat(updates(take(hosts))).containsExactly("z 5");
    }

    /** Two slow bolts might miss each other for ever: the other one has the line at each look. */
    @Test
    void lastThreadOfABoltWaitsForWhatWasPassedHoweverLongAnotherBoltKeepsIt() {
        List<Hand<String>> hung = new ArrayList<>();
        Hand<String> past = passesHanging(hung);
        submit(hosts, "z 5");
        make(hung.get(0));
        passes(MOMENT);
        assertThat(take(hosts)).isNull();
        make(past);
        assertThat(updates(take(hosts))).containsExactly("a 3");
    }

    @Test
    void threadOfABoltWaitsForWhatWasPassedForAMomentWhileOthersAreFree() {
        List<Hand<String>> hung = new ArrayList<>();
        Hand<String> past = passesHanging(hung);
        submit(hosts, "z 5");
        hung.forEach(this::make);
        assertThat(take(hosts)).isNull();
        passes(MOMENT);
        assertThat(updates(take(hosts))).containsExactly("z 5");
        make(past);
    }

    @Test
    void boltWhoseThreadsAllHangIsPassedAndIsNextThen() {
        List<Hand<String>> hung = new ArrayList<>();
        Hand<String> past = passesHanging(hung);
        submit(hosts, "z 5");
        submit(pages, "a 6");
        make(hung.get(0));
        // What was passed comes before all else of its bolt, as soon as its line is back.
        assertThat(take(hosts)).isNull();
        make(past);
        assertThat(take(pages)).isNull();
        assertThat(updates(take(hosts))).containsExactly("a 3");
        make(hung.get(1));
    }

    @Test
    void entriesHaveAnEqualShareOfARoundAndTakeTurns() {
        areQuick(pages);
        int most = pages.lane().mostInRound();
        for (int i = 0; i < most; i++) {
            submit(pages, "hot " + i);
        }
        submit(pages, "cold 1");
        Hand<String> round = take(pages);
        assertThat(updates(round)).contains("cold 1").hasSize(most);
        submit(pages, "new 2");
        make(round);
        for (String expected : List.of("new 2", "hot " + (most - 1))) {
            Hand<String> one = lines.turns.tryTake(pages.lane(), 1);
            assertThat(updates(one)).containsExactly(expected);
            make(one);
        }
    }

    @Test
    void firstRoundIsSmallSinceNobodyKnowsWhatItCosts() {
        for (int i = 0; i < 100; i++) {
            submit(pages, "e" + i + " 1");
        }
        assertThat(take(pages).size()).isEqualTo(2);
        pages.lane().took(Duration.ofSeconds(1).toNanos());
        assertThat(take(pages).size()).isEqualTo(1);
        areQuick(pages);
        assertThat(take(pages).size()).isEqualTo(97);
    }

    @Test
    void oneSlowUpdateDoesNotMakeRoundsOfOne() {
        areQuick(pages);
        pages.lane().took(Duration.ofMillis(50).toNanos());
        assertThat(pages.lane().mostInRound()).isGreaterThan(100);
    }

    @Test
    void busyEntryIsLeftToAThreadThatWaitsAndItsTransfersArePassed() {
        areQuick(pages);
        submit(pages, "a,b 1");
        Hand<String> hand = take(pages);
        hand.busy("a");
        assertThat(lines.giveBack(hand)).containsExactly("a");
        submit(pages, "b 2");
        submit(pages, "a 3");
        Hand<String> other = took(pages, "b 2");
        Hand<String> waits = lines.outside().take("a");
        assertThat(updates(waits)).containsExactly("a,b 1");
        assertThat(take(pages)).isNull();
        lines.outside().waits(waits, "b");
        assertThat(updates(take(pages))).containsExactly("a 3");
        make(other);
        make(waits);
    }

    /** Its thread makes them in their order. So one that may wait less long would be told too late. */
    @Test
    void threadThatWaitsForALockTakesNoneThatMayWaitLessLongThanTheOneBefore() {
        areQuick(pages);
        submit(pages, "a 1");
        Hand<String> hand = take(pages);
        hand.busy("a");
        assertThat(lines.giveBack(hand)).containsExactly("a");
        submit(pages, "a 2", "a 3!", "a 4");
        Hand<String> waits = lines.outside().take("a");
        assertThat(updates(waits)).containsExactly("a 1", "a 2");
        now += SHORT;
        assertThat(lines.takeOverdue()).extracting(place -> place.update).containsExactly("a 3!");
        make(waits);
        assertThat(updates(take(pages))).containsExactly("a 4");
    }

    @Test
    void closeOfATaskDropsWhatNobodyHasInHandAndWhatIsPutBack() {
        areQuick(pages);
        Owner<String> second = lines.owner("pages", 0, 1_000, full -> {});
        submit(pages, "a 1");
        Hand<String> hand = take(pages);
        submit(pages, "b 2");
        submit(second, "a 3");
        pages.close();
        assertThat(dropped).containsExactly("b 2");
        assertThat(pages.submit(List.of("c 4"), 0)).isFalse();
        assertThat(lines.giveBack(hand)).isEmpty();
        hand.tell();
        assertThat(dropped).containsExactly("b 2", "a 1");
        assertThat(updates(take(second))).containsExactly("a 3");
    }

    @Test
    void whatWasMadeIsToldOwnerByOwnerInTheOrderWritten() {
        areQuick(pages);
        submit(pages, "a 1", "b 2");
        Hand<String> first = lines.turns.tryTake(pages.lane(), 1);
        Hand<String> second = lines.turns.tryTake(pages.lane(), 1);
        second.settled(0, () -> told.add("b 2"));
        first.settled(0, () -> {
            // The other thread gives back while this one tells, and leaves its own to it.
            assertThat(lines.giveBack(second)).isEmpty();
            second.tell();
            assertThat(told).isEmpty();
            told.add("a 1");
        });
        assertThat(lines.giveBack(first)).isEmpty();
        first.tell();
        assertThat(told).containsExactly("a 1", "b 2");
    }

    @Test
    void whatAnUpdateOfSeveralEntriesPassesAtOneOfThemIsNextThere() {
        areQuick(pages);
        submit(hosts, "x 1");
        Hand<String> first = computing(take(hosts));
        submit(hosts, "y 2");
        Hand<String> second = computing(take(hosts));
        hosts.lane().threads = 2;
        submit(hosts, "b 3");
        passes(MOMENT);
        submit(pages, "a,b 4");
        assertThat(updates(take(pages))).containsExactly("a,b 4");
        assertThat(hosts.lane().passed).hasSize(1);
        make(first);
        make(second);
    }

    @Test
    void roundAsksOneServerAndTheNextOneAnother() {
        areQuick(pages);
        submit(pages, "@1a 1");
        submit(pages, "@2b 2");
        submit(pages, "@1c 3");
        Hand<String> one = took(pages, "@1a 1", "@1c 3");
        Hand<String> other = took(pages, "@2b 2");
        make(one);
        make(other);
    }

    @Test
    void serverThatAnswersLateKeepsItsOwnLinesAlone() {
        submit(pages, "@1a 1");
        Hand<String> late = take(pages);
        submit(pages, "@1b 2");
        submit(pages, "@2c 3");
        passes(MOMENT);
        Hand<String> other = took(pages, "@2c 3");
        make(other);
        assertThat(take(pages)).isNull();
        make(late);
        assertThat(updates(take(pages))).containsExactly("@1b 2");
    }

    @Test
    void computationThatHangsKeepsNoOtherLineOfItsServer() {
        submit(pages, "@1a 1");
        Hand<String> hangs = computing(take(pages));
        submit(pages, "@1b 2");
        passes(MOMENT);
        assertThat(updates(take(pages))).containsExactly("@1b 2");
        make(hangs);
    }

    @Test
    void roundThatOnlySeemedToWaitForItsServerKeepsNoLineOnceItComputes() {
        submit(pages, "@1a 1");
        Hand<String> hangs = take(pages);
        submit(pages, "@1b 2");
        passes(MOMENT);
        assertThat(take(pages)).isNull();
        hangs.compute(() -> {
            passes(MOMENT);
            assertThat(updates(take(pages))).containsExactly("@1b 2");
        });
    }

    @Test
    void serverThatIsAwayRestsForLongerEachTimeUntilItAnswers() {
        for (int millis : new int[] {10, 20, 40, 80, 160, 320, 640, 1_000, 1_000}) {
            isAwayFor(millis);
        }
        make(take(pages));
        isAwayFor(10);
    }

    private void isAwayFor(int millis) {
        submit(pages, "@1a 1");
        Hand<String> away = take(pages);
        away.away();
        make(away);
        submit(pages, "@1a 2", "@2b 3");
        Hand<String> other = took(pages, "@2b 3");
        make(other);
        passes(Duration.ofMillis(millis).toNanos() - 1);
        assertThat(take(pages)).isNull();
        passes(1);
    }

    @Test
    void boltWithoutAThreadTriesAgainToHaveOne() {
        List<String> tries = new ArrayList<>();
        Lines<String> poor = new Lines<>(
                List::of,
                entry -> "",
                lane -> {
                    tries.add(lane.name());
                    if (tries.size() == 1) {
                        throw new OutOfMemoryError("unable to create native thread");
                    }
                },
                (update, owner) -> dropped.add(update),
                update -> now + LONG,
                () -> now);
        submit(poor.owner("pages", 0, 10, full -> {}), "a");
        assertThat(tries).hasSize(1);
        now += MOMENT;
        poor.monitor.lock();
        try {
            long unused = poor.threads.tick();
        } finally {
            poor.monitor.unlock();
        }
        assertThat(tries).hasSize(2);
    }

    /** Takes an update of each of two tasks of a bolt. */
    private Hand<String> ofTwoTasks(Owner<String> second) {
        areQuick(pages);
        submit(pages, "a 1");
        submit(second, "b 2");
        return take(pages);
    }

    @Test
    void resultsOfATaskDoNotWaitForAnotherOneThatIsKept() {
        Owner<String> second = lines.owner("pages", 0, 10, full -> {});
        Hand<String> hand = ofTwoTasks(second);
        hand.settled(0, () -> {
            // Kept here, as by a full queue downstream.
            assertThat(pages.lane().untold()).isEqualTo(second);
            assertThat(second.tellSettled()).isFalse();
            told.add("a 1");
        });
        hand.settled(1, () -> told.add("b 2"));
        assertThat(lines.giveBack(hand)).isEmpty();
        hand.tell();
        assertThat(told).containsExactly("b 2", "a 1");
        assertThat(pages.lane().untold()).isNull();
    }

    @Test
    void resultsOfATaskDoNotWaitForThoseThatComeToAnotherOneMeanwhile() {
        Hand<String> hand = ofTwoTasks(lines.owner("pages", 0, 10, full -> {}));
        hand.settled(0, () -> {
            told.add("a 1");
            pages.settle(() -> told.add("a 3"));
        });
        hand.settled(1, () -> told.add("b 2"));
        assertThat(lines.giveBack(hand)).isEmpty();
        hand.tell();
        assertThat(told).containsExactly("a 1", "b 2", "a 3");
        assertThat(pages.lane().untold()).isNull();
    }

    @Test
    void longestLineIsNamed() {
        submit(pages, "a 1", "b 2", "b 3");
        assertThat(pages.fullest()).isEqualTo("b, 2 updates");
    }

    @Test
    void fullOwnerOfWhomNothingStandsInALineSaysSo() {
        assertThat(pages.fullest()).isEqualTo("none, all are being written or told");
    }
}
