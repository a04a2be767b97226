package io.github.stormlock.insight.page;

import io.github.stormlock.insight.page.state.LockRow;
import io.github.stormlock.insight.page.state.PageState;
import io.github.stormlock.insight.page.state.StateTotals;
import io.github.stormlock.insight.page.state.TimeSpread;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The totals of the last readings, 30 minutes of them where somebody looks each second. Thread-safe. */
final class PageHistory {
    /** The figures of a point behind {@code at}, in this order. Times are milliseconds. */
    private static final Map<String, Function<StateTotals, @Nullable Number>> FIGURES = new LinkedHashMap<>();

    static {
        FIGURES.put("updates", StateTotals::updates);
        FIGURES.put("replays", StateTotals::replays);
        FIGURES.put("waits", StateTotals::waits);
        addTimes("wait", StateTotals::waitTime);
        addTimes("hold", StateTotals::holdTime);
        addTimes("commit", StateTotals::commitTime);
        FIGURES.put("refused", StateTotals::refused);
        FIGURES.put("lost", StateTotals::lost);
        FIGURES.put("unknown", StateTotals::unknown);
        FIGURES.put("timedOut", StateTotals::timedOut);
    }

    private static void addTimes(String name, Function<StateTotals, TimeSpread> times) {
        FIGURES.put(name + "50", totals -> times.apply(totals).p50());
        FIGURES.put(name + "99", totals -> times.apply(totals).p99());
        FIGURES.put(name + "Max", totals -> times.apply(totals).max());
    }

    /** The names of the figures of a point; {@code at} is in milliseconds from the start of the server. */
    static final List<String> COLUMNS = Stream.of(List.of("at"), FIGURES.keySet(), List.of("held", "waiting"))
            .flatMap(Collection::stream)
            .toList();

    private static final int MOST = 1_800;

    private record Point(long number, List<@Nullable Number> values) {}

    private final long start;
    private final Deque<Point> points = new ArrayDeque<>();

    PageHistory(long startNanos) {
        this.start = startNanos;
    }

    /** Returns milliseconds from the start of the server. */
    long at(long nanos) {
        return (nanos - start) / 1_000_000;
    }

    /** Keeps the totals of a reading. One without a state leaves a gap. */
    synchronized void add(StateReading reading) {
        PageState state = reading.state();
        if (state == null || reading.trouble() != null) {
            return;
        }
        List<@Nullable Number> values = new ArrayList<>();
        values.add(at(reading.nanos()));
        FIGURES.values().forEach(figure -> values.add(figure.apply(state.totals())));
        values.add(state.locks().stream().filter(LockRow::held).count());
        values.add(state.locks().stream()
                .mapToLong(lock -> lock.waitingInRedis() + lock.waitingInside())
                .sum());
        points.addLast(new Point(reading.number(), values));
        if (points.size() > MOST) {
            points.removeFirst();
        }
    }

    /** Returns the points of the readings behind one, up to another. */
    synchronized List<List<@Nullable Number>> between(long after, long last) {
        return points.stream()
                .filter(point -> point.number() > after && point.number() <= last)
                .map(Point::values)
                .toList();
    }
}
