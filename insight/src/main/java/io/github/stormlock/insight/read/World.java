package io.github.stormlock.insight.read;

import io.github.stormlock.insight.redis.WalkResult;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;

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
    /** A lease that a worker tells of by the digest of an entry that was not found. It cannot be checked. */
    public record HiddenLease(WorkerInfo worker, HeldRow row) {
        /** {@return for how many milliseconds it is held} */
        public long millis() {
            return row.age() + worker.age();
        }

        /** {@return the milliseconds that the worker believed to be left, less those since then} */
        public long left() {
            return Math.max(0, row.left() - worker.age());
        }
    }

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

    /** {@return the leases of entries that workers hide by digests, but for those whose tokens were found} */
    public List<HiddenLease> hidden() {
        Set<String> found = locks.stream()
                .flatMap(lock -> lock.holders().stream())
                .flatMap(holder -> holder.token().stream())
                .map(token -> token.factory() + ' ' + token.number())
                .collect(Collectors.toSet());
        return workers.workers().stream()
                .flatMap(worker -> worker.held().stream()
                        .filter(row -> EntryDigest.isOne(row.entry())
                                && !found.contains(worker.factory() + ' ' + row.number()))
                        .map(row -> new HiddenLease(worker, row)))
                .toList();
    }
}
