package io.github.stormlock.quorum;

import io.github.stormlock.lock.Lease;
import java.time.Duration;
import java.util.List;

/** The guide's example. It needs three servers of these names, so it is compiled and not run. */
final class QuorumExample {
    private QuorumExample() {}

    static void report(List<String> report) {
        try (RedisQuorum quorum = RedisQuorum.connect(List.of("redis://a:6379", "redis://b:6379", "redis://c:6379"));
                Lease lease = quorum.mutex("report:daily").acquire(Duration.ofSeconds(2))) {
            upload(report, lease.fence());
        }
    }

    private static void upload(List<String> report, long fence) {
        report.add("uploaded under a fence " + (fence > 0));
    }
}
