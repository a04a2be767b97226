package io.github.stormlock.lock.explored.state;

/** The rules that the safety of the protocol rests on. A model can be run with one of them broken. */
public enum Guard {
    COMPARISON("I1", "an attempt writes only where all that the update saw still stands"),
    LOCK_CHECK("I1", "an attempt does nothing while a lock is held"),
    ATTEMPT_LOOKS_FOR_EVENTS("I2", "an attempt looks whether an event was applied before"),
    COMMIT_LOOKS_FOR_EVENTS("I2", "a commit looks whether an event was applied before"),
    COMMIT_LOOKS_FOR_TOKEN("I1", "a commit writes only while its token stands"),
    DEADLINE("FINAL", "an attempt without event ids does nothing after its deadline"),
    NO_RESEND_WITHOUT_ID("I2", "an attempt without event ids is never sent again"),
    UNKNOWN_IS_TOLD("TOLD", "an attempt without event ids that was not answered has an unknown outcome"),
    DOUBT_IS_TOLD("TOLD", "an update of which an unanswered copy may be under way is not told that it was not written"),
    OWN_RECEIPT("I1", "each update of a group is settled by its own event id"),
    EVENT_ONCE_IN_GROUP("I2", "an event that is twice in a group is applied once"),
    VERDICT_OF_THROW_COMPARED("STALE", "what an update throws counts once its input was compared"),
    UNCHANGED_IS_COMPARED("STALE", "an update that changes nothing is compared too"),
    UNCHANGED_IS_COMMITTED("STALE", "an update that changes nothing under a lock is committed too"),
    MARKS_FIRST("I2", "marks are written before the entry, and nothing is written if they are refused"),
    SENT_IS_NOT_GIVEN_UP("TOLD", "only a queued update can give up"),
    MISS_COMPUTES_ANEW("TOLD", "a group that missed is computed anew, without those that gave up"),
    MISS_GOES_TO_FRONT("I10", "a group that was not written goes to the front of its queue"),
    GROUP_ENDS_AT_OTHER_KIND("I10", "a group takes the updates up to the first of another kind"),
    FRESH_TOKEN("FINAL", "a token enters the lock by one command only"),
    BATCH_HOLDS_NOTHING("LIVE", "who holds a lock commits at once, whatever else it waits for"),
    HAND_OVER("LIVE", "who gives back a lock hands it over to a waiter"),
    EARLY_WORD_IS_KEPT("LIVE", "a word that comes before the busy answer is kept until the waiter sleeps"),
    WITHDRAWAL("I5", "who gives up withdraws its note"),
    WITHDRAWAL_HANDS_OVER("LIVE", "a withdrawal that finds the lock free hands over"),
    POLL("LIVE", "a waiter looks again by itself");

    private final String invariant;
    private final String rule;

    Guard(String invariant, String rule) {
        this.invariant = invariant;
        this.rule = rule;
    }

    /** Returns the invariant that breaks first without this guard. */
    public String invariant() {
        return invariant;
    }

    @Override
    public String toString() {
        return name() + " (" + rule + ")";
    }
}
