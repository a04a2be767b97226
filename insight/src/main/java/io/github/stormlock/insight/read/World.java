package io.github.stormlock.insight.read;

import io.github.stormlock.insight.redis.WalkResult;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * All that one look saw. Immutable.
 *
 * @param workers the workers and their connections
 * @param locks the locks that workers name, or that the walk found: those that somebody has or waits for
 * @param walk the walk over the keys; empty if there was none
 * @param keys the number of keys of the servers; empty if a right is missing
 * @param leftOut how many locks were not looked at, because there are too many
 */
public record World(
        WorkerDirectory workers, List<LockView> locks, Optional<WalkResult> walk, Optional<Long> keys, int leftOut) {
    /** An update that is computed without a lock, and its worker. */
    public record OpenUpdate(WorkerInfo worker, OpenRow row) {
        /** {@return those of all workers that are asked for, the oldest first} */
        public static List<OpenUpdate> of(WorkerDirectory workers, Predicate<OpenRow> which) {
            return workers.workers().stream()
                    .flatMap(worker -> worker.open().stream().filter(which).map(row -> new OpenUpdate(worker, row)))
                    .sorted(Comparator.comparing(OpenUpdate::millis).reversed())
                    .toList();
        }

        /** {@return for how many milliseconds it has been computed} */
        public long millis() {
            return row.age() + worker.age();
        }
    }

    /** {@return the updates that are computed without a lock, the oldest first} */
    public List<OpenUpdate> open() {
        return OpenUpdate.of(workers, row -> true);
    }
}
