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

    /** Told of refused commits. */
    LockEvents events() {
        return new LockEvents() {
            @Override
            public void commitRefused() {
                history.write(Line.of(Line.Kind.REFUSED, "", System.nanoTime(), 0, ""));
            }
        };
    }

    /** One attempt at one update; whether it is settled. */
    boolean attempt(Todo todo, String door, Supplier<Outcome<?>> update) {
        steps.at(Steps.BEFORE);
        String op = history.invoke(todo.id(), todo.entry(), door);
        try {
            Outcome<?> outcome = update.get();
            steps.at(Steps.COMMITTED);
            done(op, todo, outcome.replay());
            steps.at(Steps.ACKED);
            return true;
        } catch (RuntimeException e) {
            failed(op, e);
            return false;
        }
    }

    void done(String op, Todo todo, boolean replay) {
        long place = moves.placeOf(todo.id());
        history.tell(Line.Kind.OK, op, replay ? 0 : place, replay ? Op.REPLAY : "");
    }

    void failed(String op, Throwable thrown) {
        boolean surely = thrown instanceof LockException && !(thrown instanceof OutcomeUnknownException);
        history.threw(surely ? Line.Kind.FAILED : Line.Kind.UNKNOWN, op, thrown);
    }
}
