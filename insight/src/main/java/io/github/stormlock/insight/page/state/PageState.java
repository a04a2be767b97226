package io.github.stormlock.insight.page.state;

import io.github.stormlock.insight.read.Rates.OfEntry;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The state of all locks at one moment: the answer of {@code /api/v1/state}. Texts are as Redis has them; the page escapes
 * them. Rows come in the order in which the page shows them.
 *
 * @param redis the servers, such as {@code 127.0.0.1:6379 (standalone)}; without a password
 * @param workers those that report, or did
 * @param totals sums over all workers, by their names: {@code updates} and {@code replays} per second, {@code waits}, the
 *     updates that waited in per cent, and troubles since the state before; {@code wait}, {@code hold} and {@code commit}
 *     are times in milliseconds, of which {@code 50} is the median, {@code 99} the 99th percentile and {@code Max} the
 *     longest; null where nothing was measured
 * @param locks what is held or waited for
 * @param edges who waits for whom
 * @param hot the busiest entries
 * @param deadlocks each cycle in a sentence
 */
public record PageState(
        String redis,
        List<WorkerRow> workers,
        Map<String, @Nullable Number> totals,
        List<LockRow> locks,
        List<WaitEdge> edges,
        List<OfEntry> hot,
        List<String> deadlocks) {}
