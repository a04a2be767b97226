package io.github.stormlock.insight.read;

import com.fasterxml.jackson.annotation.JsonIgnore;
import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonProperty;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToLongFunction;
import org.HdrHistogram.Histogram;
import org.jspecify.annotations.Nullable;

/**
 * The rates of all that happens, from two looks at what workers tell. Immutable.
 *
 * @param topologies what each topology does, the busiest first
 * @param hot the busiest entries, the busiest first
 */
public record Rates(List<OfTopology> topologies, List<OfEntry> hot) {
    private static final List<String> SUMS =
            List.of(("updates groups granted attempts missed busy contended timedOut lost"
                            + " refused unknown replays wakeUpsFailed roundTrips")
                    .split(" ", -1));

    /**
     * The sum over the workers of a topology.
     *
     * @param name the name of the topology; empty for programs that are none
     * @param workers how many of its workers report
     * @param updates updates each second
     * @param perGroup updates in each group; 0 if there was none
     * @param contended the part of the updates that found the lock held or another update before them, from 0 to 1
     * @param p50 the wait that half of the grants took at most, in microseconds; null if nobody waited
     * @param p99 the wait that 99 of 100 grants took at most, in microseconds; null if nobody waited
     * @param perSecond further sums of workers by their names, each second
     * @param poolActive connections in use
     * @param poolAll connections
     * @param poolWaiting threads that wait for a connection
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record OfTopology(
            String name,
            int workers,
            @JsonIgnore double updates,
            double perGroup,
            double contended,
            @JsonProperty("waitP50Micros") @Nullable Long p50,
            @JsonProperty("waitP99Micros") @Nullable Long p99,
            Map<String, Double> perSecond,
            long poolActive,
            long poolAll,
            long poolWaiting) {
        /** {@return round trips for each update; 0 if there was none} */
        @JsonProperty
        public double roundTripsPerUpdate() {
            return updates == 0 ? 0 : value(perSecond, "roundTrips") / updates;
        }
    }

    /**
     * One entry over all workers, in their last intervals.
     *
     * @param entry the key of the entry, or {@code #} and the beginning of its digest
     * @param updates updates each second
     * @param perGroup updates in each group; 0 if there was none
     * @param waits waits each second
     * @param waitMicros the mean wait of an update in microseconds
     * @param busyMicros the mean time in which a group was made, in microseconds
     * @param misses misses each second
     * @param queue the longest queue
     * @param share the part of all updates that are of this entry, from 0 to 1
     */
    public record OfEntry(
            String entry,
            @JsonProperty("updatesPerSecond") double updates,
            double perGroup,
            @JsonProperty("waitsPerSecond") double waits,
            double waitMicros,
            double busyMicros,
            @JsonProperty("missesPerSecond") double misses,
            @JsonProperty("longestQueue") long queue,
            double share) {}

    /**
     * {@return what happened between two looks}
     *
     * @param before the workers at the first look
     * @param after the workers at the second look; of those that have not reported in between nothing is known but their
     *     last sums, and they count as if they did nothing
     */
    public static Rates between(WorkerDirectory before, WorkerDirectory after) {
        return between(before, List.of(after));
    }

    /**
     * {@return what happened between the last look and the one before it, with the entries that were hot in all of these
     * looks} One look of a second knows only a few updates of each entry, since a worker counts a sample.
     *
     * @param before the workers at the look before the last
     * @param looks the workers at the last looks, the last one at the end
     */
    public static Rates between(WorkerDirectory before, List<WorkerDirectory> looks) {
        WorkerDirectory after = looks.get(looks.size() - 1);
        Map<String, List<Pair>> byTopology = new LinkedHashMap<>();
        for (WorkerInfo worker : after.workers()) {
            byTopology
                    .computeIfAbsent(worker.who().topology(), none -> new ArrayList<>())
                    .add(new Pair(before.worker(worker.factory()), worker));
        }
        List<OfTopology> topologies = byTopology.entrySet().stream()
                .map(topology -> topology(topology.getKey(), topology.getValue()))
                .sorted(Comparator.comparing(OfTopology::updates).reversed())
                .toList();
        double all = topologies.stream().mapToDouble(OfTopology::updates).sum();
        return new Rates(topologies, hot(looks, all));
    }

    /**
     * {@return true if each worker of the second look that the first one knows has reported in between}
     *
     * @param before the workers at the first look
     * @param after the workers at the second look
     */
    public static boolean allReported(WorkerDirectory before, WorkerDirectory after) {
        return after.workers().stream().allMatch(worker -> before.worker(worker.factory())
                .map(earlier -> earlier.seq() < worker.seq())
                .orElse(true));
    }

    /** One worker at two looks. */
    private record Pair(Optional<WorkerInfo> before, WorkerInfo after) {
        /** Returns how much a sum rose each second. Without an earlier look it is that since the start. */
        double perSecond(String name) {
            if (before.filter(report -> report.seq() == after.seq()).isPresent()) {
                return 0;
            }
            Optional<WorkerInfo> earlier = before.filter(report -> report.up() < after.up());
            long from = earlier.map(report -> report.sum(name)).orElse(0L);
            long millis = after.up() - earlier.map(WorkerInfo::up).orElse(0L);
            return millis <= 0 ? 0 : Math.max(0, after.sum(name) - from) * 1_000.0 / millis;
        }
    }

    private static OfTopology topology(String name, List<Pair> pairs) {
        Map<String, Double> perSecond = new LinkedHashMap<>();
        for (String sum : SUMS) {
            perSecond.put(
                    sum, pairs.stream().mapToDouble(pair -> pair.perSecond(sum)).sum());
        }
        double updates = value(perSecond, "updates");
        double groups = value(perSecond, "groups");
        Optional<Histogram> waits = Distributions.sum(pairs.stream()
                .flatMap(pair -> Optional.ofNullable(pair.after().times().get("wait")).stream())
                .toList());
        return new OfTopology(
                name,
                pairs.size(),
                updates,
                groups == 0 ? 0 : updates / groups,
                updates == 0 ? 0 : Math.min(1, value(perSecond, "contended") / updates),
                waits.map(all -> all.getValueAtPercentile(50)).orElse(null),
                waits.map(all -> all.getValueAtPercentile(99)).orElse(null),
                perSecond,
                pool(pairs, "active"),
                pool(pairs, "active") + pool(pairs, "idle"),
                pool(pairs, "waiting"));
    }

    private static long pool(List<Pair> pairs, String state) {
        return pairs.stream()
                .mapToLong(pair -> pair.after().pool().getOrDefault(state, 0L))
                .sum();
    }

    private static double value(Map<String, Double> values, String name) {
        return values.getOrDefault(name, 0.0);
    }

    /** One entry of one worker: its rows of some intervals, and how long these were together. */
    private record Share(List<HotRow> rows, double seconds) {
        double perSecond(ToLongFunction<HotRow> field) {
            return sum(field) / seconds;
        }

        long sum(ToLongFunction<HotRow> field) {
            return rows.stream().mapToLong(field).sum();
        }
    }

    private static List<OfEntry> hot(List<WorkerDirectory> looks, double all) {
        Map<String, Map<Long, WorkerInfo>> reports = new LinkedHashMap<>();
        for (WorkerDirectory look : looks) {
            for (WorkerInfo worker : look.workers()) {
                reports.computeIfAbsent(worker.factory(), none -> new LinkedHashMap<>())
                        .put(worker.seq(), worker);
            }
        }
        Map<String, List<Share>> shares = new LinkedHashMap<>();
        reports.values().forEach(ofOne -> addShares(ofOne.values(), shares));
        return shares.entrySet().stream()
                .map(entry -> entry(entry.getKey(), entry.getValue(), all))
                .sorted(Comparator.comparing(OfEntry::updates).reversed())
                .toList();
    }

    private static void addShares(Collection<WorkerInfo> ofOne, Map<String, List<Share>> shares) {
        double seconds = 0;
        Map<String, List<HotRow>> rows = new LinkedHashMap<>();
        for (WorkerInfo report : ofOne) {
            seconds += Math.max(1, report.span()) / 1_000.0;
            report.hot().forEach(row -> rows.computeIfAbsent(row.entry(), none -> new ArrayList<>())
                    .add(row));
        }
        for (Map.Entry<String, List<HotRow>> each : rows.entrySet()) {
            shares.computeIfAbsent(each.getKey(), none -> new ArrayList<>()).add(new Share(each.getValue(), seconds));
        }
    }

    private static OfEntry entry(String entry, List<Share> shares, double all) {
        double perSecond = perSecond(shares, HotRow::updates);
        long updates = sum(shares, HotRow::updates);
        long groups = sum(shares, HotRow::groups);
        return new OfEntry(
                entry,
                perSecond,
                groups == 0 ? 0 : (double) updates / groups,
                perSecond(shares, HotRow::waits),
                updates == 0 ? 0 : (double) sum(shares, HotRow::waitMicros) / updates,
                groups == 0 ? 0 : (double) sum(shares, HotRow::busyMicros) / groups,
                perSecond(shares, HotRow::misses),
                shares.stream()
                        .flatMap(share -> share.rows().stream())
                        .mapToLong(HotRow::queue)
                        .max()
                        .orElse(0),
                all == 0 ? 0 : Math.min(1, perSecond / all));
    }

    private static double perSecond(List<Share> shares, ToLongFunction<HotRow> field) {
        return shares.stream().mapToDouble(share -> share.perSecond(field)).sum();
    }

    private static long sum(List<Share> shares, ToLongFunction<HotRow> field) {
        return shares.stream().mapToLong(share -> share.sum(field)).sum();
    }
}
