package io.github.stormlock.insight.doctor;

import io.github.stormlock.insight.doctor.OurKeys.Seen;
import io.github.stormlock.insight.read.Shown;
import io.github.stormlock.insight.redis.Query;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalLong;

/** How much memory do the marks of events take, do they grow, and does a low stand still that should rise? */
final class MarksCheck {

    private static final int SAMPLED = 500;
    private static final long LARGE = 1_000;
    private static final long HUGE = 1_000_000;
    private static final double MUCH = 0.25;
    private static final long MANY_BYTES = 64L << 20;

    private MarksCheck() {}

    /** The figures of one set of marks. */
    private record Set(String key, long count, OptionalLong low, long bytes) {}

    static void look(Exam exam, OurKeys keys, FindingList found) {
        List<String> all = keys.keys().stream()
                .filter(Seen::isMarks)
                .filter(key -> key.type().equals("zset"))
                .map(Seen::key)
                .toList();
        List<String> sample = spread(all);
        List<Set> first = read(exam, sample);
        long begun = System.nanoTime();
        exam.waitBetween();
        List<Set> second = read(exam, sample);
        double minutes = (System.nanoTime() - begun) / 60e9;
        double scale = sample.isEmpty()
                ? 1
                : all.size() / (double) sample.size() / keys.walk().part();
        judge(exam, keys, first, second, new Scale(all.size(), scale, minutes), found);
    }

    /**
     * From the sample to all.
     *
     * @param sets the sets that were found
     * @param factor how many sets there are for each that was looked at
     * @param minutes the time between the two looks
     */
    private record Scale(long sets, double factor, double minutes) {}

    private static void judge(
            Exam exam, OurKeys keys, List<Set> first, List<Set> second, Scale scale, FindingList found) {
        long marks =
                (long) (scale.factor() * second.stream().mapToLong(Set::count).sum());
        long bytes =
                (long) (scale.factor() * second.stream().mapToLong(Set::bytes).sum());
        long before =
                (long) (scale.factor() * first.stream().mapToLong(Set::count).sum());
        long used = exam.nodes().stream()
                .mapToLong(node -> Math.max(0, exam.number(node, "memory", "used_memory")))
                .sum();
        double part = used == 0 ? 0 : bytes / (double) used;
        String text = String.format(
                Locale.ROOT,
                "%,d remembered in %,d sets, %.1f MB (%.0f %% of used memory), %+,d/min",
                marks,
                scale.sets(),
                bytes / 1e6,
                100 * part,
                Math.round((marks - before) / scale.minutes()));
        for (int i = 0; i < first.size(); i++) {
            Set was = first.get(i);
            Set set = second.get(i);
            if (set.count() > LARGE
                    && set.count() > was.count()
                    && set.low().isPresent()
                    && set.low().equals(was.low())) {
                found.warn(Shown.text(set.key(), 60) + ": its low stands at "
                        + set.low().getAsLong() + " while "
                        + (set.count() - was.count()) + " marks came above it, of " + set.count()
                        + ": as if a tuple is never acked. Look for longer (--between 1m), then for that tuple");
            } else if (set.count() > HUGE) {
                found.warn(Shown.text(set.key(), 60) + " has " + set.count()
                        + " marks: shorten storm.lock.events.window, or use positions");
            }
        }
        if (part > MUCH && bytes > MANY_BYTES) {
            found.warn(text + ": shorten storm.lock.events.window, or use positions");
        }
        found.orOk(text + keys.part());
    }

    /** Returns some of the keys, from all over the list. */
    private static List<String> spread(List<String> keys) {
        int step = Math.max(1, (keys.size() + SAMPLED - 1) / SAMPLED);
        List<String> some = new ArrayList<>();
        for (int i = 0; i < keys.size(); i += step) {
            some.add(keys.get(i));
        }
        return some;
    }

    private static List<Set> read(Exam exam, List<String> keys) {
        return exam.servers()
                .askEach(
                        keys,
                        key -> List.of(
                                Query.of("ZCARD", key),
                                Query.of("ZSCORE", key, "low"),
                                Query.routed(key, List.of("MEMORY", "USAGE", key))),
                        (key, replies) -> {
                            OptionalLong low = replies.get(1).number();
                            long count = replies.get(0).number().orElse(0) - (low.isPresent() ? 1 : 0);
                            return new Set(
                                    key, count, low, replies.get(2).number().orElse(0));
                        });
    }
}
