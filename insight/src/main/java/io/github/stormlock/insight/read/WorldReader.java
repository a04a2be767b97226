package io.github.stormlock.insight.read;

import io.github.stormlock.insight.read.LockReader.Name;
import io.github.stormlock.insight.read.LockView.Kind;
import io.github.stormlock.insight.redis.KeyWalk;
import io.github.stormlock.insight.redis.Query;
import io.github.stormlock.insight.redis.RedisServers;
import io.github.stormlock.insight.redis.WalkResult;
import io.github.stormlock.lock.insight.LockNames;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;

/**
 * Looks at all locks, or at one. It changes nothing in Redis, but for the key by which tools say that they watch.
 *
 * @param servers the servers, which the caller closes
 * @param keyPrefix the prefix of all keys; empty for none
 */
public record WorldReader(RedisServers servers, String keyPrefix) {
    private static final int MOST_LOCKS = 5_000;
    private static final String WATCH_SECONDS = "10";
    private static final long CONFIRM_NANOS = 7_000_000_000L;
    private static final long BETWEEN_NANOS = 200_000_000;
    /** How keys of locks begin behind the prefix, and what kind of lock they are of. */
    private static final Map<String, Kind> BEGINNINGS = Map.of(
            "lock", Kind.LOCK,
            "lock-wait", Kind.LOCK,
            "lock-read", Kind.LOCK,
            "lock-permits", Kind.PERMITS,
            "lock-permits-wait", Kind.PERMITS,
            "lock-latch", Kind.LATCH,
            "lock-latch-wait", Kind.LATCH);

    private LockNames names() {
        return LockNames.of(keyPrefix);
    }

    /**
     * {@return all locks that somebody has or waits for, as they are now}
     *
     * @param limits how far to look
     * @throws io.github.stormlock.insight.redis.CannotAskException if a server does not answer
     */
    public World look(LookLimits limits) {
        WorkerDirectory workers = WorkerDirectory.read(servers, names());
        Optional<Long> keys = KeyWalk.count(servers);
        Optional<WalkResult> walk = limits.scan().walks(() -> keys) ? Optional.of(walk(limits)) : Optional.empty();
        Set<Name> found = new LinkedHashSet<>();
        workers.workers().forEach(worker -> names(worker).forEach(found::add));
        walk.ifPresent(walked -> walked.keys().forEach(key -> name(key).ifPresent(found::add)));
        List<Name> looked = found.stream().limit(MOST_LOCKS).toList();
        List<LockView> locks = new LockReader(servers, names(), workers)
                .read(looked).stream().filter(LockView::isInteresting).toList();
        return new World(workers, locks, walk, keys, found.size() - looked.size());
    }

    /** {@return the workers that report, and who is connected} */
    public WorkerDirectory workers() {
        return WorkerDirectory.read(servers, names());
    }

    /**
     * {@return the lock, the permits and the latch of one name, free or not}
     *
     * @param workers the workers, as {@link #workers} answers them
     * @param entry the entry, or the name of the lock
     * @throws io.github.stormlock.insight.redis.CannotAskException if a server does not answer
     */
    public List<LockView> look(WorkerDirectory workers, String entry) {
        List<Name> all = new ArrayList<>();
        for (Kind kind : Kind.values()) {
            all.add(new Name(entry, kind));
        }
        return new LockReader(servers, names(), workers).read(all);
    }

    /**
     * {@return the deadlocks among the locks that workers name} If there seems to be one, this waits for the next reports of
     * the workers on it, at most 7 s, to be sure.
     *
     * @param workers the workers, as {@link #workers} answers them
     * @throws io.github.stormlock.insight.redis.CannotAskException if a server does not answer
     */
    public List<Deadlock> deadlocks(WorkerDirectory workers) {
        DeadlockSearch search = new DeadlockSearch();
        List<Deadlock> found = search.confirmed(workers, waitedFor(workers));
        long end = System.nanoTime() + CONFIRM_NANOS;
        boolean watched = search.isSuspicious() && watch();
        while (found.isEmpty() && search.isSuspicious() && System.nanoTime() < end) {
            LockSupport.parkNanos(watched ? BETWEEN_NANOS : 2 * BETWEEN_NANOS);
            WorkerDirectory later = workers();
            found = search.confirmed(later, waitedFor(later));
        }
        return found;
    }

    /** Returns the locks that threads of workers wait for: all that a deadlock can be of. */
    private List<LockView> waitedFor(WorkerDirectory workers) {
        Set<Name> waited = new LinkedHashSet<>();
        workers.workers()
                .forEach(worker -> worker.waits().forEach(row -> waited.add(new Name(row.entry(), kind(row.kind())))));
        return new LockReader(servers, names(), workers).read(waited);
    }

    /**
     * Asks workers to report each second, for the next 10 s.
     *
     * @return false if a right is missing: then they report each five seconds
     */
    public boolean watch() {
        return !servers.ask(Query.of("SET", names().watch(), "1", "EX", WATCH_SECONDS)
                        .asOptional())
                .isRefused();
    }

    private WalkResult walk(LookLimits limits) {
        return new KeyWalk(
                        servers,
                        limits.walk(),
                        names().allPattern(),
                        /* type= */ "",
                        key -> name(key).isPresent(),
                        4 * MOST_LOCKS)
                .walk();
    }

    /** Returns what a worker names, but for digests: no key can be made of them. */
    private static Stream<Name> names(WorkerInfo worker) {
        return Stream.of(
                        worker.held().stream().map(row -> new Name(row.entry(), kind(row.kind()))),
                        worker.waits().stream().map(row -> new Name(row.entry(), kind(row.kind()))),
                        worker.open().stream().map(row -> new Name(row.entry(), Kind.LOCK)),
                        worker.hot().stream().map(row -> new Name(row.entry(), Kind.LOCK)))
                .flatMap(some -> some)
                .filter(name -> !EntryDigest.isOne(name.entry()));
    }

    private static Kind kind(char letter) {
        return switch (letter) {
            case 'p' -> Kind.PERMITS;
            case 'l' -> Kind.LATCH;
            default -> Kind.LOCK;
        };
    }

    /** Returns the lock that a key belongs to; empty for marks, fences and what workers tell. */
    private Optional<Name> name(String key) {
        String own = key.substring(Math.min(keyPrefix.length(), key.length()));
        return Optional.ofNullable(BEGINNINGS.get(own.split(":", 2)[0]))
                .flatMap(kind -> names().entryOf(key).map(entry -> new Name(entry, kind)));
    }
}
