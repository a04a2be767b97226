package io.github.stormlock.insight.page;

import io.github.stormlock.insight.page.state.PageState;
import io.github.stormlock.insight.page.state.StateSource;
import io.github.stormlock.insight.redis.CannotAskException;
import java.time.Duration;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Asks a source for the state once in an interval, for all viewers together, and only while one of them looks. Who looks first
 * after a while waits for the first answer; the others get the last one at once. Thread-safe.
 */
final class SharedReader implements AutoCloseable {
    private static final Duration LONGEST_WAIT = Duration.ofSeconds(5);
    /** If nobody looks for so many intervals, the source is left alone. */
    private static final int UNSEEN = 3;

    private final StateSource source;
    private final Consumer<StateReading> listener;
    private final long intervalNanos;
    private final ScheduledThreadPoolExecutor thread;
    private long looked;
    private boolean busy;
    private boolean fresh;
    private StateReading last;

    SharedReader(StateSource source, Duration interval, Consumer<StateReading> listener) {
        this.source = source;
        this.listener = listener;
        this.intervalNanos = interval.toNanos();
        this.last = new StateReading(0, System.nanoTime(), null, "The locks are being read.");
        this.thread = new ScheduledThreadPoolExecutor(1, task -> {
            Thread reader = new Thread(task, "locks-page-reader");
            reader.setDaemon(true);
            return reader;
        });
    }

    /** Returns the last reading, and sees to it that there will be a next one. */
    synchronized StateReading latest() {
        looked = System.nanoTime();
        if (!busy) {
            busy = true;
            fresh = false;
            thread.execute(this::round);
        }
        long end = looked + LONGEST_WAIT.toNanos();
        long rest = end - System.nanoTime();
        try {
            while (!fresh && rest > 0) {
                TimeUnit.NANOSECONDS.timedWait(this, rest);
                rest = end - System.nanoTime();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return last;
    }

    private void round() {
        long begin = System.nanoTime();
        if (rests(begin)) {
            return;
        }
        PageState state = null;
        String trouble = null;
        try {
            state = source.state();
        } catch (CannotAskException e) {
            trouble = e.getMessage();
        } catch (RuntimeException e) {
            // Its message is not meant for the page.
            trouble = "The locks cannot be read: " + e.getClass().getSimpleName();
        }
        publish(state, trouble);
        var unused = thread.schedule(
                this::round, Math.max(0, begin + intervalNanos - System.nanoTime()), TimeUnit.NANOSECONDS);
    }

    private synchronized boolean rests(long now) {
        busy = now - looked < UNSEEN * intervalNanos;
        return !busy;
    }

    private synchronized void publish(@Nullable PageState state, @Nullable String trouble) {
        last = new StateReading(last.number() + 1, System.nanoTime(), state == null ? last.state() : state, trouble);
        // Before anybody sees the reading, so that the history that goes with it has it.
        listener.accept(last);
        fresh = true;
        notifyAll();
    }

    @Override
    public void close() {
        thread.shutdownNow();
    }
}
