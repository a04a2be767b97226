package io.github.stormlock.insight;

import io.github.stormlock.insight.explain.Facts;
import io.github.stormlock.insight.explain.LockFinding;
import io.github.stormlock.insight.explain.StateTable;
import io.github.stormlock.insight.page.state.Level;
import io.github.stormlock.insight.page.state.LockRow;
import io.github.stormlock.insight.page.state.WaitEdge;
import io.github.stormlock.insight.page.state.WorkerRow;
import io.github.stormlock.insight.read.Deadlock;
import io.github.stormlock.insight.read.HotRow;
import io.github.stormlock.insight.read.LockView;
import io.github.stormlock.insight.read.LockView.Grip;
import io.github.stormlock.insight.read.LockView.Kind;
import io.github.stormlock.insight.read.Rates.OfEntry;
import io.github.stormlock.insight.read.WaitRow;
import io.github.stormlock.insight.read.WaiterView;
import io.github.stormlock.insight.read.WorkerInfo;
import io.github.stormlock.insight.read.World;
import io.github.stormlock.insight.read.World.OpenUpdate;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.OptionalLong;

/** Turns one look into the rows of the page: what needs a person comes first. For one look. */
final class PageRows {
    private static final int MOST_LOCKS = 2_000;
    private static final int MOST_EDGES = 200;
    private static final int MOST_HOT = 50;
    private static final long LONG_OPEN = 10_000;
    private static final long NEVER = -1;
    private static final long NOT_THERE = -2;

    private final World world;
    private final List<Deadlock> deadlocks;
    private final PageTotals totals;
    private final Map<String, List<HotRow>> hot = new HashMap<>();

    PageRows(World world, List<Deadlock> deadlocks, PageTotals totals) {
        this.world = world;
        this.deadlocks = deadlocks;
        this.totals = totals;
        for (WorkerInfo worker : world.workers().workers()) {
            worker.hot().forEach(row -> hot.computeIfAbsent(row.entry(), none -> new ArrayList<>())
                    .add(row));
        }
    }

    List<LockRow> locks() {
        List<LockRow> rows = new ArrayList<>();
        world.locks().forEach(lock -> rows.add(row(lock)));
        world.open().forEach(each -> rows.add(row(each)));
        rows.sort(Comparator.comparing(LockRow::level)
                .thenComparing(row -> row.waitingInRedis() + row.waitingInside())
                .thenComparing(row -> row.heldFor() == null ? 0L : row.heldFor())
                .reversed()
                .thenComparing(LockRow::entry));
        return rows.stream().limit(MOST_LOCKS).toList();
    }

    private LockRow row(LockView lock) {
        LockFinding finding = StateTable.judge(facts(lock)).state();
        OptionalLong heldFor = lock.holders().isEmpty()
                ? OptionalLong.empty()
                : lock.holders().get(0).heldFor();
        return new LockRow(
                lock.entry(),
                LockWords.kind(lock),
                lock.grip() != Grip.FREE && lock.grip() != Grip.GIFT && lock.grip() != Grip.REFUSED,
                heldFor.isPresent() ? heldFor.getAsLong() : null,
                lock.left() == NEVER || lock.left() == NOT_THERE ? null : lock.left(),
                lock.grip() == Grip.FREE ? "" : LockWords.holder(lock),
                lock.waiterCount(),
                lock.inside(),
                level(finding),
                word(finding),
                LockWords.note(lock));
    }

    /** Only what is of the same kind counts: each kind of one name has a row of its own. */
    private Facts facts(LockView lock) {
        String entry = lock.entry();
        return new Facts(
                entry,
                lock.kind() == Kind.LOCK ? lock : free(entry, Kind.LOCK),
                lock.kind() == Kind.PERMITS ? lock : free(entry, Kind.PERMITS),
                lock.kind() == Kind.LATCH ? lock : free(entry, Kind.LATCH),
                world.workers(),
                deadlocks.stream()
                        .filter(deadlock -> lock.kind() == Kind.LOCK && deadlock.touches(entry))
                        .toList(),
                List.of(),
                hot.getOrDefault(entry, List.of()));
    }

    private static LockView free(String entry, Kind kind) {
        return new LockView(entry, kind, "", Grip.FREE, List.of(), 0, List.of(), 0, 0, NOT_THERE, "");
    }

    private LockRow row(OpenUpdate update) {
        return new LockRow(
                update.row().entry(),
                "open update",
                false,
                null,
                null,
                world.workers().words(update),
                0,
                update.row().inside(),
                update.millis() > LONG_OPEN ? Level.LOOK : Level.OK,
                word(LockFinding.OPEN_UPDATE),
                "for " + update.millis() / 1_000 + " s without a lock, thread "
                        + update.row().thread());
    }

    private static Level level(LockFinding finding) {
        return finding.isWrong()
                ? Level.WRONG
                : switch (finding) {
                    case LONG, HOLDER_UNKNOWN, WAITERS_DEAD -> Level.LOOK;
                    default -> Level.OK;
                };
    }

    private static String word(LockFinding finding) {
        return switch (finding) {
            case YOUNG -> "held";
            case LONG -> "held long";
            case FREE_BUT_WAITED_FOR -> "passing on";
            case GIFT -> "given";
            case SILENT -> "silent holder";
            case STRANGER_FOREVER -> "no expiry";
            case OPEN_UPDATE -> "being computed";
            case POOL_EXHAUSTED -> "pool is full";
            default -> finding.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        };
    }

    List<WaitEdge> edges() {
        Map<WaitEdge, Long> counts = new LinkedHashMap<>();
        for (LockView lock : world.locks()) {
            String holder =
                    lock.holders().isEmpty() ? "" : brief(lock.holders().get(0).words());
            for (WaiterView waiter : lock.waiters()) {
                boolean cycle = deadlocks.stream()
                        .flatMap(deadlock -> deadlock.sides().stream())
                        .anyMatch(side -> side.waitsFor().equals(lock.entry())
                                && side.words().equals(waiter.words()));
                long behind = waiter.row().map(WaitRow::inside).orElse(0L);
                counts.merge(
                        new WaitEdge(brief(waiter.words()), lock.entry(), holder, 0, cycle), 1 + behind, Long::sum);
            }
        }
        return counts.entrySet().stream()
                .map(each -> counted(each.getKey(), each.getValue()))
                .sorted(Comparator.comparing(WaitEdge::cycle)
                        .thenComparing(WaitEdge::count)
                        .reversed())
                .limit(MOST_EDGES)
                .toList();
    }

    private static WaitEdge counted(WaitEdge edge, long count) {
        return new WaitEdge(edge.waiter(), edge.entry(), edge.holder(), count, edge.cycle());
    }

    /** Returns the component and task; all words of a program that has none. */
    private static String brief(String words) {
        int comma = words.indexOf(',');
        return comma < 0 || words.startsWith("a program") || words.startsWith("(") ? words : words.substring(0, comma);
    }

    List<OfEntry> hot() {
        return totals.rates().hot().stream().limit(MOST_HOT).toList();
    }

    List<WorkerRow> workers() {
        return world.workers().workers().stream()
                .map(this::row)
                .sorted(Comparator.comparing(WorkerRow::level)
                        .reversed()
                        .thenComparing(WorkerRow::topology)
                        .thenComparing(WorkerRow::host)
                        .thenComparing(WorkerRow::port))
                .toList();
    }

    private WorkerRow row(WorkerInfo worker) {
        long active = pool(worker, "active");
        long waiting = pool(worker, "waiting");
        boolean connected = world.workers().connections().of(worker.factory()) > 0;
        Level level = !worker.isFresh() && !connected
                ? Level.WRONG
                : !worker.isFresh() || waiting > 0 ? Level.LOOK : Level.OK;
        String word = !worker.isFresh()
                ? connected ? "connected, silent" : "silent"
                : waiting > 0 ? "pool is full" : "reports";
        return new WorkerRow(
                worker.factory(),
                worker.who().topology(),
                worker.who().host(),
                worker.who().port(),
                worker.who().pid(),
                totals.updates(worker).orElse(null),
                active,
                active + pool(worker, "idle"),
                waiting,
                worker.age(),
                level,
                word);
    }

    private static long pool(WorkerInfo worker, String state) {
        return worker.pool().getOrDefault(state, 0L);
    }
}
