package io.github.stormlock.lock;

import static org.awaitility.Awaitility.await;

import io.github.stormlock.redis.RedisConfig.Mode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.awaitility.core.ConditionTimeoutException;

/** A factory, with a check that its connections answer what they are asked. */
final class HealthCheck implements AutoCloseable {
    private final RedisLockFactory locks;
    private final List<String> entries = new ArrayList<>();
    private long expected;

    HealthCheck(ProxiedServers servers, RedisLockFactory locks) {
        this.locks = locks;
        for (int server = 0; server < servers.servers().size(); server++) {
            entries.add(entryAt(servers, server));
        }
        for (String entry : entries) {
            long now = Operation.guard(locks, entry).update(view -> view.addAndGet("total", 0));
            expected = Math.max(expected, now);
        }
        String sick = sick();
        if (!sick.isEmpty()) {
            throw new AssertionError("a new factory is not well: " + sick);
        }
    }

    private static String entryAt(ProxiedServers servers, int server) {
        return IntStream.range(0, 10_000)
                .mapToObj(i -> "health" + i)
                .filter(key -> servers.mode() != Mode.CLUSTER || servers.serverOf(key) == server)
                .findFirst()
                .orElseThrow();
    }

    RedisLockFactory locks() {
        return locks;
    }

    /** Returns what is wrong with the next answers, or an empty text if nothing is. */
    String sick() {
        expected++;
        try {
            for (String entry : entries) {
                long expectedHere = expected;
                long got = Operation.guard(locks, entry).update(view -> {
                    view.set("total", Math.max(view.getLong("total") + 1, expectedHere));
                    return view.getLong("total");
                });
                if (got != expected) {
                    return entry + " was " + got + " instead of " + expected;
                }
                Optional<Lease> lease = locks.mutex("free-" + entry).tryAcquire(Duration.ZERO);
                if (lease.isEmpty()) {
                    return "a free lock was not granted";
                }
                lease.get().close();
            }
            return "";
        } catch (RuntimeException e) {
            return e.toString();
        }
    }

    boolean poolIsIdle() {
        try {
            await().until(() -> locks.poolActive() == 0 && locks.poolWaiting() == 0);
            return true;
        } catch (ConditionTimeoutException inUse) {
            return false;
        }
    }

    @Override
    public void close() {
        locks.close();
    }
}
