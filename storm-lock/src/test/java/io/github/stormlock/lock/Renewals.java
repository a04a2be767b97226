package io.github.stormlock.lock;

import io.github.stormlock.test.EntryReader;
import java.time.Duration;
import org.awaitility.Awaitility;

/** Sees a key's time to live rise, which shows that somebody has renewed it. */
final class Renewals {
    /** A lease that is renewed every 0.8 s, which leaves a busy machine time to pause. */
    static final Duration LEASE = Duration.ofMillis(2_400);

    private Renewals() {}

    /** Returns once a key was renewed so often. Fails if the key is gone before. */
    static void await(int times, EntryReader entries, String key) {
        long[] last = {entries.ttlMillis(key)};
        int[] seen = {0};
        Awaitility.await().pollInterval(Duration.ofMillis(20)).until(() -> {
            long now = entries.ttlMillis(key);
            if (now < 0) {
                throw new AssertionError(key + " is gone");
            }
            seen[0] += now > last[0] ? 1 : 0;
            last[0] = now;
            return seen[0] == times;
        });
    }
}
