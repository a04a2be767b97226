package io.github.stormlock.lock.explored.batch;

/** The rules by which callers of one worker share the entries of their batches. A model can run with one of them broken. */
public enum BatchRule {
    SLEEPER_IS_WOKEN("LIVE", "who lets an entry go wakes the first of its owners that is asleep"),
    LOOKS_AGAIN("LIVE", "a caller that has said that it sleeps looks once more before it parks"),
    WAKING_IS_PASSED_ON("LIVE", "where an update gives up that its caller was woken for, the next owner is woken"),
    SETTLED_IS_WOKEN("LIVE", "a caller that sleeps is woken when its last update is settled"),
    LAST_WAITER_FREES("LIVE", "an entry that waits is free again when its last update gives up"),
    BACK_TO_FRONT("I10", "a group that met a lock returns to the front of its queue"),
    LEAVES_WHEN_ALL_SETTLED("TOLD", "a caller returns when all updates of its batch are settled");

    private final String invariant;
    private final String rule;

    BatchRule(String invariant, String rule) {
        this.invariant = invariant;
        this.rule = rule;
    }

    /** Returns the invariant that breaks first without this rule. */
    public String invariant() {
        return invariant;
    }

    @Override
    public String toString() {
        return name() + " (" + rule + ")";
    }
}
