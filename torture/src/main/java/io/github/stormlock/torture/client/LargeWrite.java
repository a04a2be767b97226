package io.github.stormlock.torture.client;

import io.github.stormlock.entry.Entries;
import io.github.stormlock.entry.StringEntry;
import io.github.stormlock.lock.GuardedEntry;
import io.github.stormlock.lock.LockException;
import io.github.stormlock.lock.OutcomeUnknownException;
import io.github.stormlock.lock.RedisLockFactory;
import io.github.stormlock.torture.history.Doors;
import io.github.stormlock.torture.history.Line;
import io.github.stormlock.torture.protocol.Keys;
import io.github.stormlock.torture.protocol.Steps;
import java.util.concurrent.atomic.AtomicLong;

/**
 * One update that writes a value larger than all buffers on its way. It is in no chain: only how long its commit takes is
 * judged. Exclusive, so that the lock is held already when the server stands still.
 */
final class LargeWrite implements Runnable {
    private static final int BYTES = 24_000_000;

    private final GuardedEntry<StringEntry> entry;
    private final Desk desk;

    LargeWrite(RedisLockFactory locks, Desk desk) {
        this.entry = locks.guard(Keys.LARGE, Entries.string()).exclusive();
        this.desk = desk;
    }

    @Override
    public void run() {
        String value = "x".repeat(BYTES);
        AtomicLong ran = new AtomicLong();
        String op = desk.history().invoke("", Keys.LARGE, Doors.LARGE);
        try {
            entry.change(text -> {
                text.set(value);
                desk.steps().at(Steps.LARGE);
                ran.compareAndSet(0, System.nanoTime());
            });
            desk.history().tell(Line.Kind.OK, op, 0, "", ran.get());
        } catch (OutcomeUnknownException e) {
            desk.history().tell(Line.Kind.UNKNOWN, op, 0, e.getClass().getSimpleName(), ran.get());
        } catch (LockException e) {
            desk.history().tell(Line.Kind.FAILED, op, 0, e.getClass().getSimpleName(), ran.get());
        } catch (RuntimeException e) {
            desk.history().tell(Line.Kind.UNKNOWN, op, 0, Desk.unexpected(e), ran.get());
        }
    }
}
