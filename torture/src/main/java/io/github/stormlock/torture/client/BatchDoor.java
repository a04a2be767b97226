package io.github.stormlock.torture.client;

import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.lock.GuardedBatch;
import io.github.stormlock.lock.GuardedEntry;
import io.github.stormlock.lock.RedisLockFactory;
import io.github.stormlock.torture.protocol.Keys;
import io.github.stormlock.torture.protocol.Steps;
import io.github.stormlock.torture.protocol.Todo;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Guarded updates of many hashes at a time. */
final class BatchDoor implements Door {
    private static final int WIDTH = 64;

    private final String name;
    private final Keys keys;
    private final Desk desk;
    private final GuardedEntry<HashEntry> hashes;

    BatchDoor(String name, RedisLockFactory locks, Keys keys, Desk desk) {
        this.name = name;
        this.keys = keys;
        this.desk = desk;
        this.hashes =
                locks.guard("any", Entries.hash()).onlyFields(Moves.FIELDS).withEvents(desk.events());
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int width() {
        return WIDTH;
    }

    @Override
    public String entry(Random random) {
        return keys.someHash(random);
    }

    @Override
    public List<Todo> attempt(List<Todo> todos, long low) {
        desk.steps().at(Steps.BEFORE);
        GuardedBatch<HashEntry> batch = hashes.batch();
        List<String> ops = new ArrayList<>();
        for (Todo todo : todos) {
            ops.add(desk.history().invoke(todo.id(), todo.entry(), name));
            batch.add(hashes.at(todo.entry()), todo.event(true, low), hash -> desk.moves()
                    .move(hash, todo.id()));
        }
        try {
            List<GuardedBatch.Result<HashEntry>> results = batch.run();
            desk.steps().at(Steps.COMMITTED);
            return settled(todos, ops, results);
        } catch (RuntimeException e) {
            ops.forEach(op -> desk.failed(op, e));
            return List.of();
        }
    }

    private List<Todo> settled(List<Todo> todos, List<String> ops, List<GuardedBatch.Result<HashEntry>> results) {
        List<Todo> settled = new ArrayList<>();
        for (int i = 0; i < todos.size(); i++) {
            Throwable failure = results.get(i).failure();
            if (failure == null) {
                desk.done(ops.get(i), todos.get(i), results.get(i).orThrow().replay());
                settled.add(todos.get(i));
            } else {
                desk.failed(ops.get(i), failure);
            }
        }
        desk.steps().at(Steps.ACKED);
        return settled;
    }
}
