package io.github.stormlock.torture.client.path;

import io.github.stormlock.GuardedEntry;
import io.github.stormlock.RedisLockFactory;
import io.github.stormlock.config.LockSettings;
import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.HashEntry;
import io.github.stormlock.entry.ListEntry;
import io.github.stormlock.lock.Outcome;
import io.github.stormlock.torture.history.PathNames;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.RunKeys;
import io.github.stormlock.torture.protocol.Todo;
import java.time.Duration;
import java.util.Random;
import java.util.concurrent.locks.LockSupport;

/** Makes guarded updates one by one, of hashes or of lists, with or without event ids. */
public final class SinglePath extends UpdatePath {
    private static final int OWN_ONE_IN = 2;
    private static final Duration SHORT_WINDOW = Duration.ofSeconds(1);
    private static final long BEFORE_IT_THROWS_NANOS = 20_000_000;
    private static final int LATE_ONE_IN = 8;
    private static final Duration BRIEF = Duration.ofMillis(150);

    private final Random random = new Random();
    private final GuardedEntry<HashEntry> hashes;
    private final GuardedEntry<ListEntry> lists;

    public SinglePath(String name, RedisLockFactory locks, ClientConfig config, AttemptRecorder recorder) {
        super(name, 1, draw -> entry(name, config, draw), config, recorder);
        this.hashes = recorder.hashes(locks);
        this.lists = locks.guard("any", Entries.list()).withEvents(recorder.events());
    }

    private static String entry(String name, ClientConfig config, Random draw) {
        return name.equals(PathNames.ONCE)
                ? config.someHash(OWN_ONE_IN, draw)
                : config.keys().someList(draw);
    }

    @Override
    protected boolean isSettled(Todo todo, long low) {
        return recorder.attempt(todo, name(), () -> update(todo, low));
    }

    @Override
    public boolean repeats() {
        return name().equals(PathNames.ONCE) || name().equals(PathNames.LIST);
    }

    /**
     * Sends a settled update again. Every second one throws after a while, and some of those in lists only after their lease
     * has ended. Each of them is a replay, and must be reported as one although it throws.
     */
    @Override
    public void repeat(Todo settled, long low) {
        boolean throwing = random.nextBoolean();
        recorder.attempt(settled, name(), () -> throwing ? updateAndThrow(settled, low) : update(settled, low));
    }

    private Outcome<?> updateAndThrow(Todo todo, long low) {
        if (!RunKeys.isList(todo.entry())) {
            return hashes.at(todo.entry()).once(todo.event(true, low), hash -> refuse(todo, BEFORE_IT_THROWS_NANOS));
        } else if (random.nextInt(LATE_ONE_IN) == 0) {
            // A lease is not renewed past the longest hold, so this one ends before the update throws.
            LockSettings brief =
                    config.locks().toBuilder().lease(BRIEF).holdMax(BRIEF).build();
            return lists.withSettings(brief)
                    .at(todo.entry())
                    .once(todo.event(false, low), list -> refuse(todo, BRIEF.toNanos() * 3 / 2));
        }
        return lists.at(todo.entry()).once(todo.event(false, low), list -> refuse(todo, BEFORE_IT_THROWS_NANOS));
    }

    private static void refuse(Todo todo, long nanos) {
        LockSupport.parkNanos(nanos);
        throw new UpdateThrewException(todo.id());
    }

    private GuardedEntry<ListEntry> windowed() {
        return name().equals(PathNames.SHORT_WINDOW)
                ? lists.withSettings(
                        config.locks().toBuilder().eventsWindow(SHORT_WINDOW).build())
                : lists;
    }

    private Outcome<?> update(Todo todo, long low) {
        String id = todo.id();
        if (name().equals(PathNames.PLAIN_UPDATE)) {
            lists.at(todo.entry()).update(list -> {
                recorder.moves().move(list, id);
                return true;
            });
            return new Outcome<>(false, id);
        } else if (RunKeys.isList(todo.entry())) {
            return windowed().at(todo.entry()).once(todo.event(false, low), list -> recorder.moves()
                    .move(list, id));
        }
        return hashes.at(todo.entry())
                .once(todo.event(true, low), hash -> recorder.moves().move(hash, id));
    }
}
