package io.github.stormlock.insight.page;

import io.github.stormlock.insight.page.state.Level;
import io.github.stormlock.insight.page.state.LockRow;
import io.github.stormlock.insight.page.state.PageState;
import java.nio.charset.StandardCharsets;
import java.util.List;

/** The figures that only Redis knows, for Prometheus: no label is ever an entry, so that their number stays small. */
final class PageMetrics {
    private PageMetrics() {}

    static PageAnswer answer(StateReading reading) {
        StringBuilder text = new StringBuilder();
        PageState state = reading.trouble() == null ? reading.state() : null;
        add(text, "storm_lock_redis_up", "1 if Redis could be asked.", state == null ? 0 : 1);
        if (state != null) {
            addState(text, state);
        }
        return PageAnswer.ok(
                "text/plain; version=0.0.4; charset=utf-8", text.toString().getBytes(StandardCharsets.UTF_8));
    }

    private static void addState(StringBuilder text, PageState state) {
        List<LockRow> locks = state.locks();
        long reporting = state.workers().stream()
                .filter(worker -> worker.level() == Level.OK)
                .count();
        long held = locks.stream().filter(LockRow::held).count();
        long stuck = locks.stream().filter(lock -> lock.level() == Level.WRONG).count();
        long inRedis = locks.stream().mapToLong(LockRow::waitingInRedis).sum();
        long inside = locks.stream().mapToLong(LockRow::waitingInside).sum();
        add(text, "storm_lock_workers", "Workers that report.", reporting);
        add(text, "storm_lock_locks_held", "Locks that somebody holds.", held);
        add(text, "storm_lock_locks_stuck", "Locks that need a person.", stuck);
        add(
                text,
                "storm_lock_deadlocks",
                "Cycles of locks that wait for each other.",
                state.deadlocks().size());
        add(
                text,
                "storm_lock_locks_waiting{where=\"redis\"}",
                "Those that wait for a lock, with a place in Redis or behind such a one in a worker.",
                inRedis);
        text.append("storm_lock_locks_waiting{where=\"worker\"} ")
                .append(inside)
                .append('\n');
    }

    private static void add(StringBuilder text, String name, String help, long value) {
        text.append("# HELP %1$s %2$s\n# TYPE %1$s gauge\n%3$s %4$s\n"
                .formatted(name.replaceFirst("\\{.*", ""), help, name, value));
    }
}
