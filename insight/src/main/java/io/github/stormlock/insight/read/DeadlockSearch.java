package io.github.stormlock.insight.read;

import io.github.stormlock.insight.read.Deadlock.Side;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Finds threads that wait for each other's locks, over several workers. A worker tells who waits; who holds a lock is
 * only believed if its token stands in Redis now. A cycle counts if it is seen twice, in different reports of each worker
 * on it: one report may be of a moment before a wait ended. Locks that several hold at a time, other than by readers, are
 * left out: there nobody waits for a certain thread. Not thread-safe.
 */
public final class DeadlockSearch {
    private Map<String, Map<String, Long>> before = Map.of();

    /** Creates a search that has seen nothing. */
    public DeadlockSearch() {}

    private record Waits(WorkerInfo worker, WaitRow row) {}

    private record ThreadKey(String factory, long id) {}

    /** The way from a thread that waits to a thread that holds what it waits for. */
    private record Edge(Waits from, ThreadKey to, String lock) {}

    /**
     * {@return the deadlocks that this look and the one before both show}
     *
     * @param workers the workers
     * @param locks the locks that they name, as they are now
     */
    public List<Deadlock> confirmed(WorkerDirectory workers, List<LockView> locks) {
        Map<String, Map<String, Long>> now = new HashMap<>();
        List<Deadlock> confirmed = new ArrayList<>();
        for (Deadlock found : candidates(workers, locks)) {
            Map<String, Long> reports = reports(found, workers);
            Map<String, Long> earlier = before.get(found.identity());
            if (earlier != null
                    && reports.entrySet().stream()
                            .allMatch(each -> earlier.getOrDefault(each.getKey(), Long.MAX_VALUE) < each.getValue())) {
                confirmed.add(found);
            }
            // The earlier report stays, so that looks in quick succession do not begin anew each time.
            now.put(found.identity(), earlier == null ? reports : earlier);
        }
        before = now;
        return confirmed;
    }

    /** {@return true if the last look showed a cycle, confirmed or not} */
    public boolean isSuspicious() {
        return !before.isEmpty();
    }

    private static Map<String, Long> reports(Deadlock found, WorkerDirectory workers) {
        return found.sides().stream()
                .map(Side::factory)
                .distinct()
                .collect(Collectors.toMap(
                        factory -> factory,
                        factory -> workers.worker(factory).map(WorkerInfo::seq).orElse(0L)));
    }

    /** Returns the cycles of one look, each once. */
    static List<Deadlock> candidates(WorkerDirectory workers, List<LockView> locks) {
        Map<String, List<ThreadKey>> holders = holders(locks);
        Map<ThreadKey, List<Edge>> edges = new HashMap<>();
        for (WorkerInfo worker : workers.workers()) {
            for (WaitRow row : worker.waits()) {
                if (row.threadId() > 0 && row.kind() != 'p' && row.kind() != 'l') {
                    ThreadKey from = new ThreadKey(worker.factory(), row.threadId());
                    holders.getOrDefault(row.entry(), List.of())
                            .forEach(to -> edges.computeIfAbsent(from, none -> new ArrayList<>())
                                    .add(new Edge(new Waits(worker, row), to, row.entry())));
                }
            }
        }
        return cycles(edges, workers);
    }

    private static Map<String, List<ThreadKey>> holders(List<LockView> locks) {
        Map<String, List<ThreadKey>> holders = new HashMap<>();
        for (LockView lock : locks) {
            if (lock.kind() == LockView.Kind.LOCK) {
                for (HolderView holder : lock.holders()) {
                    holder.row().filter(row -> row.threadId() > 0).ifPresent(row -> holder.token()
                            .ifPresent(token -> holders.computeIfAbsent(lock.entry(), none -> new ArrayList<>())
                                    .add(new ThreadKey(token.factory(), row.threadId()))));
                }
            }
        }
        return holders;
    }

    private static List<Deadlock> cycles(Map<ThreadKey, List<Edge>> edges, WorkerDirectory workers) {
        Map<String, Deadlock> found = new HashMap<>();
        Set<ThreadKey> done = new HashSet<>();
        for (ThreadKey start : edges.keySet()) {
            walk(start, edges, new ArrayList<>(), done).ifPresent(cycle -> {
                Deadlock deadlock = deadlock(cycle, workers);
                found.putIfAbsent(deadlock.identity(), deadlock);
            });
        }
        return List.copyOf(found.values());
    }

    /** Walks from a thread along those that it waits for. Returns the first cycle; none leads through a thread that is done. */
    private static Optional<List<Edge>> walk(
            ThreadKey at, Map<ThreadKey, List<Edge>> edges, List<Edge> path, Set<ThreadKey> done) {
        for (int i = 0; i < path.size(); i++) {
            if (thread(path.get(i)).equals(at)) {
                return Optional.of(List.copyOf(path.subList(i, path.size())));
            }
        }
        if (done.contains(at)) {
            return Optional.empty();
        }
        for (Edge edge : edges.getOrDefault(at, List.of())) {
            path.add(edge);
            Optional<List<Edge>> cycle = walk(edge.to(), edges, path, done);
            path.remove(path.size() - 1);
            if (cycle.isPresent()) {
                return cycle;
            }
        }
        done.add(at);
        return Optional.empty();
    }

    private static ThreadKey thread(Edge edge) {
        return new ThreadKey(edge.from().worker().factory(), edge.from().row().threadId());
    }

    private static Deadlock deadlock(List<Edge> cycle, WorkerDirectory workers) {
        List<Side> sides = new ArrayList<>();
        for (int i = 0; i < cycle.size(); i++) {
            Edge edge = cycle.get(i);
            String holds = cycle.get((i + cycle.size() - 1) % cycle.size()).lock();
            WorkerInfo worker = edge.from().worker();
            WaitRow row = edge.from().row();
            sides.add(new Side(
                    worker.factory(),
                    workers.words(worker, row.caller()),
                    row.thread(),
                    row.threadId(),
                    holds,
                    edge.lock(),
                    row.age() + worker.age()));
        }
        return new Deadlock(sides);
    }
}
