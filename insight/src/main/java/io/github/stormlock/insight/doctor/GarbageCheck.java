package io.github.stormlock.insight.doctor;

import io.github.stormlock.insight.doctor.OurKeys.Seen;
import io.github.stormlock.insight.read.Shown;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** Has another program put something under our keys that is no lock? */
final class GarbageCheck extends Check {
    private static final int SHOWN = 5;

    GarbageCheck() {
        super("garbage", "keys.garbage");
    }

    @Override
    List<Finding> look(Exam exam) {
        Optional<OurKeys> keys = exam.keys();
        if (keys.isEmpty()) {
            return List.of(unknown("not looked for (--scan)"));
        }
        List<Seen> foreign = keys.get().keys().stream()
                .filter(key -> !key.type().equals(key.wanted()))
                .toList();
        int unreadable = exam.workers().unreadable();
        String documents =
                unreadable == 0 ? "" : "; " + unreadable + " documents of workers are of another form, or too long";
        if (foreign.isEmpty() && unreadable == 0) {
            return List.of(ok("no foreign type under our keys" + keys.get().part()));
        }
        String some = foreign.stream()
                .limit(SHOWN)
                .map(key ->
                        Shown.text(key.key(), 60) + " is a " + Shown.text(key.type(), 20) + ", not a " + key.wanted())
                .collect(Collectors.joining(", "));
        return List.of(warn((foreign.isEmpty() ? "no foreign type" : some + (foreign.size() > SHOWN ? ", …" : ""))
                + documents
                + keys.get().part()));
    }
}
