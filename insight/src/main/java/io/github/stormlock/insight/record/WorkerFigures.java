package io.github.stormlock.insight.record;

import io.github.stormlock.insight.page.state.WorkerRow;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/** Sums up what a recording has of each worker; of the first 2,000. Not thread-safe. */
final class WorkerFigures {
    private static final int MOST = 2_000;

    /** One worker. */
    static final class Known {
        private WorkerRow last;
        private final long first;
        private long seen;
        private double updates;
        private long looks;
        private int waiting;

        private Known(WorkerRow row, long at) {
            this.last = row;
            this.first = at;
        }

        WorkerRow last() {
            return last;
        }

        long first() {
            return first;
        }

        long seen() {
            return seen;
        }

        double updates() {
            return looks == 0 ? 0 : updates / looks;
        }

        int mostWaiting() {
            return waiting;
        }
    }

    private final Map<String, Known> workers = new LinkedHashMap<>();

    void add(WorkerRow row, long at) {
        if (workers.size() >= MOST && !workers.containsKey(row.id())) {
            return;
        }
        Known known = workers.computeIfAbsent(row.id(), any -> new Known(row, at));
        known.last = row;
        known.seen = at;
        Double updates = row.updates();
        if (updates != null) {
            known.updates += updates;
            known.looks++;
        }
        known.waiting = Math.max(known.waiting, row.poolWaiting());
    }

    Stream<Known> workers() {
        return workers.values().stream();
    }
}
