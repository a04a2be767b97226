package io.github.stormlock.torture.client.path;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.LockEvents;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.Outcome;
import io.github.stormlock.lock.OutcomeUnknownException;
import io.github.stormlock.torture.history.HistoryLine;
import io.github.stormlock.torture.history.HistoryWriter;
import io.github.stormlock.torture.history.Op;
import io.github.stormlock.torture.protocol.Todo;
import io.github.stormlock.torture.protocol.UpdateSteps;
import java.util.function.Supplier;

/**
 * Records the attempts of a client, and holds what all its ways to update share: history, steps, moves and listener.
 * Thread-safe.
 */
public record AttemptRecorder(HistoryWriter history, UpdateSteps steps, Moves moves, LockEvents events) {

    /** Returns a guard of the hashes of a run, which sees the fields that a move reads. */
    GuardedEntry<HashEntry> hashes(RedisLockFactory locks) {
        return locks.guard("any", Entries.hash()).onlyFields(Moves.FIELDS).withEvents(events);
    }

    /** Makes one attempt at an update, and records it. Returns true if the update is settled. */
    @SuppressWarnings("CatchingUnchecked") // the run looks for errors that the library lets through
    public boolean attempt(Todo todo, String path, Supplier<Outcome<?>> update) {
        steps.at(UpdateSteps.BEFORE);
        String op = history.invoke(todo.id(), todo.entry(), path);
        try {
            Outcome<?> outcome = update.get();
            steps.at(UpdateSteps.COMMITTED);
            done(op, todo, outcome.replay());
            steps.at(UpdateSteps.ACKED);
            return true;
        } catch (RuntimeException | LinkageError e) {
            failed(op, todo, e);
            return false;
        }
    }

    public void done(String op, Todo todo, boolean replay) {
        long place = moves.placeOf(todo.id());
        history.tell(HistoryLine.Kind.OK, op, replay ? 0 : place, replay ? Op.REPLAY : "", moves.ranAt(todo.id()));
    }

    public void failed(String op, Todo todo, Throwable thrown) {
        failed(op, moves.ranAt(todo.id()), thrown);
    }

    /** Records an attempt that threw, whose update ran first at a moment; at 0 if it never ran. */
    public void failed(String op, long ran, Throwable thrown) {
        if (thrown instanceof UpdateThrewException) {
            history.tell(HistoryLine.Kind.FAILED, op, 0, Op.THREW, ran);
        } else if (thrown instanceof LockException) {
            HistoryLine.Kind kind =
                    thrown instanceof OutcomeUnknownException ? HistoryLine.Kind.UNKNOWN : HistoryLine.Kind.FAILED;
            history.tell(kind, op, 0, said(thrown), ran);
        } else {
            history.tell(HistoryLine.Kind.UNKNOWN, op, 0, unexpected(thrown), ran);
        }
    }

    /** Records an attempt that was not granted its lock. */
    public void timedOut(String op) {
        history.tell(HistoryLine.Kind.FAILED, op, 0, "LockTimeout");
    }

    /** Records what became of an update in a tuple. */
    public void settled(String op, Todo todo, boolean acked) {
        if (acked) {
            done(op, todo, false);
        } else {
            history.tell(HistoryLine.Kind.UNKNOWN, op, 0, "the tuple failed", moves.ranAt(todo.id()));
        }
    }

    public static String unexpected(Throwable thrown) {
        return Op.UNEXPECTED + said(thrown);
    }

    private static String said(Throwable thrown) {
        return thrown.getClass().getSimpleName() + ": " + thrown.getMessage();
    }
}
