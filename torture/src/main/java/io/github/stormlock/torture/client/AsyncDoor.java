package io.github.stormlock.torture.client;

import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.GuardedEntry;
import io.github.stormlock.lock.Outcome;
import io.github.stormlock.lock.RedisLockFactory;
import io.github.stormlock.torture.history.Doors;
import io.github.stormlock.torture.history.Line;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.Keys;
import io.github.stormlock.torture.protocol.Steps;
import io.github.stormlock.torture.protocol.Todo;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** Guarded updates of hashes whose caller does not wait for one before it begins the next; some are cancelled. */
final class AsyncDoor implements Door {
    private static final int WIDTH = 32;
    private static final int OWN_ONE_IN = 6;
    private static final int CANCELLED_ONE_IN = 16;

    private final Random random = new Random();
    private final ClientConfig config;
    private final Desk desk;
    private final GuardedEntry<HashEntry> hashes;

    AsyncDoor(RedisLockFactory locks, ClientConfig config, Desk desk) {
        this.config = config;
        this.desk = desk;
        this.hashes =
                locks.guard("any", Entries.hash()).onlyFields(Moves.FIELDS).withEvents(desk.events());
    }

    @Override
    public String name() {
        return Doors.ASYNC;
    }

    @Override
    public int width() {
        return WIDTH;
    }

    @Override
    public String entry(Random draw) {
        return draw.nextInt(OWN_ONE_IN) == 0
                ? Keys.someOwn(config.name(), draw)
                : config.keys().someHash(draw);
    }

    @Override
    public List<Todo> attempt(List<Todo> todos, long low) {
        desk.steps().at(Steps.BEFORE);
        List<String> ops = new ArrayList<>();
        List<CompletableFuture<Outcome<HashEntry>>> stages = new ArrayList<>();
        List<Boolean> cancelled = new ArrayList<>();
        for (Todo todo : todos) {
            ops.add(desk.history().invoke(todo.id(), todo.entry(), name()));
            stages.add(hashes.at(todo.entry())
                    .onceAsync(todo.event(true, low), hash -> desk.moves().move(hash, todo.id()))
                    .toCompletableFuture());
            cancelled.add(random.nextInt(CANCELLED_ONE_IN) == 0
                    && stages.get(stages.size() - 1).cancel(true));
        }
        List<Todo> settled = new ArrayList<>();
        for (int i = 0; i < todos.size(); i++) {
            if (cancelled.get(i)) {
                desk.history().tell(Line.Kind.FAILED, ops.get(i), 0, "cancelled", 0);
            } else if (isSettled(ops.get(i), todos.get(i), stages.get(i))) {
                settled.add(todos.get(i));
            }
        }
        desk.steps().at(Steps.ACKED);
        return settled;
    }

    private boolean isSettled(String op, Todo todo, CompletableFuture<Outcome<HashEntry>> stage) {
        if (random.nextInt(CANCELLED_ONE_IN) == 0 && stage.cancel(true)) {
            desk.history()
                    .tell(Line.Kind.FAILED, op, 0, "cancelled", desk.moves().ranAt(todo.id()));
            return false;
        }
        try {
            desk.done(op, todo, stage.join().replay());
            return true;
        } catch (CompletionException e) {
            Throwable cause = e.getCause();
            desk.failed(op, todo, cause == null ? e : cause);
            return false;
        }
    }
}
