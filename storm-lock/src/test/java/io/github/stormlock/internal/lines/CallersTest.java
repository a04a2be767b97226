package io.github.stormlock.internal.lines;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Callers beside a bolt, without threads. An update is its entries and a number: "a,b 1". */
class CallersTest {
    private static final long WAIT = 100;

    private long now;
    private final Lines<String> lines = new Lines<>(
            update -> List.of(update.split(" ")[0].split(",")),
            entry -> "",
            lane -> {},
            (update, owner) -> {},
            update -> now + WAIT,
            () -> now);
    private final Owner<String> pages = lines.owner("pages", 0, 1_000, full -> {});
    private final List<Hand<String>> led = new ArrayList<>();
    private final Set<String> gone = new HashSet<>();

    @BeforeEach
    void enter() {
        lines.monitor.lock();
        for (int i = 0; i < 200; i++) {
            pages.lane().took(1_000);
        }
    }

    @AfterEach
    void leave() {
        lines.monitor.unlock();
    }

    private void call(String update) {
        Place<String> unused = lines.callers().enter(update, hand -> !gone.contains(hand.get(0)) && led.add(hand));
    }

    private Hand<String> take() {
        return lines.turns.tryTake(pages.lane(), 256);
    }

    private void submit(String... updates) {
        assertThat(pages.submit(List.of(updates), 0)).isTrue();
    }

    private static List<String> updates(Hand<String> hand) {
        List<String> updates = new ArrayList<>();
        for (int i = 0; i < hand.size(); i++) {
            updates.add(hand.get(i));
        }
        return updates;
    }

    /** Returns what the caller has that was given its lines last. */
    private List<String> leads() {
        return updates(led.get(led.size() - 1));
    }

    /** Ends a caller that leads, with some of those that it took along. */
    private void end(Hand<String> hand, int written) {
        for (int i = 0; i < written; i++) {
            hand.ended(i);
        }
        assertThat(lines.giveBack(hand)).isEmpty();
    }

    @Test
    void callersAndABoltComeInTurnsAndTakeTheirOwnAlong() {
        call("a 1");
        submit("a 2");
        call("a 3");
        submit("a 4");
        call("a 5");
        end(led.get(0), 1);
        Hand<String> bolt = take();
        assertThat(updates(bolt)).containsExactly("a 2", "a 4");
        bolt.settled(0, () -> {});
        bolt.settled(1, () -> {});
        assertThat(lines.giveBack(bolt)).isEmpty();
        assertThat(leads()).containsExactly("a 3", "a 5");
    }

    @Test
    void callerTakesAlongWhatHasComeSince() {
        call("a 1");
        call("a 2");
        call("a,b 3");
        call("a 4");
        assertThat(lines.callers().along(led.get(0))).containsExactly("a 1", "a 2", "a 4");
        end(led.get(0), 3);
        assertThat(leads()).containsExactly("a,b 3");
    }

    @Test
    void leaseGoesToTheCallerThatComesNextAndToNoBolt() {
        call("a 1");
        call("a 2");
        submit("a 3");
        led.get(0).ended(0);
        List<String> given = new ArrayList<>();
        assertThat(lines.callers().passOn(led.get(0), (next, hand) -> given.add(hand.get(0)) && next.lead(hand)))
                .isTrue();
        assertThat(given).containsExactly("a 2");
        led.get(1).ended(0);
        assertThat(lines.callers().passOn(led.get(1), (next, hand) -> given.add(hand.get(0))))
                .isFalse();
        end(led.get(1), 1);
        assertThat(given).hasSize(1);
        assertThat(updates(take())).containsExactly("a 3");
    }

    @Test
    void leaseOfACallerWhoseNextOneHasGoneIsNotPassedOn() {
        call("a 1");
        call("a 2");
        gone.add("a 2");
        led.get(0).ended(0);
        assertThat(lines.callers().passOn(led.get(0), (next, hand) -> next.lead(hand)))
                .isFalse();
        assertThat(lines.callers().along(led.get(0))).isEmpty();
        assertThat(lines.giveBack(led.get(0))).isEmpty();
        assertThat(lines.size()).isZero();
    }

    /** Its lease would be of one entry, and it wants the locks of all. */
    @Test
    void leaseGoesToNoUpdateOfSeveralEntriesAndToNoOtherEntry() {
        call("b 1");
        call("a 2");
        call("a 3");
        call("a,b 4");
        call("b 5");
        gone.add("a 3");
        end(led.get(0), 1);
        List<String> given = new ArrayList<>();
        led.get(1).ended(0);
        assertThat(lines.callers().passOn(led.get(1), (next, hand) -> next.lead(hand) && given.add(hand.get(0))))
                .isFalse();
        assertThat(given).isEmpty();
        assertThat(leads()).containsExactly("a,b 4", "b 5");
    }

    /** Each would otherwise take one more level of the stack. */
    @Test
    void anyNumberOfCallersMayHaveGone() {
        call("a,b 0");
        for (int i = 1; i <= 5_000; i++) {
            gone.add("a " + i);
            call("a " + i);
            gone.add("a,b " + i);
            call("a,b " + i);
        }
        call("b 5001");
        end(led.get(0), 1);
        assertThat(leads()).containsExactly("b 5001");
    }

    @Test
    void callerThatWaitsForALockLetsOthersGoFirstAtItsOtherEntries() {
        call("a,b 1");
        call("b 2");
        submit("a 3", "c,a 4");
        lines.outside().waits(led.get(0), "a");
        assertThat(leads()).containsExactly("b 2");
        assertThat(take()).isNull();
        now = WAIT;
        assertThat(lines.takeOverdue()).hasSize(2);
        end(led.get(1), 1);
        end(led.get(0), 1);
        assertThat(lines.size()).isZero();
    }

    @Test
    void whatNoThreadIsLeftToWaitForIsOverdueInItsTime() {
        submit("a 1");
        Hand<String> round = take();
        round.busy("a");
        assertThat(lines.giveBack(round)).containsExactly("a");
        lines.outside().rest("a", 1_000);
        assertThat(lines.takeOverdue()).isEmpty();
        now = WAIT;
        assertThat(lines.takeOverdue()).hasSize(1);
        assertThat(lines.size()).isZero();
    }

    /** Its thread looks next. Callers at hot entries would keep it from all others. */
    @Test
    void callerGoesNotPastABoltThatGivesTheLineBack() {
        submit("x 1");
        Hand<String> first = take();
        long unused = first.beginComputing();
        submit("y 2");
        Hand<String> second = take();
        unused = second.beginComputing();
        submit("x 3");
        call("x 4");
        now += Lines.MOMENT_NANOS;
        unused = lines.threads.tick();
        assertThat(pages.lane().stands).isTrue();
        first.settled(0, () -> {});
        assertThat(lines.giveBack(first)).isEmpty();
        assertThat(led).isEmpty();
        assertThat(updates(take())).containsExactly("x 3");
        assertThat(led).isEmpty();
    }

    /** A caller's thread may compute for ever. */
    @Test
    void updatesOfABoltBehindACallerAreOverdueInTheirTime() {
        call("a 1");
        submit("a 2");
        now = WAIT / 2;
        submit("a,b 3");
        now = WAIT;
        assertThat(lines.mayBeOverdue()).isTrue();
        assertThat(lines.takeOverdue()).extracting(place -> place.update).containsExactly("a 2");
        now = WAIT + WAIT / 2;
        assertThat(lines.takeOverdue()).extracting(place -> place.update).containsExactly("a,b 3");
        end(led.get(0), 1);
        assertThat(lines.size()).isZero();
    }

    @Test
    void whatIsSettledOrHangsNotLeavesARoundBeforeTheRest() {
        submit("a 1", "b 2", "c,d 3", "d 4");
        Hand<String> round = take();
        assertThat(updates(round)).containsExactly("a 1", "b 2", "c,d 3", "d 4");
        round.settled(0, () -> {});
        lines.giveBack(round, List.of("a 1", "c,d 3"));
        assertThat(updates(round)).containsExactly("b 2", "d 4");
        call("a 5");
        call("b 6");
        call("c 7");
        assertThat(leads()).containsExactly("a 5");
        assertThat(led).hasSize(1);
        assertThat(lines.giveBack(round)).isEmpty();
        assertThat(updates(take())).containsExactly("c,d 3", "b 2", "d 4");
    }

    @Test
    void whoLooksSeesWhoLeadsAndHowManyWait() {
        call("a 1");
        call("a 2");
        submit("a 3");
        call("a 4");
        assertThat(lines.callers().seen()).containsExactly(new Callers.Seen<>("a", "a 1", "a 2", 2));
    }
}
