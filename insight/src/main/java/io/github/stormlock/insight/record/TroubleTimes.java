package io.github.stormlock.insight.record;

import io.github.stormlock.insight.page.state.Level;
import io.github.stormlock.insight.page.state.LockRow;
import io.github.stormlock.insight.page.state.PageState;
import io.github.stormlock.insight.page.state.WorkerRow;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds the times in which something was wrong: Redis that did not answer, deadlocks, locks and workers in trouble. One that goes
 * on from look to look is one trouble. The first 2,000 are known. Not thread-safe.
 */
final class TroubleTimes {
    private static final int MOST = 2_000;

    /** One trouble, from the first look that saw it to the last; milliseconds. */
    static final class Seen {
        private final String where;
        private final String what;
        private final long from;
        private long to;

        private Seen(String where, String what, long from) {
            this.where = where;
            this.what = what;
            this.from = from;
            this.to = from;
        }

        String where() {
            return where;
        }

        String what() {
            return what;
        }

        long from() {
            return from;
        }

        long to() {
            return to;
        }
    }

    private final List<Seen> all = new ArrayList<>();
    private Map<String, Seen> open = new HashMap<>();

    void add(RecordedState look) {
        Map<String, Seen> now = new HashMap<>();
        String trouble = look.trouble();
        if (trouble != null) {
            note(now, "Redis", trouble, look.at());
        }
        PageState state = look.state();
        if (state != null) {
            state.deadlocks().forEach(words -> note(now, "deadlock", words, look.at()));
            Set<String> rows = new HashSet<>();
            for (LockRow row : state.locks()) {
                // A deadlock is told once, by its sentence.
                if (row.level() == Level.WRONG && !row.word().equals("deadlock") && rows.add(row.entry())) {
                    note(now, row.word(), row.entry() + (row.note().isEmpty() ? "" : ": " + row.note()), look.at());
                }
            }
            for (WorkerRow worker : state.workers()) {
                if (worker.level() == Level.WRONG) {
                    note(now, "worker", name(worker) + " is " + worker.word(), look.at());
                }
            }
        }
        open = now;
    }

    static String name(WorkerRow worker) {
        return (worker.topology().isEmpty() ? "" : worker.topology() + " ") + worker.host()
                + (worker.port() == 0 ? "" : ":" + worker.port()) + " pid " + worker.pid();
    }

    private void note(Map<String, Seen> now, String where, String what, long at) {
        String key = where + "\n" + what;
        Seen seen = open.get(key);
        if (seen == null) {
            seen = new Seen(where, what, at);
            if (all.size() < MOST) {
                all.add(seen);
            }
        }
        seen.to = at;
        now.put(key, seen);
    }

    List<Seen> all() {
        return List.copyOf(all);
    }
}
