package io.github.stormlock.internal.draft;

import io.github.stormlock.entry.EntryState;
import java.util.ArrayList;
import java.util.List;

/**
 * The entries of a group as far as they are known: see {@link EntrySnapshot}. Immutable.
 *
 * @param entries one for each target, in their order
 */
public record GroupSnapshot(GroupTargets targets, List<EntrySnapshot> entries) {

    /** Returns true if the same entries are wanted, and as they were read here. */
    public boolean isReadAs(GroupTargets wanted) {
        if (wanted == targets) {
            return true;
        }
        for (int i = 0; i < entries.size(); i++) {
            if (wanted.size() != entries.size()
                    || !wanted.get(i).entry().equals(targets.get(i).entry())
                    || !wanted.get(i).guard().groupKey().equals(entries.get(i).groupKey())) {
                return false;
            }
        }
        return true;
    }

    /** Opens fresh views that note what is seen. */
    public Views openForAttempt() {
        return open(/* forAttempt= */ true);
    }

    /** Opens fresh views, whose changes are counted from what stands. */
    public Views open() {
        return open(/* forAttempt= */ false);
    }

    private Views open(boolean forAttempt) {
        List<EntryState> states = new ArrayList<>(entries.size());
        for (int i = 0; i < entries.size(); i++) {
            states.add(entries.get(i).open(targets.get(i).guard(), forAttempt));
        }
        return new Views(targets, states);
    }
}
