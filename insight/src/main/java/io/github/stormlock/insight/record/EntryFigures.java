package io.github.stormlock.insight.record;

import io.github.stormlock.insight.page.state.HotLine;
import io.github.stormlock.insight.page.state.LockRow;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Sums up what a recording has of each entry. The first 5,000 entries of each kind are known; those behind them are not, so
 * that a recording of any length fits into memory. Not thread-safe.
 */
final class EntryFigures {
    private static final int MOST = 5_000;

    /** A busy entry. */
    static final class Hot {
        private double updates;
        private double most;
        private double waits;
        private int queue;
        private double wait;

        double updates() {
            return updates;
        }

        double most() {
            return most;
        }

        double waits() {
            return waits;
        }

        int queue() {
            return queue;
        }

        double longestMeanWait() {
            return wait;
        }
    }

    /** A lock that was held or waited for. Times are milliseconds. */
    static final class Held {
        private String kind = "";
        private String holder = "";
        private long longest;
        private long most;
        private long waited;
        private long since = -1;
        private long seen;

        String kind() {
            return kind;
        }

        /** Returns who held it longest. */
        String holder() {
            return holder;
        }

        long heldLongest() {
            return longest;
        }

        long mostWaiting() {
            return most;
        }

        /** Returns the longest time in which somebody waited at each look. */
        long waitedLongest() {
            return waited;
        }
    }

    private final Map<String, Hot> hot = new LinkedHashMap<>();
    private final Map<String, Held> held = new LinkedHashMap<>();

    void add(HotLine line) {
        Hot figures = hot.size() < MOST ? hot.computeIfAbsent(line.entry(), any -> new Hot()) : hot.get(line.entry());
        if (figures != null) {
            figures.updates += line.updates();
            figures.most = Math.max(figures.most, line.updates());
            figures.waits += line.waits();
            figures.queue = Math.max(figures.queue, line.queue());
            Double wait = line.meanWait();
            figures.wait = Math.max(figures.wait, wait == null ? 0 : wait);
        }
    }

    /**
     * Adds a row of one look.
     *
     * @param at the look, in milliseconds
     * @param before the look before it
     */
    void add(LockRow row, long at, long before) {
        String key = row.kind() + "\n" + row.entry();
        Held figures = held.size() < MOST ? held.computeIfAbsent(key, any -> new Held()) : held.get(key);
        if (figures == null) {
            return;
        }
        figures.kind = row.kind();
        Long heldFor = row.heldFor();
        if (row.held() && (heldFor == null ? 0 : heldFor) >= figures.longest) {
            figures.longest = heldFor == null ? 0 : heldFor;
            figures.holder = row.holder();
        }
        long waiting = (long) row.waitingInRedis() + row.waitingInside();
        figures.most = Math.max(figures.most, waiting);
        if (waiting == 0) {
            figures.since = -1;
        } else {
            // A look without the row in between ends the time.
            figures.since = figures.since < 0 || figures.seen < before ? at : figures.since;
            figures.waited = Math.max(figures.waited, at - figures.since);
        }
        figures.seen = at;
    }

    Stream<Map.Entry<String, Hot>> hot() {
        return hot.entrySet().stream();
    }

    /** Returns the locks by their entries. */
    Stream<Map.Entry<String, Held>> held() {
        return held.entrySet().stream()
                .map(each -> Map.entry(each.getKey().substring(each.getKey().indexOf('\n') + 1), each.getValue()));
    }
}
