package io.github.stormlock.bolt.readme;

import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.lock.Lease;
import io.github.stormlock.lock.kind.DistributedReadWriteLock;
import io.github.stormlock.lock.kind.Latch;
import io.github.stormlock.lock.kind.Permits;
import java.time.Duration;
import java.util.List;

/** The examples of the page on locks. A report is the list of what was done with it. */
record LockExamples(RedisLockFactory locks) {
    void mutex(List<String> report) {
        try (Lease lease = locks.mutex("report:daily").acquire(Duration.ofSeconds(2))) {
            upload(report, lease.fence());
        }
    }

    void fair(List<String> report) {
        try (Lease lease = locks.fair("printer").acquire(Duration.ofMinutes(1))) {
            print(report, lease.fence());
        }
    }

    void readWrite(List<String> report) {
        DistributedReadWriteLock catalogue = locks.readWrite("catalogue");
        try (Lease writing = catalogue.write().acquire(Duration.ofSeconds(5))) {
            rebuild(report);
        }
        try (Lease reading = catalogue.read().acquire(Duration.ofSeconds(5))) {
            publish(report);
        }
    }

    void permits(List<String> report) {
        Permits calls = locks.permits("api", 10);
        try (Lease three = calls.acquire(3, Duration.ofSeconds(2))) {
            call(report, 3);
        }
    }

    boolean latch() {
        Latch loaded = locks.latch("loaded:2026-11-21", 5, Duration.ofDays(1));
        int left = loaded.countDown("part-3");
        boolean open = loaded.await(Duration.ofMinutes(10));
        return open && left == 0;
    }

    void all(List<String> report) {
        try (Lease both = locks.all("room:1", "room:2").acquire(Duration.ofSeconds(2))) {
            book(report);
        }
    }

    private static void upload(List<String> report, long fence) {
        report.add("uploaded under a fence " + (fence > 0));
    }

    private static void print(List<String> report, long fence) {
        report.add("printed under a fence " + (fence > 0));
    }

    private static void rebuild(List<String> report) {
        report.add("rebuilt");
    }

    private static void publish(List<String> report) {
        report.add("published");
    }

    private static void call(List<String> report, int times) {
        report.add("called " + times + " times");
    }

    private static void book(List<String> report) {
        report.add("booked");
    }
}
