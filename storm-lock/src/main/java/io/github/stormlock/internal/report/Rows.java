package io.github.stormlock.internal.report;

import com.google.gson.JsonObject;
import io.github.stormlock.internal.acquire.HeldLease;
import io.github.stormlock.internal.acquire.LockRuntime;
import io.github.stormlock.internal.acquire.Signals.Wait;
import io.github.stormlock.internal.figures.HotEntries;
import io.github.stormlock.internal.figures.ShownEntries;
import io.github.stormlock.internal.lines.Callers;
import io.github.stormlock.internal.protocol.LockKeys;
import io.github.stormlock.internal.update.PendingUpdate;
import io.github.stormlock.internal.update.UpdateRuntime;
import io.github.stormlock.lock.insight.LockToken;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * The rows of what a worker tells: it looks at what the works of updates and locks know anyway, so that they pay nothing
 * for it. What changes meanwhile may be missing. Used by one thread.
 */
final class Rows {
    private static final long OLD_NANOS = TimeUnit.SECONDS.toNanos(1);
    /** Shorter waits are the rule at a hot entry, and tell nobody anything. */
    private static final long LONG_WAIT_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final LockRuntime locks;
    private final List<Callers.Seen<PendingUpdate<?>>> lines;
    private final ShownEntries shown;
    private final long now;

    Rows(UpdateRuntime updates, ShownEntries shown) {
        this.locks = updates.locks();
        this.lines = updates.lines().callers().seen();
        this.shown = shown;
        this.now = updates.ticker().nanos();
    }

    /** The rows of those who wait, and the names of what they wait for. */
    record Waits(List<JsonObject> rows, Set<String> entries) {}

    /** Returns those who wait, the longest first. */
    Waits waits() {
        Map<String, Waiting> all = new LinkedHashMap<>();
        for (Wait wait : locks.waits()) {
            String entry = wait.wanted().targets().first().entry();
            Waiting waiting = new Waiting(wait.token(), wait.thread(), wait.sinceNanos(), wait.behind());
            all.merge(entry, waiting, Waiting::and);
        }
        for (Callers.Seen<PendingUpdate<?>> line : lines) {
            PendingUpdate<?> next = line.next();
            if (next != null) {
                Waiting waiting = new Waiting(null, next.thread(), next.sinceNanos(), line.waiting() - 1);
                all.merge(line.entry(), waiting, Waiting::and);
            }
        }
        Set<String> entries = new HashSet<>();
        List<Map.Entry<String, Waiting>> sorted = new ArrayList<>(all.entrySet());
        sorted.removeIf(each -> now - each.getValue().sinceNanos() < LONG_WAIT_NANOS);
        sorted.sort(Comparator.comparingLong(each -> each.getValue().sinceNanos()));
        List<JsonObject> rows = new ArrayList<>();
        for (Map.Entry<String, Waiting> each : sorted) {
            entries.add(each.getKey());
            rows.add(row(each.getKey(), each.getValue()));
        }
        return new Waits(rows, entries);
    }

    /**
     * The longest wait for one entry in this JVM, and how many stand behind it.
     *
     * @param token a token of its acquisition; {@code null} if it has none
     */
    private record Waiting(@Nullable String token, Thread thread, long sinceNanos, int behind) {
        Waiting and(Waiting other) {
            Waiting first = sinceNanos - other.sinceNanos <= 0 ? this : other;
            return new Waiting(first.token, first.thread, first.sinceNanos, behind + other.behind + 1);
        }
    }

    private JsonObject row(String entry, Waiting waiting) {
        JsonObject row = row(entry, waiting.sinceNanos(), waiting.thread());
        name(row, waiting.token());
        row.addProperty("inside", waiting.behind());
        return row;
    }

    /** Returns the leases that are older than a second, or waited for, the oldest first. */
    List<JsonObject> held(Set<String> waitedFor) {
        List<HeldLease> leases = new ArrayList<>(locks.watchdog().watched());
        leases.sort(Comparator.comparingLong(HeldLease::grantedNanos));
        List<JsonObject> rows = new ArrayList<>();
        for (HeldLease lease : leases) {
            for (LockKeys keys : lease.wanted().targets().keys()) {
                if (now - lease.grantedNanos() >= OLD_NANOS || waitedFor.contains(keys.entry())) {
                    rows.add(row(keys.entry(), lease));
                }
            }
        }
        return rows;
    }

    private JsonObject row(String entry, HeldLease lease) {
        JsonObject row = row(entry, lease.grantedNanos(), lease.thread());
        name(row, lease.token());
        row.addProperty("lease", lease.wanted().leaseMillis());
        row.addProperty("left", millis(Math.max(0, lease.remainingNanos())));
        row.addProperty("renewals", lease.renewals());
        return row;
    }

    /** Returns the updates that are computed for more than a second without a lock, the oldest first. */
    List<JsonObject> open() {
        List<JsonObject> rows = new ArrayList<>();
        for (Callers.Seen<PendingUpdate<?>> line : lines) {
            PendingUpdate<?> leading = line.leading();
            long since = leading == null ? 0 : leading.computesSince();
            if (leading != null && since != 0 && now - since >= OLD_NANOS) {
                JsonObject row = row(line.entry(), since, leading.thread());
                row.addProperty("caller", leading.guard().caller());
                row.addProperty("inside", line.waiting());
                rows.add(row);
            }
        }
        rows.sort(Comparator.comparingLong((JsonObject row) -> row.get("age").getAsLong())
                .reversed());
        return rows;
    }

    /** Returns some hot entries of an interval, the busiest first. */
    List<JsonObject> hot(HotEntries.Interval interval, int most) {
        List<JsonObject> rows = new ArrayList<>();
        interval.entries().entrySet().stream()
                .sorted(Comparator.comparingLong(each -> -each.getValue().updates()))
                .limit(most)
                .forEach(each -> {
                    JsonObject row =
                            WorkerDocument.GSON.toJsonTree(each.getValue()).getAsJsonObject();
                    row.addProperty("entry", shown.of(each.getKey()));
                    rows.add(row);
                });
        return rows;
    }

    private static void name(JsonObject row, @Nullable String token) {
        LockToken parts = token == null ? null : LockToken.parse(token).orElse(null);
        row.addProperty("kind", parts == null ? "u" : String.valueOf(parts.kind()));
        if (parts != null) {
            row.addProperty("caller", Math.max(0, parts.caller()));
            row.addProperty("number", parts.number());
            row.addProperty("step", parts.step());
        }
    }

    private JsonObject row(String entry, long sinceNanos, Thread thread) {
        JsonObject row = new JsonObject();
        row.addProperty("entry", shown.of(entry));
        row.addProperty("age", millis(now - sinceNanos));
        row.addProperty("thread", thread.getName());
        row.addProperty("threadId", thread.getId());
        return row;
    }

    private static long millis(long nanos) {
        return TimeUnit.NANOSECONDS.toMillis(nanos);
    }
}
