package io.github.stormlock.bolt;

import io.github.stormlock.Guard;
import io.github.stormlock.UpdateRunner;
import io.github.stormlock.bolt.internal.Purity;
import io.github.stormlock.internal.usercode.UserCode;
import io.github.stormlock.lock.EventId;
import io.github.stormlock.lock.Outcome;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * One update that a tuple asks for, with all that it emits. It tells its tuple what came of it. One thread at a time
 * uses it, as {@link UpdateRunner.Submission} says.
 */
final class OpenChange<E> implements UpdateRunner.Submission<E>, TaskRun.Made {
    private final OpenTuple<?> tuple;
    private final EventId event;
    private final List<Step<E>> steps = new ArrayList<>(1);
    private Guard<E> guard;
    private BufferedEmitter emission = BufferedEmitter.NOTHING;
    private boolean interrupted;

    /**
     * One of the changes that are made in one update.
     *
     * @param emit emits what follows from it; {@code null} if nothing does
     */
    record Step<E>(Consumer<? super E> change, @Nullable BiConsumer<? super E, Emitter> emit) {}

    OpenChange(OpenTuple<?> tuple, Guard<E> guard, EventId event) {
        this.tuple = tuple;
        this.guard = guard;
        this.event = event;
    }

    /**
     * Adds a change that comes after those that it has.
     *
     * @param shows the guard of the entry if the change emits
     */
    void add(Step<E> step, Guard<E> shows) {
        steps.add(step);
        if (step.emit() != null) {
            guard = shows;
        }
    }

    /** Has each of its changes run twice, and compared, before it is made. */
    void checkBy(Purity purity) {
        steps.replaceAll(step -> {
            BiConsumer<? super E, Emitter> emit = step.emit();
            return new Step<>(
                    view -> {
                        purity.twice(describe(), guard, view, step.change());
                        step.change().accept(view);
                    },
                    emit == null
                            ? null
                            : (entry, out) -> purity.leavingFieldsAlone("emit", () -> emit.accept(entry, out)));
        });
    }

    @Override
    public BufferedEmitter emission() {
        return emission;
    }

    /** Returns the update in words, for messages. */
    String describe() {
        return "update of the " + guard + (isNamed() ? ", event " + event : "");
    }

    @Override
    public TaskRun.Work work() {
        return new TaskRun.Work(guard.name(), describe());
    }

    /** Returns true if its event has an id. */
    boolean isNamed() {
        return !(event instanceof EventId.None);
    }

    @Override
    public Guard<E> guard() {
        return guard;
    }

    @Override
    public EventId event() {
        return event;
    }

    @Override
    public long sinceNanos() {
        return tuple.sinceNanos();
    }

    @Override
    public boolean isWanted() {
        return tuple.isWanted() || tuple.changeFailed();
    }

    @Override
    public void change(E view) {
        boolean sound = false;
        try {
            BufferedEmitter out = tuple.emitter();
            for (Step<E> step : steps) {
                step.change().accept(view);
                if (step.emit() != null) {
                    // It emits now, before the updates behind it in the group change the view.
                    emit(step, guard.settled(view), out);
                }
            }
            // This replaces what an earlier run emitted, and is sent if this run is written.
            emission = out;
            sound = true;
        } finally {
            // Noted here, because the flag belongs to the thread, which applies the updates of other tuples too.
            interrupted = !sound && Thread.currentThread().isInterrupted();
        }
    }

    private void emit(Step<E> step, E standing, BufferedEmitter out) {
        BiConsumer<? super E, Emitter> emit = step.emit();
        if (emit != null) {
            UserCode.run("emit", guard.name(), () -> emit.accept(standing, out));
        }
    }

    @Override
    public void settled(@Nullable Outcome<E> outcome, @Nullable Throwable failure) {
        Throwable thrown = failure;
        if (failure == null && outcome != null && outcome.replay()) {
            try {
                emitOf(outcome);
            } catch (Throwable t) {
                thrown = t;
            }
        }
        if (thrown == null) {
            tuple.changeEnded();
        } else {
            tuple.changeThrew(this, thrown, interrupted);
        }
    }

    /** A replay writes nothing, so it is shown the entry as it stands. */
    private void emitOf(Outcome<E> replay) {
        BufferedEmitter out = tuple.emitter();
        for (Step<E> step : steps) {
            if (step.emit() != null) {
                emit(step, replay.entry(), out);
            }
        }
        emission = out;
    }

    @Override
    public void drop() {
        tuple.changeFailed();
    }
}
