package io.github.stormlock.lock.explored;

import static io.github.stormlock.lock.explored.state.ModelFault.ANSWER_LOST;
import static io.github.stormlock.lock.explored.state.ModelFault.GIVE_UP;
import static io.github.stormlock.lock.explored.state.ModelFault.LEASE_ENDS;
import static io.github.stormlock.lock.explored.state.ModelFault.MARKS_REFUSED;

import io.github.stormlock.lock.explored.state.Guard;
import io.github.stormlock.lock.explored.state.ModelScenario;

/** A small scenario for each guard. It is clean with the guard, and breaks an invariant without it. */
final class GuardScenarios {
    private GuardScenarios() {}

    static ModelScenario of(Guard guard) {
        return switch (guard) {
            case COMPARISON -> two().executor("0+a").executor("1+b");
            case LOCK_CHECK -> two().executor("0+a").stranger();
            case ATTEMPT_LOOKS_FOR_EVENTS -> two().caller("0+a").caller("1+a").attempts(3);
            case COMMIT_LOOKS_FOR_EVENTS -> two().caller("0+a").caller("1+a").attempts(0);
            case COMMIT_LOOKS_FOR_TOKEN ->
                two().executor("0+a").executor("1+b").attempts(0).may(LEASE_ENDS, 1);
            case DEADLINE -> two().executor("0+").executor("1-").may(ANSWER_LOST, 1);
            case DEADLINE_BEFORE_LOCK ->
                two().executor("0+").stranger().wishes().may(ANSWER_LOST, 1);
            case NO_RESEND_WITHOUT_ID -> two().executor("0+").executor("1-").may(ANSWER_LOST, 1);
            case UNKNOWN_IS_TOLD -> two().executor("0+").may(ANSWER_LOST, 1);
            case DOUBT_IS_TOLD ->
                two().caller("0+a").caller("1- 1+").may(ANSWER_LOST, 1).may(GIVE_UP, 1);
            case OWN_RECEIPT -> two().executor("0+a 0+b").executor("1+b");
            case EVENT_ONCE_IN_GROUP -> two().executor("0+a 0+a");
            case VERDICT_OF_THROW_COMPARED ->
                two().firstValue(0).caller("0t 0t").executor("1+");
            case UNCHANGED_IS_COMPARED -> two().firstValue(0).caller("0f 0f").executor("1+");
            case UNCHANGED_IS_COMMITTED ->
                two().firstValue(0)
                        .caller("0f 0f")
                        .executor("1+")
                        .attempts(0)
                        .may(LEASE_ENDS, 1)
                        .may(GIVE_UP, 1);
            case MARKS_FIRST -> two().caller("0+a 0+a").may(MARKS_REFUSED, 1);
            case SENT_IS_NOT_GIVEN_UP -> two().executor("0+a").may(GIVE_UP, 1);
            case MISS_COMPUTES_ANEW ->
                two().executor("0+a 0+b").executor("1+c").may(GIVE_UP, 1).attempts(3);
            case MISS_GOES_TO_FRONT -> two().executor("0+a 0+b").executor("1+c");
            case GROUP_ENDS_AT_OTHER_KIND -> two().executor("0+a 0+ 0+b");
            case FRESH_TOKEN -> two().executor("0+").attempts(0).may(ANSWER_LOST, 2);
            case BATCH_HOLDS_NOTHING ->
                new ModelScenario()
                        .workerQueue(0, 0)
                        .workerQueue(0, 1)
                        .workerQueue(1, 0)
                        .workerQueue(1, 1)
                        .caller("0+a&1+b")
                        .caller("3-c&2-d")
                        .attempts(0);
            case HAND_OVER, EARLY_WORD_IS_KEPT ->
                unpolled(two().executor("0+a").executor("1+b").attempts(0));
            case TELLING_ON -> unpolled(wishers("1+b", "2+c"));
            case TELLING_ON_WHEN_SEEN -> unpolled(wishers("1+a", "2+a"));
            case WITHDRAWAL -> two().executor("0+a").executor("1+b").attempts(0).may(GIVE_UP, 1);
            case WITHDRAWAL_HANDS_OVER -> unpolled(wishers("1+a", "2+a")).may(GIVE_UP, 1);
            case POLL -> two().executor("0+a").stranger();
        };
    }

    private static ModelScenario two() {
        return new ModelScenario().workerQueue(0, 0).workerQueue(1, 0).attempts(1);
    }

    // Nothing is lost here, so words alone must wake the waiters.
    private static ModelScenario unpolled(ModelScenario scenario) {
        return scenario.without(Guard.POLL);
    }

    // All workers remember the entry as the first writer makes it. So the first writer misses and takes the lock, and
    // the others leave wishes and hit.
    private static ModelScenario wishers(String second, String third) {
        return two().workerQueue(2, 0)
                .memory(2)
                .executor("0+a")
                .executor(second)
                .executor(third)
                .wishes();
    }
}
