package io.github.stormlock.torture.client;

import io.github.stormlock.torture.history.Doors;
import io.github.stormlock.torture.protocol.Todo;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** One commit on every entry, by several threads, until the time is over. For one thread. */
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

    /** Begins to commit on these entries, through this door. */
    void run(List<String> entries, Door door) {
        int size = Math.min(door.width(), MOST_AT_ONCE);
        ConcurrentLinkedQueue<List<String>> left = new ConcurrentLinkedQueue<>();
        for (int i = 0; i < entries.size(); i += size) {
            left.add(entries.subList(i, Math.min(entries.size(), i + size)));
        }
        for (int i = 0; i < THREADS; i++) {
            Thread thread = new Thread(() -> drain(door, left), "final");
            thread.start();
            threads.add(thread);
        }
    }

    /** Returns when all is committed, or the time is over. */
    void await() {
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private void drain(Door door, ConcurrentLinkedQueue<List<String>> left) {
        for (List<String> some = left.poll(); some != null; some = left.poll()) {
            List<Todo> open = new ArrayList<>();
            for (String entry : some) {
                // A source for each entry: its offsets rise, whichever threads send them.
                open.add(new Todo(client + "." + Doors.FINAL + '.' + entry, offsets.incrementAndGet(), entry));
            }
            commit(door, open);
        }
    }

    private void commit(Door door, List<Todo> open) {
        while (true) {
            // A low that no offset is below: each source has one that is open.
            open.removeAll(door.attempt(List.copyOf(open), 0));
            if (open.isEmpty() || System.nanoTime() - end > 0) {
                return;
            }
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }
}
