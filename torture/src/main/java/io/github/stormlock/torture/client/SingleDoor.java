package io.github.stormlock.torture.client;

import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.entry.ListEntry;
import io.github.stormlock.lock.GuardedEntry;
import io.github.stormlock.lock.Outcome;
import io.github.stormlock.lock.RedisLockFactory;
import io.github.stormlock.torture.history.Doors;
import io.github.stormlock.torture.protocol.Keys;
import io.github.stormlock.torture.protocol.Todo;
import java.util.List;
import java.util.Random;

/** Guarded updates one by one: of hashes or of lists, with or without event ids. */
final class SingleDoor implements Door {
    private final String name;
    private final Keys keys;
    private final Desk desk;
    private final GuardedEntry<HashEntry> hashes;
    private final GuardedEntry<ListEntry> lists;

    SingleDoor(String name, RedisLockFactory locks, Keys keys, Desk desk) {
        this.name = name;
        this.keys = keys;
        this.desk = desk;
        this.hashes =
                locks.guard("any", Entries.hash()).onlyFields(Moves.FIELDS).withEvents(desk.events());
        this.lists = locks.guard("any", Entries.list()).withEvents(desk.events());
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public int width() {
        return 1;
    }

    @Override
    public String entry(Random random) {
        return name.equals(Doors.ONCE) ? keys.someHash(random) : keys.someList(random);
    }

    @Override
    public boolean retries() {
        return !name.equals(Doors.PLAIN_UPDATE);
    }

    @Override
    public List<Todo> attempt(List<Todo> todos, long low) {
        return todos.stream()
                .filter(todo -> desk.attempt(todo, name, () -> update(todo, low)))
                .toList();
    }

    private Outcome<?> update(Todo todo, long low) {
        String id = todo.id();
        if (name.equals(Doors.PLAIN_UPDATE)) {
            boolean unused = lists.at(todo.entry()).update(list -> {
                desk.moves().move(list, id);
                return true;
            });
            return new Outcome<>(false, id);
        } else if (Keys.isList(todo.entry())) {
            return lists.at(todo.entry())
                    .once(todo.event(false, low), list -> desk.moves().move(list, id));
        }
        return hashes.at(todo.entry())
                .once(todo.event(true, low), hash -> desk.moves().move(hash, id));
    }
}
