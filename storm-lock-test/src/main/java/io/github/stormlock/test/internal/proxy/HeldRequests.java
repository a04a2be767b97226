package io.github.stormlock.test.internal.proxy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** The requests that are held back, oldest first. Thread-safe. */
public final class HeldRequests {
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);

    private final List<Held> waiting = new ArrayList<>();
    private boolean closed;

    public synchronized int count() {
        // A request whose connection was ended by Redis is not held any more.
        waiting.removeIf(Held::isReleased);
        return waiting.size();
    }

    /** Adds a held request. Once closed, it returns one that is released already. */
    public synchronized Held hold() {
        Held held = new Held();
        if (closed) {
            held.end();
        } else {
            waiting.add(held);
        }
        return held;
    }

    /**
     * Releases the requests one after another, each when the one before was answered or its connection has ended.
     *
     * @throws IllegalStateException if one is not answered within 5 s, or the thread is interrupted
     */
    public void release() {
        List<Held> released;
        synchronized (this) {
            released = List.copyOf(waiting);
            waiting.clear();
        }
        for (Held held : released) {
            held.released.countDown();
            held.awaitAnswer();
        }
    }

    public synchronized void close() {
        closed = true;
        waiting.forEach(Held::end);
        waiting.clear();
    }

    /** One request that is held. */
    public static final class Held {
        private final CountDownLatch released = new CountDownLatch(1);
        private final CountDownLatch answered = new CountDownLatch(1);

        public void awaitRelease() throws InterruptedException {
            released.await();
        }

        public boolean isReleased() {
            return released.getCount() == 0;
        }

        public void answered() {
            answered.countDown();
        }

        public void end() {
            released.countDown();
            answered.countDown();
        }

        private void awaitAnswer() {
            try {
                if (!answered.await(LONGEST_WAIT.toMillis(), TimeUnit.MILLISECONDS)) {
                    throw new IllegalStateException(
                            "A held request was let go, but not answered within " + LONGEST_WAIT.toSeconds() + " s");
                }
            } catch (InterruptedException stopped) {
                Thread.currentThread().interrupt();
                throw new IllegalStateException("Interrupted while a held request was let go", stopped);
            }
        }
    }
}
