package io.github.stormlock.redis.internal.connect;

import io.github.stormlock.redis.RedisUnavailableException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Something that needs the network to be made. It is made on first use, on a thread of its own, so that no caller waits
 * longer than its deadline. If that failed, the next caller repeats it. Thread-safe.
 */
public final class Lazy<T> {
    private final String problem;
    private final DaemonThreads workers;
    private final Supplier<T> maker;
    private final Consumer<T> ender;
    private volatile @Nullable T made;

    // Guarded by this
    private @Nullable CompletableFuture<T> attempt;
    private boolean closed;

    /**
     * Creates one that is made when it is first asked for.
     *
     * @param problem the message while it cannot be made
     */
    public Lazy(String problem, DaemonThreads workers, Supplier<T> maker, Consumer<T> ender) {
        this.problem = problem;
        this.workers = workers;
        this.maker = maker;
        this.ender = ender;
    }

    /** Returns the value if it was made, and {@code null} otherwise. Never waits. */
    @Nullable
    public T ifMade() {
        return made;
    }

    /**
     * Returns the value, and makes it first if need be.
     *
     * @throws RedisUnavailableException if it cannot be made before the deadline
     */
    public T get(long deadline) {
        T here = made;
        return here == null ? await(attempt(), deadline) : here;
    }

    /** Ends what was made. What is still being made ends as soon as it is made. */
    public synchronized void close() {
        closed = true;
        if (attempt != null) {
            var unused = attempt.thenAccept(ender);
        }
    }

    private synchronized CompletableFuture<T> attempt() {
        if (closed) {
            throw new RedisUnavailableException("the port is closed", null);
        }
        CompletableFuture<T> current = attempt;
        if (current == null || current.isCompletedExceptionally()) {
            current = CompletableFuture.supplyAsync(this::make, workers::execute);
            attempt = current;
        }
        return current;
    }

    private T make() {
        T value = maker.get();
        made = value;
        return value;
    }

    private T await(CompletableFuture<T> current, long deadline) {
        try {
            return current.get(Math.max(1, Deadline.left(deadline)), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new RedisUnavailableException("interrupted; " + problem, null);
        } catch (TimeoutException e) {
            throw new RedisUnavailableException(problem + " in the time allowed", null);
        } catch (ExecutionException | CompletionException e) {
            throw Failures.notLearnt(problem, e.getCause());
        }
    }
}
