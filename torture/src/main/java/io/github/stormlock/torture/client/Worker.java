package io.github.stormlock.torture.client;

import io.github.stormlock.torture.protocol.Todo;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/** One thread of a client: makes updates through its door, and tries again what is not settled, until it is told to stop. */
final class Worker implements Runnable {
    private static final long PAUSE_NANOS = 5_000_000;
    private static final int REMEMBERED = 300;
    private static final int REPEATS_ONE_IN = 3;
    private static final long PATIENCE_NANOS = 15_000_000_000L;

    private final Door door;
    private final String source;
    private final Random random;
    private final List<Todo> open = new ArrayList<>();
    private final List<Todo> settledBefore = new ArrayList<>();
    private long next;
    private volatile boolean stopping;

    /** @param begun what earlier incarnations have begun, and not settled */
    Worker(Door door, String source, long next, Collection<Todo> begun, long seed) {
        this.door = door;
        this.source = source;
        this.next = next;
        this.open.addAll(begun);
        this.random = new Random(seed);
    }

    String source() {
        return source;
    }

    /** The first offset that it has not used; to be asked once it has ended. */
    long next() {
        return next;
    }

    void stop() {
        stopping = true;
    }

    @Override
    public void run() {
        while (!stopping) {
            while (open.size() < door.width()) {
                open.add(new Todo(source, next, door.entry(random)));
                next++;
            }
            round();
        }
        long end = System.nanoTime() + PATIENCE_NANOS;
        while (!open.isEmpty() && System.nanoTime() - end < 0) {
            round();
        }
    }

    /** A sample of all that was settled, early and late. */
    private void remember(Todo settled) {
        if (settledBefore.size() < REMEMBERED) {
            settledBefore.add(settled);
        } else {
            Todo unused = settledBefore.set(random.nextInt(REMEMBERED), settled);
        }
    }

    private void round() {
        long low = open.stream().mapToLong(Todo::offset).min().orElse(next);
        // After a predecessor there may be more open than the door takes: the oldest come first.
        List<Todo> some = List.copyOf(open.subList(0, Math.min(open.size(), door.width())));
        List<Todo> settled = door.attempt(some, low);
        open.removeAll(settled);
        settled.forEach(this::remember);
        if (door.repeats() && !settledBefore.isEmpty() && random.nextInt(REPEATS_ONE_IN) == 0) {
            door.repeat(settledBefore.get(random.nextInt(settledBefore.size())), low);
        }
        if (!door.retries()) {
            open.clear();
        } else if (settled.isEmpty()) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }
}
