package io.github.stormlock.insight.page;

import io.github.stormlock.insight.page.state.HotLine;
import io.github.stormlock.insight.page.state.Level;
import io.github.stormlock.insight.page.state.LockRow;
import io.github.stormlock.insight.page.state.LockText;
import io.github.stormlock.insight.page.state.PageState;
import io.github.stormlock.insight.page.state.StateSource;
import io.github.stormlock.insight.page.state.StateTotals;
import io.github.stormlock.insight.page.state.TimeSpread;
import io.github.stormlock.insight.page.state.UnknownStateException;
import io.github.stormlock.insight.page.state.WaitEdge;
import io.github.stormlock.insight.page.state.WorkerRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A source whose state a test makes up. It counts how often it is asked. */
class FakeState implements StateSource {
    final AtomicInteger asked = new AtomicInteger();
    final AtomicInteger askedForLocks = new AtomicInteger();
    volatile PageState next;
    volatile @Nullable String trouble;
    volatile @Nullable String lastLock;
    private int before;

    FakeState(PageState state) {
        this.next = state;
    }

    @Override
    public PageState state() {
        asked.incrementAndGet();
        String words = trouble;
        if (words != null) {
            throw new UnknownStateException(words, new IllegalStateException("a secret of the fake"));
        }
        return next;
    }

    @Override
    public LockText lock(String entry) {
        askedForLocks.incrementAndGet();
        lastLock = entry;
        return new LockText(
                """
                %1$s   hash, 14 fields, 1.2 KB, no time to live; last touched 0 s ago
                lock             lock:{%1$s}, held by an update
                  holder         stats/pages task 7, w3:6700, pid 4711, thread Thread-41-pages-executor[7, 7]; alive
                  lease          5 s, ends in 3.9 s, renewed 2 times; held for 6.1 s
                waiting          in Redis, the next first:   1. stats/pages task 9, w4:6700   for 5.8 s
                                 inside workers:             w3:6700 31 behind task 7, the oldest 6.0 s
                why              The update itself takes long: the holder is alive and renews.
                do               Look at the thread: jstack 4711 on w3.
                """
                        .formatted(entry),
                List.of("locks explain " + ShellWord.of(entry), "locks break " + ShellWord.of(entry)));
    }

    /** Returns how often it was asked since the last call. */
    int askedSince() {
        int now = asked.get();
        int since = now - before;
        before = now;
        return since;
    }

    /** Returns a state such as a person might meet it: some trouble, and a deadlock. */
    static PageState busy() {
        List<LockRow> locks = List.of(
                row(
                        "order:881",
                        "mutex",
                        12_400L,
                        2_100L,
                        "batch/ship task 3  w1:6702  thread ship-1",
                        1,
                        0,
                        Level.WRONG,
                        "deadlock",
                        "waits for stock:77, whose holder waits for this"),
                row(
                        "stock:77",
                        "mutex",
                        12_100L,
                        1_900L,
                        "batch/pick task 5  w2:6700  thread pick-4",
                        1,
                        0,
                        Level.WRONG,
                        "deadlock",
                        "waits for order:881, whose holder waits for this"),
                row(
                        "job:export",
                        "?",
                        null,
                        null,
                        "(stranger) \"worker-17\"",
                        0,
                        0,
                        Level.WRONG,
                        "no expiry",
                        "nobody will free it: an entry opens what to do"),
                row(
                        "report:daily",
                        "mutex",
                        41_200L,
                        3_100L,
                        "nightly  w1:6702  pid 812  thread upload-1",
                        1,
                        0,
                        Level.LOOK,
                        "held long",
                        "renewed 12 times"),
                row(
                        "page:/checkout",
                        "update",
                        12L,
                        4_988L,
                        "stats/pages task 7  w3:6700",
                        3,
                        31,
                        Level.OK,
                        "hot",
                        "1,840 updates/s"),
                row(
                        "page:/search?q=lock&lang=en",
                        "update",
                        1_210L,
                        3_790L,
                        "stats/pages task 8  w3:6700",
                        2,
                        4,
                        Level.OK,
                        "held",
                        ""),
                row(
                        "session:1f3c9ab2",
                        "update",
                        1_040L,
                        3_960L,
                        "stats/sessions task 12  w4:6700",
                        0,
                        0,
                        Level.OK,
                        "held",
                        "computed without a lock"),
                new LockRow(
                        "site",
                        "update",
                        false,
                        null,
                        null,
                        "",
                        2,
                        12,
                        Level.OK,
                        "passing on",
                        "the next has it within 50 ms"));
        List<WaitEdge> edges = List.of(
                new WaitEdge("batch/ship task 3", "stock:77", "batch/pick task 5", 1, true),
                new WaitEdge("batch/pick task 5", "order:881", "batch/ship task 3", 1, true),
                new WaitEdge("stats w3:6700", "page:/checkout", "stats/pages task 7", 31, false),
                new WaitEdge("stats w4:6700", "page:/checkout", "stats/pages task 7", 3, false),
                new WaitEdge("batch w2:6700", "report:daily", "nightly", 1, false),
                new WaitEdge("stats w4:6700", "page:/search?q=lock&lang=en", "stats/pages task 8", 6, false));
        List<WorkerRow> workers = List.of(
                worker("stats", "w3", 6700, 4711, 10_322.0, 3, 16, 0, 1_200L, Level.OK, "reports"),
                worker("stats", "w4", 6700, 4702, 9_871.0, 2, 16, 0, 900L, Level.OK, "reports"),
                worker("batch", "w1", 6702, 812, 118.4, 1, 16, 0, 400L, Level.OK, "reports"),
                worker("batch", "w2", 6700, 799, 97.0, 16, 16, 5, 1_700L, Level.LOOK, "pool is full"),
                worker("", "api-1", 0, 31337, 21.5, 0, 8, 0, 14_300L, Level.WRONG, "silent"));
        List<HotLine> hot = List.of(
                new HotLine("page:/checkout", 1_840.0, 68.0, 27.1, 31, 4.1),
                new HotLine("site", 1_795.0, 71.0, 31.0, 33, 3.9),
                new HotLine("page:/", 410.0, 2.0, 2.0, 2, 0.1),
                new HotLine("page:/search?q=lock&lang=en", 233.0, 1.4, 1.6, 6, 0.3),
                new HotLine("session:1f3c9ab2", 12.5, 0.0, 1.0, 0, null));
        return new PageState(
                "c1:6379, c2:6379, c3:6379 (cluster)",
                workers,
                totals(0),
                locks,
                edges,
                hot,
                List.of("order:881 is held by batch/ship task 3 (w1:6702), who waits for stock:77, held by batch/pick"
                        + " task 5 (w2:6700), who waits for order:881. The first wait ends by itself in 17 s."));
    }

    /** Returns a state of many locks and workers; times and orders differ from step to step. */
    static PageState large(int locks, int workers, int step) {
        List<LockRow> rows = new ArrayList<>();
        for (int i = 0; i < locks; i++) {
            rows.add(row(
                    String.format(Locale.ROOT, "order:%06d", (i * 7919 + step / 5) % 1_000_000),
                    i % 3 == 0 ? "mutex" : "update",
                    1_000L + i * 37L + step * 1_000L,
                    5_000L - (i * 13L + step * 700L) % 5_000,
                    "stats/pages task " + i % 64 + "  w" + i % workers + ":6700",
                    i % 5,
                    i % 11,
                    i % 97 == 0 ? Level.LOOK : Level.OK,
                    i % 97 == 0 ? "held long" : "held",
                    i % 97 == 0 ? "renewed " + step + " times" : ""));
        }
        List<WorkerRow> all = IntStream.range(0, workers)
                .mapToObj(i -> worker(
                        "stats",
                        "w" + i,
                        6700,
                        4_000 + i,
                        200.0 + (i * 31 + step * 17) % 90,
                        i % 16,
                        16,
                        0,
                        (step * 900L + i * 70) % 5_000,
                        Level.OK,
                        "reports"))
                .toList();
        List<WaitEdge> edges = IntStream.range(0, 200)
                .mapToObj(i -> new WaitEdge(
                        "stats w" + i % 7 + ":6700",
                        rows.get(i % 4).entry(),
                        rows.get(i % 4).holder(),
                        1 + i % 9,
                        false))
                .toList();
        return new PageState("127.0.0.1:6379 (standalone)", all, totals(step), rows, edges, busy().hot(), List.of());
    }

    /** Returns totals that rise and fall with the step. */
    static StateTotals totals(int step) {
        double wave = Math.sin(step / 9.0) + Math.sin(step / 23.0) / 2 + Math.cos(step * step / 7.0) / 5;
        return new StateTotals(
                41_210 + 4_000 * wave,
                12 + 3 * wave,
                Math.max(0, 3.1 + wave),
                new TimeSpread(0.3 + 0.05 * wave, 8.2 + 2 * wave, 19 + 6 * wave),
                new TimeSpread(0.8, 4.2 + wave, 41.0 + wave),
                new TimeSpread(0.2, 1.1 + wave / 4, 6.0 + wave),
                step % 60 == 7 ? 3 : 0,
                0,
                step % 150 == 90 ? 1 : 0,
                step % 75 == 30 ? 2 : 0);
    }

    static PageState quiet() {
        return new PageState(
                "127.0.0.1:6379 (standalone)",
                List.of(),
                new StateTotals(0, 0, 0, TimeSpread.NONE, TimeSpread.NONE, TimeSpread.NONE, 0, 0, 0, 0),
                List.of(),
                List.of(),
                List.of(),
                List.of());
    }

    static PageState withTotals(PageState state, StateTotals totals) {
        return new PageState(
                state.redis(), state.workers(), totals, state.locks(), state.edges(), state.hot(), state.deadlocks());
    }

    static PageState withLocks(PageState state, List<LockRow> locks) {
        return new PageState(
                state.redis(), state.workers(), state.totals(), locks, state.edges(), state.hot(), state.deadlocks());
    }

    static LockRow row(
            String entry,
            String kind,
            @Nullable Long heldFor,
            @Nullable Long endsIn,
            String holder,
            int inRedis,
            int inside,
            Level level,
            String word,
            String note) {
        return new LockRow(entry, kind, true, heldFor, endsIn, holder, inRedis, inside, level, word, note);
    }

    private static WorkerRow worker(
            String topology,
            String host,
            int port,
            long pid,
            @Nullable Double updates,
            int active,
            int most,
            int waiting,
            @Nullable Long reported,
            Level level,
            String word) {
        return new WorkerRow(
                topology + host + port,
                topology,
                host,
                port,
                pid,
                updates,
                active,
                most,
                waiting,
                reported,
                level,
                word);
    }
}
