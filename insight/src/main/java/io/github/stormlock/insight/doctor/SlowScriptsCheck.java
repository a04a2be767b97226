package io.github.stormlock.insight.doctor;

import io.github.stormlock.insight.read.Shown;
import io.github.stormlock.insight.redis.Reply;
import io.github.stormlock.redis.RedisConfig.Node;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Did scripts of ours stop a server for long? {@code SLOWLOG} tells of the latest. */
final class SlowScriptsCheck extends Check {
    private static final String LATEST = "128";
    private static final long LONG_MICROS = 10_000;
    private static final int FIRST_KEY = 3;

    SlowScriptsCheck() {
        super("slow scripts", "redis.slowlog");
    }

    @Override
    List<Finding> look(Exam exam) {
        List<Finding> troubles = new ArrayList<>();
        for (Node node : exam.nodes()) {
            Reply log = exam.ask(node, "SLOWLOG", "GET", LATEST);
            if (log.isRefused()) {
                return List.of(unknown("SLOWLOG is not permitted"));
            }
            int count = 0;
            long slowest = 0;
            String key = "";
            for (Reply line : log.list()) {
                List<Reply> parts = line.list();
                long micros = parts.size() < 4 ? 0 : parts.get(2).number().orElse(0);
                String first = micros < LONG_MICROS ? "" : firstKey(parts.get(3).list());
                if (exam.names().entryOf(first).isPresent()) {
                    count++;
                    key = micros > slowest ? first : key;
                    slowest = Math.max(slowest, micros);
                }
            }
            if (count > 0) {
                troubles.add(warn(String.format(
                        Locale.ROOT,
                        "node %s: %d scripts of locks took 10 ms or more, the slowest %.1f ms, of %s: its entry may be too large",
                        Exam.place(node),
                        count,
                        slowest / 1e3,
                        Shown.text(key, 60))));
            }
        }
        return orOk(troubles, "no script of locks among the latest slow commands");
    }

    /** Returns the first key of a script; empty for other commands. */
    private static String firstKey(List<Reply> words) {
        String command = words.isEmpty() ? "" : words.get(0).text().orElse("").toUpperCase(Locale.ROOT);
        return command.startsWith("EVAL") && words.size() > FIRST_KEY
                ? words.get(FIRST_KEY).text().orElse("")
                : "";
    }
}
