package io.github.stormlock.insight.redis;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import redis.clients.jedis.HostAndPort;

/**
 * Walks over the keys of all primaries side by side, in small steps with pauses between them, until the end or the end
 * of the budget. A key that a server shows twice, or that moves to another one meanwhile, is found once. Keys that come
 * or go during the walk may be missed. For one walk; used by one thread.
 */
public final class KeyWalk {
    private final RedisServers servers;
    private final WalkLimits limits;
    private final String pattern;
    private final String type;
    private final Predicate<String> kept;
    private final int wanted;
    private final Set<String> found = ConcurrentHashMap.newKeySet();

    /**
     * Prepares a walk.
     *
     * @param servers the servers
     * @param limits how much it may cost
     * @param pattern which keys are wanted, as {@code SCAN} takes it
     * @param type the type of the wanted keys, such as {@code string}; empty for any
     * @param kept which of the matching keys are kept
     * @param wanted the most keys that are kept; when they are found the walk ends
     */
    public KeyWalk(
            RedisServers servers, WalkLimits limits, String pattern, String type, Predicate<String> kept, int wanted) {
        this.servers = servers;
        this.limits = limits;
        this.pattern = pattern;
        this.type = type;
        this.kept = kept;
        this.wanted = wanted;
    }

    /**
     * {@return the number of keys of all primaries; empty if a right is missing}
     *
     * @param servers the servers
     * @throws CannotAskException if a server does not answer
     */
    public static Optional<Long> count(RedisServers servers) {
        long all = 0;
        for (HostAndPort node : servers.primaries()) {
            Reply size = servers.ask(node, List.of(Query.plain("DBSIZE"))).get(0);
            if (size.isRefused()) {
                return Optional.empty();
            }
            all += size.number().orElse(0);
        }
        return Optional.of(all);
    }

    /** The outcome of the walk over one server. */
    private record Part(long seen, boolean complete, String refusal) {}

    /**
     * Walks.
     *
     * @return what was found
     * @throws CannotAskException if a server does not answer
     */
    public WalkResult walk() {
        List<HostAndPort> nodes = servers.primaries();
        long all = count(servers).orElse(0L);
        long end = System.nanoTime() + limits.budget().toNanos();
        ExecutorService threads = Executors.newFixedThreadPool(nodes.size(), work -> {
            Thread thread = new Thread(work, "locks-walk");
            thread.setDaemon(true);
            return thread;
        });
        try {
            List<Future<Part>> parts = new ArrayList<>();
            nodes.forEach(node -> parts.add(threads.submit(() -> walk(node, end))));
            return result(parts, all);
        } finally {
            threads.shutdownNow();
        }
    }

    private WalkResult result(List<Future<Part>> parts, long all) {
        long seen = 0;
        boolean complete = true;
        String refusal = "";
        for (Future<Part> each : parts) {
            Part part = await(each);
            seen += part.seen();
            complete &= part.complete();
            refusal = refusal.isEmpty() ? part.refusal() : refusal;
        }
        List<String> keys = found.stream().sorted().limit(wanted).toList();
        return new WalkResult(keys, complete ? all : Math.min(seen, all), all, complete, refusal);
    }

    private static Part await(Future<Part> part) {
        try {
            return part.get();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CannotAskException("the scan was interrupted", e);
        } catch (ExecutionException e) {
            throw e.getCause() instanceof CannotAskException cannot
                    ? cannot
                    : new CannotAskException("the scan failed: " + e.getCause(), e);
        }
    }

    private Part walk(HostAndPort node, long end) throws InterruptedException {
        String cursor = "0";
        long seen = 0;
        // What one answer took longer than another it was waited for: the server did not work for it meanwhile.
        long quickest = Long.MAX_VALUE;
        do {
            long begun = System.nanoTime();
            Reply step = servers.ask(node, List.of(step(cursor))).get(0);
            if (step.isRefused() || step.list().size() < 2) {
                return new Part(seen, false, step.refusal());
            }
            cursor = step.list().get(0).text().orElse("0");
            step.list().get(1).list().forEach(key -> key.text().filter(kept).ifPresent(found::add));
            seen += WalkLimits.STEP;
            if (cursor.equals("0")) {
                return new Part(seen, true, "");
            }
            quickest = Math.min(quickest, System.nanoTime() - begun);
            pause(quickest, end);
        } while (System.nanoTime() < end && found.size() < wanted);
        return new Part(seen, false, "");
    }

    private Query step(String cursor) {
        String count = Integer.toString(WalkLimits.STEP);
        return type.isEmpty()
                ? Query.plain("SCAN", cursor, "MATCH", pattern, "COUNT", count)
                : Query.plain("SCAN", cursor, "MATCH", pattern, "COUNT", count, "TYPE", type);
    }

    /** Leaves the server alone for so long that it works for the walk no larger part of the time than it may. */
    private void pause(long workedNanos, long end) throws InterruptedException {
        long pause = (long) (workedNanos * (1 / limits.pace() - 1));
        TimeUnit.NANOSECONDS.sleep(Math.max(0, Math.min(pause, end - System.nanoTime())));
    }
}
