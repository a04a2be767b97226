package io.github.stormlock.torture.check;

import io.github.stormlock.torture.history.Hold;
import io.github.stormlock.torture.history.Moments;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Checks that no more permits are in use than there are. Permits that the servers forgot are not in use. */
final class PermitCheck {
    private PermitCheck() {}

    static List<Violation> of(Evidence evidence) {
        Trouble trouble = new Trouble(evidence);
        Map<String, List<Hold>> byLock = evidence.history().holds().stream()
                .filter(hold -> hold.share().isCounted())
                .map(trouble::known)
                .collect(Collectors.groupingBy(Hold::lock));
        List<Violation> found = new ArrayList<>();
        byLock.forEach((lock, holds) -> Sweep.over(holds, (from, to, begun, held) -> {
            long size =
                    held.stream().mapToLong(hold -> hold.share().size()).min().orElse(Long.MAX_VALUE);
            long taken = Sweep.taken(held);
            if (begun && taken > size) {
                String what = taken + " of " + size + " permits " + lock + " were in use from " + Moments.seconds(from)
                        + " on";
                found.add(Violation.of(Violation.Kind.OVERDRAWN, what, held.toArray()));
            }
        }));
        return found;
    }
}
