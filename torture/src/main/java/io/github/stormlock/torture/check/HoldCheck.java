package io.github.stormlock.torture.check;

import io.github.stormlock.torture.history.Hold;
import io.github.stormlock.torture.history.Moments;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Checks that grants of a lock exclude each other, unless both are of readers, and that its fences rise. */
final class HoldCheck {
    private HoldCheck() {}

    static List<Violation> of(Evidence evidence) {
        List<Violation> found = new ArrayList<>();
        Map<String, List<Hold>> byLock = evidence.history().holds().stream()
                .filter(hold -> !hold.share().isCounted())
                .collect(Collectors.groupingBy(Hold::lock));
        byLock.forEach((lock, holds) -> {
            overlap(evidence, holds, found);
            fences(holds, found);
        });
        return found;
    }

    private static void overlap(Evidence evidence, List<Hold> holds, List<Violation> found) {
        List<Hold> sorted =
                holds.stream().sorted(Comparator.comparingLong(Hold::granted)).toList();
        for (int i = 0; i < sorted.size(); i++) {
            Hold earlier = sorted.get(i);
            for (int j = i + 1; j < sorted.size() && sorted.get(j).granted() < earlier.until(); j++) {
                Hold later = sorted.get(j);
                if (earlier.overlaps(later)
                        && earlier.share().excludes(later.share())
                        && !lockWasLost(evidence, earlier, later)) {
                    String who = earlier.share().equals(later.share()) ? "two held " : "a reader and a writer held ";
                    String what = who + earlier.lock() + " from " + Moments.seconds(later.granted()) + " on";
                    found.add(Violation.of(Violation.Kind.OVERLAP, what, earlier, later));
                }
            }
        }
    }

    /** Returns true if the server lost the lock meanwhile: it is free then, although its holder was promised more time. */
    private static boolean lockWasLost(Evidence evidence, Hold earlier, Hold later) {
        // The client that heard of its grant last may have been granted the lock first, so the earlier request counts.
        long invoked = Math.min(earlier.invoked(), later.invoked());
        return evidence.losses(earlier.lock()).stream().anyMatch(span -> span.meets(invoked, later.granted()));
    }

    private static void fences(List<Hold> holds, List<Violation> found) {
        List<Hold> fenced = holds.stream()
                .filter(hold -> hold.fence() != 0)
                .sorted(Comparator.comparingLong(Hold::fenced))
                .toList();
        // Equal fences are always wrong. A lower fence is wrong only if the later grant was requested after the earlier
        // fence was known: then their order is certain.
        for (int i = 0; i < fenced.size(); i++) {
            Hold earlier = fenced.get(i);
            for (int j = i + 1; j < fenced.size(); j++) {
                Hold later = fenced.get(j);
                boolean same = later.fence() == earlier.fence();
                if (same || (later.invoked() > earlier.fenced() && later.fence() < earlier.fence())) {
                    String what =
                            "the fence of " + earlier.lock() + " went from " + earlier.fence() + " to " + later.fence();
                    found.add(Violation.of(Violation.Kind.FENCE, what, earlier, later));
                    return;
                }
            }
        }
    }
}
