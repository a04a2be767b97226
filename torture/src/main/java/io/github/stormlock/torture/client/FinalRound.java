package io.github.stormlock.torture.client;

import io.github.stormlock.torture.client.path.UpdatePath;
import io.github.stormlock.torture.history.PathNames;
import io.github.stormlock.torture.protocol.Todo;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/**
 * Commits once on every entry, with several threads, until all is committed or the time is over. Its methods are for one
 * thread.
 */
final class FinalRound {
    private static final int THREADS = 4;
    private static final int MOST_AT_ONCE = 20;
    private static final long PAUSE_NANOS = 10_000_000;

    private final String client;
    private final AtomicLong offsets;
    private final long end;
    private final List<Thread> threads = new ArrayList<>();

    FinalRound(String client, AtomicLong offsets, long millis) {
        this.client = client;
        this.offsets = offsets;
        this.end = System.nanoTime() + millis * 1_000_000;
    }

    /** Begins to commit on these entries, in this way. */
    void run(List<String> entries, UpdatePath path) {
        int size = Math.min(path.width(), MOST_AT_ONCE);
        ConcurrentLinkedQueue<List<String>> left = new ConcurrentLinkedQueue<>();
        for (int i = 0; i < entries.size(); i += size) {
            left.add(entries.subList(i, Math.min(entries.size(), i + size)));
        }
        for (int i = 0; i < THREADS; i++) {
            Thread thread = new Thread(() -> drain(path, left), "final");
            thread.start();
            threads.add(thread);
        }
    }

    /** Waits until all is committed, or the time is over. */
    void await() {
        Crew.join(threads);
    }

    private void drain(UpdatePath path, ConcurrentLinkedQueue<List<String>> left) {
        for (List<String> some = left.poll(); some != null; some = left.poll()) {
            List<Todo> open = new ArrayList<>();
            for (String entry : some) {
                // Each entry has a source of its own, so its offsets rise, no matter which threads send them.
                open.add(new Todo(client + "." + PathNames.FINAL + '.' + entry, offsets.incrementAndGet(), entry));
            }
            commit(path, open);
        }
    }

    private void commit(UpdatePath path, List<Todo> open) {
        while (true) {
            // No offset is below a low of 0. Each source has only one open update.
            open.removeAll(path.attempt(List.copyOf(open), 0));
            if (open.isEmpty() || System.nanoTime() - end > 0) {
                return;
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }
}
