package io.github.stormlock.torture;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

/** One commit on every entry, by several threads. */
final class FinalRound {
    private static final int THREADS = 4;
    private static final long PAUSE_NANOS = 10_000_000;

    private FinalRound() {}

    /** Returns when all is committed, or the time is over. */
    static void run(Door door, String client, AtomicLong offsets, long millis, List<String> entries) {
        long end = System.nanoTime() + millis * 1_000_000;
        ConcurrentLinkedQueue<String> left = new ConcurrentLinkedQueue<>(entries);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Thread thread = new Thread(() -> drain(door, client, offsets, end, left), "final");
            thread.start();
            threads.add(thread);
        }
        for (Thread thread : threads) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
        }
    }

    private static void drain(
            Door door, String client, AtomicLong offsets, long end, ConcurrentLinkedQueue<String> left) {
        for (String entry = left.poll(); entry != null; entry = left.poll()) {
            // A source for each entry: its offsets rise, whichever threads send them.
            Todo todo = new Todo(client + "." + Doors.FINAL + '.' + entry, offsets.incrementAndGet(), entry);
            while (door.attempt(List.of(todo), todo.offset()).isEmpty() && System.nanoTime() - end < 0) {
                LockSupport.parkNanos(PAUSE_NANOS);
            }
        }
    }
}
