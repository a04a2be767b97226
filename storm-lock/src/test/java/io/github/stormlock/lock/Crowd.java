package io.github.stormlock.lock;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.time.Duration;
import java.util.concurrent.Callable;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import redis.clients.jedis.UnifiedJedis;

/** Updates of one entry that all wait, in a known order, behind a foreign holder, until the test lets them go. */
final class Crowd {
    private static final String TOKEN = "foreign";

    private final Stage stage;
    private final String lock;
    private final UnifiedJedis foreigner;
    private final AtomicInteger waiting = new AtomicInteger();

    Crowd(Stage stage, String lock) {
        this.stage = stage;
        this.lock = lock;
        this.foreigner = stage.foreigner();
        assertThat(Stage.foreignLock(foreigner, lock, TOKEN, 60_000)).isTrue();
    }

    /** Returns events that tell the crowd when its updates wait. */
    LockEvents events() {
        return new LockEvents() {
            @Override
            public void contended() {
                waiting.incrementAndGet();
            }
        };
    }

    /** Starts an update through a guard that tells {@link #events}; returns when it waits. */
    <T> Future<T> joins(Callable<T> update) {
        int before = waiting.get();
        Future<T> future = stage.start(update);
        await().pollInterval(Duration.ofMillis(2)).until(() -> waiting.get() > before);
        return future;
    }

    /** Returns once the first of them has asked for the lock. Until then it attempts without the lock. */
    void awaitAsked() {
        String notes = lock.replaceFirst("lock:", "lock-wait:");
        await().pollInterval(Duration.ofMillis(2)).until(() -> foreigner.exists(notes));
    }

    void letGo() {
        assertThat(Stage.foreignUnlock(foreigner, lock, TOKEN)).isTrue();
    }
}
