package io.github.stormlock;

import io.github.stormlock.internal.usercode.UserCode;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.LockInterruptedException;
import io.github.stormlock.lock.LockTimeoutException;
import io.github.stormlock.lock.LockUnavailableException;
import io.github.stormlock.lock.Outcome;
import java.time.Duration;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * An update whose caller does not wait. It can be cancelled until its change runs first. From then on its outcome
 * settles it, and a cancel is refused: otherwise a caller would be told "cancelled" of an update that is written.
 * Thread-safe.
 */
final class AsyncUpdate<V, R extends @Nullable Object> implements UpdateRunner.Submission<V> {
    private final FactoryRuntime runtime;
    private final Guard<V> guard;
    private final EventId event;
    private final Function<? super V, ?> change;
    private final BiFunction<Outcome<V>, @Nullable Object, R> value;
    private final long sinceNanos = System.nanoTime();
    private final AtomicReference<State> state = new AtomicReference<>(State.WAITING);
    private final ResultStage stage = new ResultStage();
    private @Nullable Object returned;

    private enum State {
        /** Its change has not run. */
        WAITING,
        /** Its change has run, so that it may be written. */
        BEGUN,
        /** It is settled, dropped or cancelled. */
        OVER
    }

    private final class ResultStage extends CompletableFuture<R> {
        @Override
        public boolean cancel(boolean mayInterrupt) {
            return state.compareAndSet(State.WAITING, State.OVER) && super.cancel(mayInterrupt);
        }
    }

    /**
     * Creates an update, not submitted yet.
     *
     * @param value makes what the caller is told, from the outcome and from what the change returned
     */
    AsyncUpdate(
            Guard<V> guard,
            EventId event,
            Function<? super V, ?> change,
            BiFunction<Outcome<V>, @Nullable Object, R> value) {
        this.runtime = guard.runtime();
        this.guard = guard;
        this.event = event;
        this.change = change;
        this.value = value;
    }

    /** Hands the update to the runner, and waits for room as long as its guard waits. */
    CompletionStage<R> submit() {
        UserCode.refuse("asynchronous update", guard.name());
        runtime.locks().ownLeases().refuse(guard.targets().locked());
        runtime.users().retain();
        boolean handedOver = false;
        try {
            Duration wait = guard.longestWait();
            handedOver = runtime.asyncUpdates().submitAll(List.of(this), wait.toNanos());
            if (!handedOver) {
                stage.completeExceptionally(refusal(wait));
            }
        } finally {
            if (!handedOver) {
                runtime.users().letGo();
            }
        }
        return stage;
    }

    private LockException refusal(Duration wait) {
        return Thread.currentThread().isInterrupted()
                ? LockInterruptedException.ofEntry(guard.name())
                : LockTimeoutException.ofEntry(
                        guard.name(), wait, FactoryRuntime.MOST_ASYNC + " other asynchronous updates of this factory");
    }

    @Override
    public Guard<V> guard() {
        return guard;
    }

    @Override
    public EventId event() {
        return event;
    }

    @Override
    public long sinceNanos() {
        return sinceNanos;
    }

    @Override
    public boolean isWanted() {
        // It was cancelled, or completed in another way, such as by orTimeout.
        if (!stage.isDone()) {
            return true;
        }
        state.set(State.OVER);
        runtime.users().letGo();
        return false;
    }

    @Override
    public void setAside() {
        // Not if a cancel came first, which has not told its caller yet.
        state.compareAndSet(State.BEGUN, State.WAITING);
    }

    @Override
    public void change(V view) {
        // The update begins only here. Until then it may have waited for its entry, for as long as its guard waits.
        boolean first = state.compareAndSet(State.WAITING, State.BEGUN);
        if (stage.isDone() || (!first && state.get() != State.BEGUN)) {
            throw new CancellationException();
        }
        returned = change.apply(view);
    }

    @Override
    public void settled(@Nullable Outcome<V> outcome, @Nullable Throwable failure) {
        state.set(State.OVER);
        try {
            // Not the runner's thread: a callback that waits there for the stage of another update would wait for its
            // own thread. Threads of this pool that wait for a stage are replaced meanwhile.
            stage.defaultExecutor().execute(() -> complete(outcome, failure));
        } catch (RejectedExecutionException | OutOfMemoryError e) {
            // No thread can be had.
            complete(outcome, failure);
        } finally {
            runtime.users().letGo();
            SharedRuntimes.forgetEnded();
        }
    }

    private void complete(@Nullable Outcome<V> outcome, @Nullable Throwable failure) {
        if (failure == null) {
            stage.complete(value.apply(Objects.requireNonNull(outcome), returned));
        } else {
            stage.completeExceptionally(failure instanceof LockException e ? e.ofUpdate(guard.name(), event) : failure);
        }
    }

    @Override
    public void drop() {
        state.set(State.OVER);
        try {
            stage.completeExceptionally(LockUnavailableException.ofEntry(
                    guard.name(), "the factory has ended, or has no thread that waits for the entry", null));
        } finally {
            runtime.users().letGo();
        }
    }
}
