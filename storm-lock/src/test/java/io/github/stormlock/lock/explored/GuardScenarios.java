package io.github.stormlock.lock.explored;

import io.github.stormlock.lock.explored.state.Guard;
import io.github.stormlock.lock.explored.state.ModelScenario;

/** A small scenario for each guard. It is clean with the guard, and breaks an invariant without it. */
final class GuardScenarios {
    private GuardScenarios() {}

    static ModelScenario of(Guard guard) {
        return ModelScenario.of(
                switch (guard) {
                    case COMPARISON -> two("0+a | 1+b");
                    case LOCK_CHECK, POLL -> two("0+a | stranger");
                    case ATTEMPT_LOOKS_FOR_EVENTS -> two(">0+a | >1+a | attempts=3");
                    case COMMIT_LOOKS_FOR_EVENTS -> two(">0+a | >1+a | attempts=0");
                    case COMMIT_LOOKS_FOR_TOKEN -> two("0+a | 1+b | attempts=0 LEASE_ENDS");
                    case DEADLINE, NO_RESEND_WITHOUT_ID -> two("0+ | 1- | ANSWER_LOST");
                    case UNKNOWN_IS_TOLD -> two("0+ | ANSWER_LOST");
                    case DOUBT_IS_TOLD -> two(">0+a | >1- 1+ | ANSWER_LOST GIVE_UP");
                    case OWN_RECEIPT -> two("0+a 0+b | 1+b");
                    case EVENT_ONCE_IN_GROUP -> two("0+a 0+a");
                    case VERDICT_OF_THROW_COMPARED -> two("first=0 | >0t 0t | 1+");
                    case UNCHANGED_IS_COMPARED -> two("first=0 | >0f 0f | 1+");
                    case UNCHANGED_IS_COMMITTED -> two("first=0 | >0f 0f | 1+ | attempts=0 LEASE_ENDS GIVE_UP");
                    case MARKS_FIRST -> two(">0+a 0+a | MARKS_REFUSED");
                    case SENT_IS_NOT_GIVEN_UP -> two("0+a | GIVE_UP");
                    case MISS_COMPUTES_ANEW -> two("0+a 0+b | 1+c | GIVE_UP attempts=3");
                    case MISS_GOES_TO_FRONT -> two("0+a 0+b | 1+c");
                    case GROUP_ENDS_AT_OTHER_KIND -> two("0+a 0+ 0+b");
                    case FRESH_TOKEN -> two("0+ | attempts=0 ANSWER_LOST=2");
                    case BATCH_HOLDS_NOTHING -> "2 workers, 2 entries | >0+a&1+b | >3-c&2-d | attempts=0";
                    // Nothing is lost here, so words alone must wake the waiters.
                    case HAND_OVER, EARLY_WORD_IS_KEPT -> two("0+a | 1+b | attempts=0 without=POLL");
                    case WITHDRAWAL -> two("0+a | 1+b | attempts=0 GIVE_UP");
                    case WITHDRAWAL_HANDS_OVER ->
                        "3 workers | attempts=0 | 0+ | 1+ | 2+ | without=POLL GIVE_UP GIFT_ENDS";
                });
    }

    private static String two(String more) {
        return "2 workers | attempts=1 | " + more;
    }
}
