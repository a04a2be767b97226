package io.github.stormlock.lock;

import io.github.stormlock.lock.GuardedBatch.Result;

/** A submitted update that tests tell apart by a number, and that does nothing. */
record NumberedUpdate(GuardedEntry<?> guard, int number) implements Submission<Object> {
    @Override
    @SuppressWarnings("unchecked") // nobody opens the entry
    public GuardedEntry<Object> entry() {
        return (GuardedEntry<Object>) guard;
    }

    @Override
    public EventId event() {
        return EventId.none();
    }

    @Override
    public long sinceNanos() {
        return 0;
    }

    @Override
    public boolean isWanted() {
        return true;
    }

    @Override
    public void setAside(boolean waits) {}

    @Override
    public boolean hasWaited() {
        return false;
    }

    @Override
    public void change(Object view) {}

    @Override
    public void settle(Result<Object> result) {}

    @Override
    public void drop() {}

    @Override
    public String toString() {
        return guard.key() + number;
    }
}
