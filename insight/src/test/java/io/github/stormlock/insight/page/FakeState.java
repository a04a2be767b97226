package io.github.stormlock.insight.page;

import static io.github.stormlock.insight.page.state.Level.LOOK;
import static io.github.stormlock.insight.page.state.Level.OK;
import static io.github.stormlock.insight.page.state.Level.WRONG;

import io.github.stormlock.insight.page.state.Level;
import io.github.stormlock.insight.page.state.LockRow;
import io.github.stormlock.insight.page.state.LockText;
import io.github.stormlock.insight.page.state.PageState;
import io.github.stormlock.insight.page.state.StateSource;
import io.github.stormlock.insight.page.state.WaitEdge;
import io.github.stormlock.insight.page.state.WorkerRow;
import io.github.stormlock.insight.read.Rates.OfEntry;
import io.github.stormlock.insight.redis.CannotAskException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
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
            throw new CannotAskException(words, new IllegalStateException("a secret of the fake"));
        }
        return next;
    }

    @Override
    public LockText lock(String entry) {
        askedForLocks.incrementAndGet();
        lastLock = entry;
        return new LockText(
                """
                %1$s   hash, no time to live
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
                row("order:881", "mutex", 12_400L, 2_100L, "ship task 3", 1, 0, WRONG, "deadlock", "for stock:77"),
                row("stock:77", "mutex", 12_100L, 1_900L, "pick task 5", 1, 0, WRONG, "deadlock", "for order:881"),
                row("job:export", "?", null, null, "(stranger) \"worker-17\"", 0, 0, WRONG, "no expiry", ""),
                row("report:daily", "mutex", 41_200L, 3_100L, "nightly  pid 812", 1, 0, LOOK, "held long", "renewed"),
                row("page:/checkout", "update", 12L, 4_988L, "pages task 7", 3, 31, OK, "hot", "1,840 updates/s"),
                row("page:/search?q=lock&lang=en", "update", 1_210L, 3_790L, "pages task 8", 2, 4, OK, "held", ""),
                row("session:1f3c9ab2", "update", 1_040L, 3_960L, "sessions task 12", 0, 0, OK, "held", "computed"),
                new LockRow("site", "update", false, null, null, "", 2, 12, OK, "passing on", "the next has it soon"));
        List<WaitEdge> edges = List.of(
                new WaitEdge("batch/ship task 3", "stock:77", "batch/pick task 5", 1, true),
                new WaitEdge("batch/pick task 5", "order:881", "batch/ship task 3", 1, true),
                new WaitEdge("stats w3:6700", "page:/checkout", "stats/pages task 7", 31, false),
                new WaitEdge("stats w4:6700", "page:/checkout", "stats/pages task 7", 3, false),
                new WaitEdge("batch w2:6700", "report:daily", "nightly", 1, false),
                new WaitEdge("stats w4:6700", "page:/search?q=lock&lang=en", "stats/pages task 8", 6, false));
        List<WorkerRow> workers = List.of(
                worker("stats", "w3", 6700, 10_322, 3, 0, 1_200, OK, "reports"),
                worker("stats", "w4", 6700, 9_871, 2, 0, 900, OK, "reports"),
                worker("batch", "w1", 6702, 118.4, 1, 0, 400, OK, "reports"),
                worker("batch", "w2", 6700, 97, 16, 5, 1_700, LOOK, "pool is full"),
                worker("", "api-1", 0, 21.5, 0, 0, 14_300, WRONG, "silent"));
        List<OfEntry> hot = List.of(
                new OfEntry("page:/checkout", 1_840.0, 27.1, 68.0, 4100.0, 0, 0.5, 31, 0),
                new OfEntry("site", 1_795.0, 31.0, 71.0, 3900.0, 0, 0.5, 33, 0),
                new OfEntry("page:/", 410.0, 2.0, 2.0, 100.0, 0, 0.9, 2, 0),
                new OfEntry("page:/search?q=lock&lang=en", 233.0, 1.6, 1.4, 300.0, 0, 0.5, 6, 0),
                new OfEntry("session:1f3c9ab2", 12.5, 1.0, 0.0, 0, 0, 0.5, 0, 0));
        return new PageState(
                "c1:6379, c2:6379, c3:6379 (cluster)",
                workers,
                totals(),
                locks,
                edges,
                hot,
                List.of("order:881 is held by batch/ship task 3 (w1:6702), who waits for stock:77, held by batch/pick"
                        + " task 5 (w2:6700), who waits for order:881. The first wait ends by itself in 17 s."));
    }

    static Map<String, @Nullable Number> totals() {
        Map<String, @Nullable Number> totals = new LinkedHashMap<>();
        totals.putAll(Map.of("updates", 41_210, "replays", 12, "waits", 3.1));
        for (String time : List.of("wait", "hold", "commit")) {
            totals.putAll(Map.of(time + "50", 0.3, time + "99", 8.2, time + "Max", 19.0));
        }
        totals.putAll(Map.of("refused", 3, "lost", 0, "unknown", 1, "timedOut", 2));
        return totals;
    }

    static PageState quiet() {
        Map<String, @Nullable Number> nothing = totals();
        nothing.replaceAll((name, figure) -> name.matches(".*(50|99|Max)") ? null : 0);
        return new PageState(
                "127.0.0.1:6379 (standalone)", List.of(), nothing, List.of(), List.of(), List.of(), List.of());
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
            double updates,
            int active,
            int waiting,
            long age,
            Level level,
            String word) {
        return new WorkerRow(
                topology + host + port, topology, host, port, 4_711, updates, active, 16, waiting, age, level, word);
    }
}
