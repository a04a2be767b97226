package io.github.stormlock.torture.check;

import io.github.stormlock.torture.history.Hold;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** Walks through the holds of one lock in the order of time. */
final class Sweep {
    private Sweep() {}

    /** A look at the holds that stand. */
    @FunctionalInterface
    interface Look {
        /**
         * Tells what stands between two moments at which something began or ended.
         *
         * @param begun true if a hold began at {@code from}
         */
        void at(long from, long to, boolean begun, Collection<Hold> held);
    }

    private record Change(long at, boolean begins, Hold hold) {}

    static void over(Collection<Hold> holds, Look look) {
        List<Change> changes = new ArrayList<>();
        for (Hold hold : holds) {
            if (hold.granted() < hold.until()) {
                changes.add(new Change(hold.granted(), /* begins= */ true, hold));
                changes.add(new Change(hold.until(), /* begins= */ false, hold));
            }
        }
        // At one moment what ends comes before what begins.
        changes.sort(Comparator.comparingLong(Change::at).thenComparing(Change::begins));
        Set<Hold> held = new LinkedHashSet<>();
        for (int i = 0; i < changes.size(); i++) {
            Change change = changes.get(i);
            if (change.begins()) {
                held.add(change.hold());
            } else {
                held.remove(change.hold());
            }
            long next = i + 1 < changes.size() ? changes.get(i + 1).at() : change.at();
            look.at(change.at(), next, change.begins(), held);
        }
    }

    static long taken(Collection<Hold> held) {
        return held.stream().mapToLong(hold -> hold.share().taken()).sum();
    }
}
