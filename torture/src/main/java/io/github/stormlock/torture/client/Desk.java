package io.github.stormlock.torture.client;

import io.github.stormlock.lock.LockEvents;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.Outcome;
import io.github.stormlock.lock.OutcomeUnknownException;
import io.github.stormlock.torture.history.HistoryWriter;
import io.github.stormlock.torture.history.Line;
import io.github.stormlock.torture.history.Op;
import io.github.stormlock.torture.protocol.Steps;
import io.github.stormlock.torture.protocol.Todo;
import java.util.function.Supplier;

/** What the doors of a client share: its history, its steps, and how an attempt is recorded. Thread-safe. */
record Desk(HistoryWriter history, Steps steps, Moves moves) {

    LockEvents events() {
        return new FailingListener(history);
    }

    /** One attempt at one update; whether it is settled. */
    @SuppressWarnings("CatchingUnchecked") // an error that the library lets through is what is looked for
    boolean attempt(Todo todo, String door, Supplier<Outcome<?>> update) {
        steps.at(Steps.BEFORE);
        String op = history.invoke(todo.id(), todo.entry(), door);
        try {
            Outcome<?> outcome = update.get();
            steps.at(Steps.COMMITTED);
            done(op, todo, outcome.replay());
            steps.at(Steps.ACKED);
            return true;
        } catch (RuntimeException | LinkageError e) {
            failed(op, todo, e);
            return false;
        }
    }

    void done(String op, Todo todo, boolean replay) {
        long place = moves.placeOf(todo.id());
        history.tell(Line.Kind.OK, op, replay ? 0 : place, replay ? Op.REPLAY : "", moves.ranAt(todo.id()));
    }

    void failed(String op, Todo todo, Throwable thrown) {
        long ran = moves.ranAt(todo.id());
        if (thrown instanceof UpdateThrewException) {
            history.tell(Line.Kind.FAILED, op, 0, Op.THREW, ran);
        } else if (thrown instanceof LockException) {
            Line.Kind kind = thrown instanceof OutcomeUnknownException ? Line.Kind.UNKNOWN : Line.Kind.FAILED;
            history.tell(kind, op, 0, said(thrown), ran);
        } else {
            history.tell(Line.Kind.UNKNOWN, op, 0, unexpected(thrown), ran);
        }
    }

    static String unexpected(Throwable thrown) {
        return Op.UNEXPECTED + said(thrown);
    }

    private static String said(Throwable thrown) {
        return thrown.getClass().getSimpleName() + ": " + thrown.getMessage();
    }
}
