package io.github.stormlock.internal.update;

import java.util.List;

/** The turn of an update that leads: what its leader may take along, and what comes after it. Used by the leader. */
interface Turn {
    /** The turn of one with nobody behind it, or of a group that was brought along. */
    Turn ALONE = new Turn() {
        @Override
        public List<PendingUpdate<?>> along() {
            return List.of();
        }

        @Override
        public boolean passOn(Tenure live) {
            return false;
        }

        @Override
        public void end() {}
    };

    /** Returns the updates that may be taken along, in their order, with those that have come since. */
    List<PendingUpdate<?>> along();

    /** Gives a live lease to the update that leads next. Returns false if none does; then the turn goes on. */
    boolean passOn(Tenure live);

    /** Ends it, so that the next one leads. Idempotent. */
    void end();
}
