package io.github.stormlock.torture.client;

import io.github.stormlock.torture.history.Line;
import io.github.stormlock.torture.protocol.ClientConfig;
import io.github.stormlock.torture.protocol.Todo;
import io.github.stormlock.torture.scheme.Schemes;
import io.github.stormlock.torture.scheme.SteppedClock;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Updates hashes under a tutorial's lock: reads, computes, and writes without another look at the lock. */
final class SchemeCrew implements Crew {
    private final ClientConfig config;
    private final SteppedClock clock = new SteppedClock();
    private final SchemeDoor door;
    private final AtomicLong offsets = new AtomicLong(System.nanoTime() / 1_000);

    SchemeCrew(String scheme, ClientConfig config, Desk desk) {
        this.config = config;
        this.door = new SchemeDoor(config, desk, Schemes.of(scheme, config, desk.steps(), clock));
    }

    @Override
    public void work() {
        throw new UnsupportedOperationException("schemes are tried by plays");
    }

    @Override
    public void end(long millis, List<String> entries) {
        FinalRound round = new FinalRound(config.name(), offsets, millis);
        round.run(entries, door);
        round.await();
    }

    @Override
    public Line.Kind once(String entry, String id) {
        Todo todo = Todo.parse(id, entry);
        return door.attempt(List.of(todo), todo.offset()).isEmpty() ? Line.Kind.FAILED : Line.Kind.OK;
    }

    @Override
    public void stepClock(long millis) {
        clock.step(millis);
    }
}
