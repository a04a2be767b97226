package io.github.stormlock.benchmarks.migration;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.Lease;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import net.javacrumbs.shedlock.core.LockConfiguration;
import net.javacrumbs.shedlock.core.LockProvider;
import net.javacrumbs.shedlock.core.SimpleLock;

/** Runs a job on one machine at a time: by ShedLock, and by a mutex. */
final class DailyReport {
    private DailyReport() {}

    static void before(LockProvider provider, Runnable job) {
        Optional<SimpleLock> lock = provider.lock(
                new LockConfiguration(Instant.now(), "daily-report", Duration.ofMinutes(10), Duration.ofSeconds(30)));
        if (lock.isPresent()) {
            try {
                job.run();
            } finally {
                lock.get().unlock();
            }
        }
    }

    static void after(RedisLockFactory locks, String day, Runnable job) {
        Optional<Lease> granted = locks.mutex("daily-report").tryAcquire(Duration.ZERO);
        if (granted.isPresent()) {
            try (Lease lease = granted.get()) {
                GuardedEntry<HashEntry> report = locks.guard("daily-report", Entries.hash());
                if (!report.peek().get("done", "").equals(day)) {
                    job.run();
                    report.changeUnder(lease, entry -> entry.set("done", day));
                }
            }
        }
    }
}
