package io.github.stormlock.insight.redis;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import redis.clients.jedis.HostAndPort;

/**
 * Walks over the keys of all primaries, in small steps of each by turns with pauses between them, until the end or the end
 * of the budget. A key that a server shows twice, or that moves to another one meanwhile, is found once. Keys that come
 * or go during the walk may be missed. For one walk; used by one thread.
 */
public final class KeyWalk {
    private static final String BEGIN = "0";

    private final RedisServers servers;
    private final WalkLimits limits;
    private final String pattern;
    private final String type;
    private final Predicate<String> kept;
    private final int wanted;
    private final Set<String> found = new HashSet<>();
    /** How far the servers were walked through that are not done yet. */
    private final Map<HostAndPort, String> cursors = new LinkedHashMap<>();

    private long seen;
    private String refusal = "";

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

    /**
     * Walks.
     *
     * @return what was found
     * @throws CannotAskException if a server does not answer
     */
    public WalkResult walk() {
        long all = count(servers).orElse(0L);
        long end = System.nanoTime() + limits.budget().toNanos();
        servers.primaries().forEach(node -> cursors.put(node, BEGIN));
        // What one answer took longer than another it was waited for: the server did not work for it meanwhile.
        long quickest = Long.MAX_VALUE;
        do {
            long worked = 0;
            for (HostAndPort node : List.copyOf(cursors.keySet())) {
                long begun = System.nanoTime();
                step(node);
                worked = Math.max(worked, System.nanoTime() - begun);
            }
            if (cursors.isEmpty()) {
                break;
            }
            quickest = Math.min(quickest, worked);
            pause(quickest, end);
        } while (System.nanoTime() < end && found.size() < wanted);
        boolean complete = cursors.isEmpty() && refusal.isEmpty();
        List<String> keys = found.stream().sorted().limit(wanted).toList();
        return new WalkResult(keys, complete ? all : Math.min(seen, all), all, complete, refusal);
    }

    /** Takes one step at a server, whose cursor is gone once it was walked through, or refuses to be. */
    private void step(HostAndPort node) {
        Reply step = servers.ask(node, List.of(query(cursors.getOrDefault(node, BEGIN))))
                .get(0);
        if (step.isRefused()) {
            refusal = step.refusal();
            cursors.remove(node);
            return;
        }
        step.list().get(1).list().forEach(key -> key.text().filter(kept).ifPresent(found::add));
        seen += WalkLimits.STEP;
        String cursor = step.list().get(0).text().orElse(BEGIN);
        if (cursor.equals(BEGIN)) {
            cursors.remove(node);
        } else {
            cursors.put(node, cursor);
        }
    }

    private Query query(String cursor) {
        String count = Integer.toString(WalkLimits.STEP);
        return type.isEmpty()
                ? Query.plain("SCAN", cursor, "MATCH", pattern, "COUNT", count)
                : Query.plain("SCAN", cursor, "MATCH", pattern, "COUNT", count, "TYPE", type);
    }

    /** Leaves the server alone for so long that it works for the walk no larger part of the time than it may. */
    private void pause(long workedNanos, long end) {
        long pause = (long) (workedNanos * (1 / limits.pace() - 1));
        try {
            TimeUnit.NANOSECONDS.sleep(Math.max(0, Math.min(pause, end - System.nanoTime())));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new CannotAskException("the scan was interrupted", e);
        }
    }
}
