package io.github.stormlock.torture.client;

import io.github.stormlock.torture.client.path.UpdatePath;
import io.github.stormlock.torture.history.PathNames;
import io.github.stormlock.torture.protocol.Todo;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/**
 * Makes updates in one way, on one thread of a client, and tries those again that are not settled, until it is told to stop.
 * Then it tries for 15 s to settle what is still open.
 */
final class Worker implements Runnable {
    private static final long PAUSE_NANOS = 5_000_000;
    private static final int REMEMBERED = 300;
    private static final int REPEATS_ONE_IN = 3;
    private static final long LONGEST_WAIT_NANOS = 15_000_000_000L;

    private final UpdatePath path;
    private final String source;
    private final Random random;
    private final List<Todo> open = new ArrayList<>();
    private final List<Todo> settledBefore = new ArrayList<>();
    private long next;
    private volatile boolean stopping;

    /** @param begun the updates that earlier incarnations began and did not settle */
    Worker(UpdatePath path, String source, long next, Collection<Todo> begun, long seed) {
        this.path = path;
        this.source = source;
        this.next = next;
        this.open.addAll(begun);
        this.random = new Random(seed);
    }

    String source() {
        return source;
    }

    /** Returns the first offset that it has not used. To be called once the worker has ended. */
    long next() {
        return next;
    }

    void stop() {
        stopping = true;
    }

    @Override
    public void run() {
        while (!stopping) {
            while (open.size() < path.width()) {
                open.add(new Todo(source, next, path.entry(random)));
                next++;
            }
            round();
        }
        long end = System.nanoTime() + LONGEST_WAIT_NANOS;
        while (!open.isEmpty() && System.nanoTime() - end < 0) {
            round();
        }
    }

    /** Keeps a sample of all settled updates, early and late ones. */
    private void remember(Todo settled) {
        if (settledBefore.size() < REMEMBERED) {
            settledBefore.add(settled);
        } else {
            settledBefore.set(random.nextInt(REMEMBERED), settled);
        }
    }

    private void round() {
        long low = open.stream().mapToLong(Todo::offset).min().orElse(next);
        // A predecessor may leave more open updates than fit into one attempt: the oldest come first.
        List<Todo> some = List.copyOf(open.subList(0, Math.min(open.size(), path.width())));
        List<Todo> settled = path.attempt(some, low);
        open.removeAll(settled);
        settled.forEach(this::remember);
        if (path.repeats() && !settledBefore.isEmpty() && random.nextInt(REPEATS_ONE_IN) == 0) {
            path.repeat(settledBefore.get(random.nextInt(settledBefore.size())), low);
        }
        if (PathNames.triesOnce(path.name())) {
            open.clear();
        } else if (settled.isEmpty()) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }
}
