package io.github.stormlock.insight.doctor;

import io.github.stormlock.insight.doctor.OurKeys.Seen;
import io.github.stormlock.insight.read.Shown;
import io.github.stormlock.insight.redis.Query;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;

/** How much memory do the marks of events take? */
final class MarksCheck {

    private static final int SAMPLED = 500;
    private static final long HUGE = 1_000_000;
    private static final double MUCH = 0.25;
    private static final long MANY_BYTES = 64L << 20;
    private static final String REMEDY =
            ": shorten storm.lock.events.window, use positions, or find the tuple that is never acked";

    private MarksCheck() {}

    /** The figures of one set of marks. */
    private record Set(String key, long count, long bytes) {}

    static void look(Exam exam, OurKeys keys, FindingList found) {
        List<String> all = keys.keys().stream()
                .filter(Seen::isMarks)
                .filter(key -> key.type().equals("zset"))
                .map(Seen::key)
                .toList();
        // Some of the keys, from all over the list.
        int step = Math.max(1, (all.size() + SAMPLED - 1) / SAMPLED);
        List<Set> sets = read(
                exam,
                IntStream.iterate(0, i -> i < all.size(), i -> i + step)
                        .mapToObj(all::get)
                        .toList());
        // How many sets there are for each that was looked at.
        double factor = sets.isEmpty()
                ? 1
                : all.size() / (double) sets.size() / keys.walk().part();
        long marks = (long) (factor * sets.stream().mapToLong(Set::count).sum());
        long bytes = (long) (factor * sets.stream().mapToLong(Set::bytes).sum());
        long used = exam.nodes().stream()
                .mapToLong(node -> Math.max(0, exam.number(node, "memory", "used_memory")))
                .sum();
        double part = used == 0 ? 0 : bytes / (double) used;
        String text = String.format(
                Locale.ROOT,
                "%,d remembered in %,d sets, %.1f MB (%.0f %% of used memory)",
                marks,
                all.size(),
                bytes / 1e6,
                100 * part);
        for (Set set : sets) {
            if (set.count() > HUGE) {
                found.warn(Shown.text(set.key(), 60) + " has " + set.count() + " marks" + REMEDY);
            }
        }
        if (part > MUCH && bytes > MANY_BYTES) {
            found.warn(text + REMEDY);
        }
        found.orOk(text + keys.part());
    }

    private static List<Set> read(Exam exam, List<String> keys) {
        return exam.servers()
                .askEach(
                        keys,
                        key -> List.of(Query.of("ZCARD", key), Query.routed(key, List.of("MEMORY", "USAGE", key))),
                        (key, replies) -> new Set(
                                key,
                                replies.get(0).number().orElse(0),
                                replies.get(1).number().orElse(0)));
    }
}
