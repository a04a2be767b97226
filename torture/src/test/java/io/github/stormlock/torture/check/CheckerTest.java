package io.github.stormlock.torture.check;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class CheckerTest {
    private static final String CHAINS =
            """
            a chain of all that was acked is clean
              a once x 1 ok 2 1; b once y 1 ok 3 2; list x -, y x => clean
            an acked update that is not there is lost
              a once x 1 ok 2 1; b once y 1 ok 3 1; list y -
              => LOST: x was acked and is not in list:1; 1 witnesses; a: update x
            an update of which nobody heard may be there or not
              a once x 1 unknown 2; list x - => clean
              a once x 1 unknown 2; list => clean
              a once x 1 ok; list x - => clean
            an update that is there twice is doubled
              a once x 1 unknown 2; a once x 3 ok 4 2; list x -, x x => DOUBLED
            an update that was said not to be written and is would be doubled by a later try
              a once x 1 failed 2; list x - => DOUBLED
            an update made on top of another than the one before it is forked
              a once x 1 ok 2 1; b once y 1 ok 2 1; list x -, y - => FORKED
            a hash that does not fit together is torn
              hash n=2, last=y, u1=x -, u2=y x => clean
              hash n=1, last=y, u1=x -, u2=y x => TORN
              hash n=2, last=x, u1=x -, u2=y x => TORN
              hash n=3, last=y, u1=x -, u3=y x => TORN
            a hash whose update was written over by another of the same number is torn
              hash n=1, last=x, u1=x -, w:x=1, trim=x => clean
              hash n=1, last=y, u1=y -, w:x=1 => TORN: x was written as number 1, where another is
            what a server lost at its end may be missing
              a once x 1 ok 2 1; a once y 11 ok 12 2; a once z 30 ok 31 2; list x -, z x; lost 10 20 => clean
            what was acked before the server lost anything must be there
              a once x 1 ok 2 1; list; lost 10 20 => LOST
            what was asked of the next server is not lost with the one before
              a once x 11 unknown 19; a once x 25 ok 26 1; list; lost 10 20 => LOST
            what a server lost is a tail, so nothing after it is there
              a once x 11 ok 12 1; a once y 13 ok 14 1; list y -; lost 10 20
              => LOST: the server lost more than a tail
            the place of a tuple that is sent again is not known: its first copy was number 3, its second a replay
              a once y 9 ok 10 1; b bolt x 11 unknown; c bolt x 13 ok 14 1; list y -; lost 10 20 => clean
              a once y 9 ok 10 1; c bolt x 13 ok 14 1; list y -; lost 10 20 => LOST
            the verdict shows the smallest witness of the worst kind first
              a once x 1 ok 2 1; b once y 1 unknown 2; b once y 3 ok 4 1; left junk has no expiry; list
              => LOST x2, LEFTOVERS: x was acked
            what is left behind is found
              left lock:{x} has no expiry => LEFTOVERS
              left lock-seen:{x} has no expiry => LEFTOVERS
            updates in the order in which they were submitted are clean
              a once a.batch/1 1 ok 3 1; a once a.batch/2 1 ok 3 2; list a.batch/1 -, a.batch/2 a.batch/1 => clean
            an update in front of one that was submitted before it is a violation
              a once a.batch/9 1 ok 3 2; a once a.batch/10 1 ok 3 1; list a.batch/10 -, a.batch/9 a.batch/10 => ORDER
            an update that was sent again comes where it is sent again
              a once a.batch/1 1 unknown 3; a once a.batch/2 1 ok 3 1; a once a.batch/1 4 ok 5 2;
              list a.batch/2 -, a.batch/1 a.batch/2 => clean
            updates of different threads have no order, also if these share a name
              a once a.once/1 1 ok 3 2; a once a.batch/2 1 ok 3 1; list a.batch/2 -, a.once/1 a.batch/2 => clean
              a final a.final/1 1 ok 3 2; a final a.final/2 1 ok 3 1; list a.final/2 -, a.final/1 a.final/2 => clean
            a transfer of which one half is there is half
              a-1 transfer a.transfer0/7 10 unknown 20; list a.transfer0/7 -
              => HALF: a.transfer0/7; other half is nowhere
              a-1 transfer a.transfer0&/7 10 unknown 20; list a.transfer0&/7 - => HALF
            a whole transfer and none are clean
              a-1 transfer a.transfer0/7 10 unknown 20; list a.transfer0/7 -, a.transfer0&/7 a.transfer0/7 => clean
              a-1 transfer a.transfer0/7 10 unknown 20 => clean
            the debit of a relay may be there alone, as it is sent again until its credit is there, which may not
              a-1 relay a.relay/7 10 unknown 20; list a.relay/7 - => clean
              a-1 relay a.relay&/7 10 unknown 20; list a.relay&/7 - => HALF
            a debit that the server lost before the credit is no half
              a-1 relay a.relay/7 10 unknown 20; a-1 relay a.relay&/7 10 unknown 20; list a.relay&/7 - => HALF
              a-1 relay a.relay/7 10 unknown 20; a-1 relay a.relay&/7 10 unknown 20; list a.relay&/7 -; lost 12 15
              => clean
            a look that saw a part of a transfer is half
              a-1 audit . 10 failed 20 the sum of all accounts is -5 => HALF
            an update that throws may be told by what it threw
              a list x 5 failed 6 the update threw; list => clean
            a replay that is told by what its update threw is found, unless the server lost the first
              a once x 1 ok 2 1; a list x 5 failed 6 the update threw; list x - => ANSWER: 2 witnesses
              a once x 1 ok 2 1; a list x 5 failed 6 the update threw; list; lost 1 3 => clean
            what no update throws is found
              a once x 1 unknown 2 unexpected: NumberFormatException: busy; list
              => ANSWER: NumberFormatException: busy
            """;

    private static final String LOCKS =
            """
            grants one after another are clean
              a holds 1 2 100 5 10; b holds 1 6 100 9 11 => clean
            two who hold a lock at a time overlap
              a holds 1 2 100 8; b holds 1 6 100 9 => OVERLAP: 2 witnesses
            what was promised to a dead holder ends with its lease
              a holds 1 2 20; b holds 1 21 100 30 => clean
              a holds 1 2 20; b holds 1 19 100 30 => OVERLAP
            a grant whose time is over, as its holder stood still, holds nothing
              a holds 1 2 100 8; b holds 1 6 6 9 => clean
            a lock that the server lost is free
              a holds 1 2 100 8; b holds 5 6 100 9; evicted list:1 4 5 => clean
              a holds 1 2 100 8; b holds 5 6 100 9; evicted list:2 4 5 => OVERLAP
            a lock that the server lost before its holder, which stood still, heard of it is free
              a holds 1 8 100 12; b holds 5 6 100 9; evicted list:1 3 4 => clean
            a fence that falls or comes twice is found
              a holds 1 2 100 5 11; b holds 6 7 100 9 10 => FENCE
              a holds 1 2 100 5 11; b holds 6 7 100 9 11 => FENCE
            readers hold a lock together
              a holds reader 1 2 100 8; b holds reader 1 3 100 9 => clean
            a writer beside a reader overlaps
              a holds reader 1 2 100 8; b holds 1 7 100 9 => OVERLAP: a reader and a writer held list:1
            a lease that was prolonged stands as long as it promised last
              a holds 1 2 20; a prolongs 40; b holds 1 41 100 50 => clean
              a holds 1 2 20; a prolongs 40; b holds 1 30 100 50 => OVERLAP
            as many permits as there are may be in use
              a holds 2/5 1 2 100 20; b holds 2/5 1 3 100 20; c holds 1/5 1 4 100 20 => clean
              a holds 2/5 1 2 100 20; b holds 2/5 1 3 100 20; c holds 3/5 1 20 100 30 => clean
            one more than there are is found also where no two clients have too many
              a holds 2/5 1 2 100 20; b holds 2/5 1 3 100 20; c holds 2/5 1 4 100 20
              => OVERDRAWN: 6 of 5 permits list:1 were in use; 3 witnesses
            permits of a dead client end with its lease
              a holds 5/5 1 2 30; b holds 1/5 1 31 100 40 => clean
              a holds 5/5 1 2 30; b holds 1/5 1 29 100 40 => OVERDRAWN
            permits that the server forgot are free
              a holds 2/5 1 2 100 20; b holds 2/5 1 3 100 20; evicted list:1 5 6; c holds 5/5 7 8 100 20 => clean
              a holds 2/5 1 2 100 20; b holds 2/5 1 3 100 20; evicted list:2 5 6; c holds 5/5 7 8 100 20 => OVERDRAWN
            permits that were taken after the loss count
              evicted list:1 5 6; a holds 3/5 7 8 100 20; b holds 3/5 7 9 100 20 => OVERDRAWN
            a latch that opens with its last id is clean
              a-1 count-down@latch:7:2 a/1 1 ok 2 1; a-1 count-down@latch:7:2 a/2 5 ok 6 0;
              b-1 await@latch:7:2 b/2 2 ok 8 => clean
            an id that is sent again counts once
              a-1 count-down@latch:7:2 a/1 1 ok 2 1; a-1 count-down@latch:7:2 a/1 5 ok 6 1 => clean
              a-1 count-down@latch:7:2 a/1 1 ok 2 1; a-1 count-down@latch:7:2 a/1 5 ok 6 0 => LATCH
            a waiter that goes on before the last id is found
              a-1 count-down@latch:7:2 a/1 1 ok 2 1; b-1 await@latch:7:2 b/2 2 ok 3 => LATCH
            a number that rises is found unless the server lost the latch
              a-1 count-down@latch:7:2 a/1 1 ok 2 1; a-1 count-down@latch:7:2 a/2 5 ok 6 1 => LATCH
              a-1 count-down@latch:7:2 a/1 1 ok 2 1; a-1 count-down@latch:7:2 a/2 5 ok 6 1; evicted latch:7:2 3 4
              => clean
              a-1 count-down@latch:7:2 a/1 1 ok 2 1; a-1 count-down@latch:7:2 a/2 5 ok 6 0;
              b-1 left@latch:7:2 b/2 8 ok 9 1 => LATCH x2
            a latch that was lost does not open early either
              a-1 count-down@latch:7:2 a/1 1 ok 2 1; a-1 count-down@latch:7:2 a/1 5 ok 6 0; evicted latch:7:2 3 4
              => LATCH
            waiters that are served in their order are clean
              a-1 fair@f a/1 1 ok 2; a-1 fair@f a/2 100 ok 130; b-1 fair@f b/1 110 ok 140 => clean
            a waiter that one who came clearly later passes is overtaken, also if it gives up meanwhile
              a-1 fair@f a/1 1 ok 2; a-1 fair@f a/2 100 ok 140; b-1 fair@f b/1 110 ok 130
              => OVERTAKEN: b-1, which came 10 ms later, was granted it first
              a-1 fair@f a/1 1 ok 2; a-1 fair@f a/2 100 failed 140; b-1 fair@f b/1 110 ok 130 => OVERTAKEN
            nobody knows the order of two that came together
              a-1 fair@f a/1 1 ok 2; a-1 fair@f a/2 100 ok 140; b-1 fair@f b/1 101 ok 130 => clean
            a waiter that a fault struck may lose its place
              a-1 fair@f a/1 1 ok 2; a-1 fair@f a/2 100 ok 140; b-1 fair@f b/1 110 ok 130; struck a 105 106 => clean
              a-1 fair@f a/1 1 ok 2; a-1 fair@f a/2 100 ok 140; b-1 fair@f b/1 110 ok 130; struck * 105 106 => clean
              a-1 fair@f a/1 1 ok 2; a-1 fair@f a/2 100 ok 140; b-1 fair@f b/1 110 ok 130; struck b 105 106 => OVERTAKEN
            a dead waiter is passed
              a-1 fair@f a/1 1 ok 2; a-1 fair@f a/2 100 unknown; b-1 fair@f b/1 110 ok 130 => clean
            """;

    private static final String WAITS =
            """
            a wait that ends at its deadline is clean
              a once x 1000 failed 1104; list => clean
            a wait that passes its deadline is found
              a once x 1000 failed 1110; list => DEADLINE
            a batch may wait for some entries one after another, but not for all
              a batch x 1000 failed 1300; list => clean
              a batch x 1000 failed 1310; list => DEADLINE
              a bolt x 1000 ok 1380; list x - => DEADLINE
            a commit of a large value takes no longer than any other
              a large . 1000+200 unknown 1225 => clean
              a large . 1000+200 unknown 1226 => DEADLINE
            what a client stood still does not count
              a once x 1000 failed 1150; list; a stood 1050 1100 => clean
              a once x 1000 failed 1150; list; b stood 1050 1100 => DEADLINE
            an update that is claimed awaits its outcome for two answers
              a once x 1000 ok 1120 1; list x - => clean
              a once x 1000 ok 1130 1; list x - => DEADLINE
            a client that commits in time is not blocked
              a final f 1000 ok 1049 1; list f -; last a 1000 => clean
            a client that is still starting is blocked from when it asks first
              a final f 1060 ok 1080 1; list f -; last a 1000 => clean
            a client that commits too late or never is blocked
              a mutex . 10 ok 11; a final f 1000 ok 1060 1; list f -; last a 1000 => BLOCKED
              a mutex . 10 ok 11; a final f 1000 failed 1040; list; last a 1000 => BLOCKED: a could not commit on list:1
            a client that waits for one that holds the lock for long, on purpose, is not blocked
              a mutex . 10 ok 11; b holds 990 995 1500 1030; a final f 1000 ok 1060 1; list f -; last a 1000 => clean
            the lease of a dead holder is a part of the recovery
              a mutex . 10 ok 11; b holds 990 995 1030; a final f 1000 ok 1060 1; list f -; last a 1000 => BLOCKED
            a JVM that was just started may take longer
              a mutex . 990 ok 991; a final f 1000 ok 1060 1; list f -; last a 1000 => clean
            what the same takes without a fault is no fault's doing
              a final f 1000 ok 1060 1; a final g 2000 ok 2015 2; list f -, g f; last a 1000 2000 => clean
            who waits for an entry that is free is stalled, also if barely over the limit
              a-1 mutex . 10 ok 11; a-1 batch x 1000 failed 1090; list; free 1010 1080
              => STALLED: x waited for list:1, which was free for 70 ms
              a-1 mutex . 10 ok 11; a-1 batch x 1000 failed 1090; list; free 1010 1045 => STALLED
            who waits for an entry that is locked is not
              a-1 mutex . 10 ok 11; a-1 batch x 1000 failed 1090; list => clean
              a-1 mutex . 10 ok 11; a-1 batch x 1000 failed 1090; list; free 1010 1029; free 1035 1050 => clean
            an entry is not free while an update of it is computed or awaited
              a-1 mutex . 10 ok 11; a-1 batch x 1000 failed 1090; b-1 once y 1000+20 ok 1075; list y -; free 1010 1080
              => clean
            an update that runs does not wait any more
              a-1 mutex . 10 ok 11; a-1 once x 1000+10 ok 1090 1; list x -; free 1000 1090 => clean
            what strikes its client or the servers excuses a wait for what is free
              a-1 mutex . 10 ok 11; a-1 batch x 1000 failed 1090; list; free 1010 1080; struck a 1000 1050 => clean
              a-1 mutex . 10 ok 11; a-1 batch x 1000 failed 1090; list; free 1010 1080; struck * 1000 1050 => clean
              a-1 mutex . 10 ok 11; a-1 batch x 1000 failed 1090; list; free 1010 1080; struck b 1000 1050 => STALLED
              a-1 mutex . 10 ok 11; a-1 batch x 1000 failed 1090; list; free 1010 1080; a-1 stood 1020 1075 => clean
            a client that was never answered before is still starting
              a-1 batch x 1000 failed 1090; list; free 1010 1080 => clean
            a client that waits for a lock that goes to nobody is stalled
              a-1 fair@other a/1 1 ok 2; a-1 fair a/2 1000 failed 1070
              => STALLED: a/2 waited for list:1, which went to nobody for 70 ms
              a-1 fair@other a/1 1 ok 2; a-1 quorum a/2 1000 failed 1070 => STALLED
            a short wait may be for a dead one
              a-1 fair@other a/1 1 ok 2; a-1 fair a/2 1000 failed 1050 => clean
              a-1 fair@other a/1 1 ok 2; a-1 quorum a/2 1000 failed 1050 => clean
            a lock that others hold meanwhile goes to somebody
              a-1 fair@other a/1 1 ok 2; a-1 fair a/2 1000 failed 1070; b-1 holds 990 1030 1200 1035 => clean
              a-1 fair@other a/1 1 ok 2; a-1 fair a/2 1000 failed 1070; b-1 holds 990 1001 1200 1005 => STALLED
            faults of its own client and of the server excuse a wait for a lock
              a-1 fair@other a/1 1 ok 2; a-1 fair a/2 1000 failed 1070; struck a 1020 1030 => clean
              a-1 fair@other a/1 1 ok 2; a-1 fair a/2 1000 failed 1070; struck * 1020 1030 => clean
              a-1 fair@other a/1 1 ok 2; a-1 fair a/2 1000 failed 1070; struck b 1020 1030 => STALLED
            a client that was granted nothing at all is stalled once it has waited for long
              a-1 quorum a/1 1000 failed 1100 => clean
              a-1 quorum a/1 1000 failed 1100; a-1 quorum a/2 1101 failed 1201
              => STALLED: a/2 waited for list:1, which went to nobody for 81 ms
            two that wait for each other are stalled
              a-1 fair@other a/1 1 ok 2; a-1 multi@x a/2 1000 failed 1070; a-1 multi a/2 1000 failed 1070 => STALLED
            of several locks one that is held is a reason to wait
              a-1 fair@other a/1 1 ok 2; a-1 multi@x a/2 1000 failed 1070; a-1 multi a/2 1000 failed 1070;
              b-1 holds 990 1030 1200 1035 => clean
            permits that are gone stall those who wait
              a-1 fair@other a/1 1 ok 2; a-1 permits a/2 1000 failed 1070; b-1 holds 2/5 990 1001 1200 1068 => STALLED
              a-1 fair@other a/1 1 ok 2; a-1 permits a/2 1000 failed 1070; b-1 holds 3/5 990 1001 1200 1068 => clean
            a waiter that hears late of an open latch, or is refused by it, is stalled, unless a fault struck it
              a-1 count-down@latch:7:1 a/1 1 ok 2 0; b-1 left@latch:7:1 b/1 6 ok 7 0; b-1 await@latch:7:1 b/2 100 ok 140
              => STALLED
              a-1 count-down@latch:7:1 a/1 1 ok 2 0; b-1 left@latch:7:1 b/1 6 ok 7 0; b-1 await@latch:7:1 b/2 100 ok 120
              => clean
              a-1 count-down@latch:7:1 a/1 1 ok 2 0; b-1 left@latch:7:1 b/1 6 ok 7 0;
              b-1 await@latch:7:1 b/2 100 ok 140;
              struck b 110 111 => clean
              a-1 count-down@latch:7:1 a/1 1 ok 2 0; b-1 left@latch:7:1 b/1 6 ok 7 0;
              b-1 await@latch:7:1 b/2 100 failed 101
              => STALLED
            who waits its whole time for views at a server that no fault strikes is stalled, unless its JVM stood still
              a-1 views . 10 failed 115 => STALLED: in vain, for 105 ms
              a-1 views . 10 failed 115; a-1 stood 20 40 => clean
              a-1 views . 10 failed 115 UpdateThrewException: a => clean
            a mutex that is held past its lease is clean, and one that is lost though nothing strikes has lapsed
              a calm . 1000 ok 1100 => clean
              a calm . 1000 failed 1100 => LAPSED
              a calm . 1000 failed 1100; a stood 1010 1050 => clean
            """;

    static Stream<Arguments> stories() {
        return Story.cases(CHAINS + LOCKS + WAITS);
    }

    @ParameterizedTest(name = "{0}: {1}")
    @MethodSource("stories")
    void aStoryGetsItsVerdict(String title, String story, String verdict) {
        String[] wanted = verdict.split(": ", 2);
        String[] found = Story.of(story).verdict().split(": ", 2);
        assertThat(found[0]).isEqualTo(wanted[0]);
        if (wanted.length > 1) {
            assertThat(found[1]).contains(wanted[1].split("; "));
        }
    }
}
